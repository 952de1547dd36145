namespace AzurePerf.Core.Tasks;

/// <summary>How often a task's executions failed so far, by kind. Kept in its row: a message's dequeue count condemns nothing.</summary>
public sealed record TaskFailures(int TransientStorage = 0, int TimedOut = 0, int WorkerLost = 0, int Preempted = 0, int Faulted = 0, int BadInput = 0)
{
    public int CountOf(TaskFailureKind kind) => kind switch
    {
        TaskFailureKind.TransientStorage => TransientStorage,
        TaskFailureKind.TimedOut => TimedOut,
        TaskFailureKind.WorkerLost => WorkerLost,
        TaskFailureKind.Preempted => Preempted,
        TaskFailureKind.Faulted => Faulted,
        _ => BadInput,
    };

    public TaskFailures Plus(TaskFailureKind kind) => kind switch
    {
        TaskFailureKind.TransientStorage => this with { TransientStorage = TransientStorage + 1 },
        TaskFailureKind.TimedOut => this with { TimedOut = TimedOut + 1 },
        TaskFailureKind.WorkerLost => this with { WorkerLost = WorkerLost + 1 },
        TaskFailureKind.Preempted => this with { Preempted = Preempted + 1 },
        TaskFailureKind.Faulted => this with { Faulted = Faulted + 1 },
        _ => this with { BadInput = BadInput + 1 },
    };
}
