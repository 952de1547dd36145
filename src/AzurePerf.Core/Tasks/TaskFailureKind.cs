namespace AzurePerf.Core.Tasks;

/// <summary>Why an execution ended without a result, as far as it decides what happens next.</summary>
public enum TaskFailureKind
{
    /// <summary>Storage answered with something that passes: throttling, time-outs, broken connections.</summary>
    TransientStorage,

    /// <summary>It ran over its time limit.</summary>
    TimedOut,

    /// <summary>Its worker died.</summary>
    WorkerLost,

    /// <summary>Its worker gave it back: it was told to end, or lost the control plane.</summary>
    Preempted,

    /// <summary>The measuring code or the target failed in a way that a repetition may not cure.</summary>
    Faulted,

    /// <summary>What it was told makes no sense; repeating cannot help.</summary>
    BadInput,
}
