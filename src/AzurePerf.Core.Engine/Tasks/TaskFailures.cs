namespace AzurePerf.Core.Tasks;

/// <summary>
/// How often a task's executions failed so far, by class. Kept in its row: a message's dequeue count condemns nothing. What ends a task
/// without being a failure of it, cancelled and reused, is not counted.
/// </summary>
public sealed record TaskFailures(
    int TransientStorage = 0, int TimedOut = 0, int WorkerLost = 0, int Preempted = 0, int UserCode = 0, int BadInput = 0)
{
    public int CountOf(FailureClass failureClass) => failureClass switch
    {
        FailureClass.TransientStorage => TransientStorage,
        FailureClass.TimedOut => TimedOut,
        FailureClass.WorkerLost => WorkerLost,
        FailureClass.Preempted => Preempted,
        FailureClass.UserCode => UserCode,
        FailureClass.BadInput => BadInput,
        _ => 0,
    };

    /// <summary>The counts after one more failure of this cause.</summary>
    public TaskFailures Plus(FailureCause cause) => FailureTaxonomy.ClassOf(cause) switch
    {
        FailureClass.TransientStorage => this with { TransientStorage = TransientStorage + 1 },
        FailureClass.TimedOut => this with { TimedOut = TimedOut + 1 },
        FailureClass.WorkerLost => this with { WorkerLost = WorkerLost + 1 },
        FailureClass.Preempted => this with { Preempted = Preempted + 1 },
        FailureClass.UserCode => this with { UserCode = UserCode + 1 },
        FailureClass.BadInput => this with { BadInput = BadInput + 1 },
        _ => this,
    };
}
