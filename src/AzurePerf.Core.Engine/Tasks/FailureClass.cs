namespace AzurePerf.Core.Tasks;

/// <summary>What decides the fate of a task after an execution: budgets and counters are kept by class, not by cause.</summary>
public enum FailureClass
{
    /// <summary>Storage or the network failed in a way that passes by itself.</summary>
    TransientStorage,

    /// <summary>The execution was slower than its limit; the machine is under suspicion.</summary>
    TimedOut,

    /// <summary>The worker died.</summary>
    WorkerLost,

    /// <summary>The worker gave the execution back without a fault of the task.</summary>
    Preempted,

    /// <summary>The code, its data or the target failed in a way that a repetition may not cure.</summary>
    UserCode,

    /// <summary>What the task was told makes no sense, or what came of it is wrong; repeating cannot help.</summary>
    BadInput,

    /// <summary>The run does not want the task any more.</summary>
    Cancelled,

    /// <summary>The product is there already: as good as a success.</summary>
    Reused,
}
