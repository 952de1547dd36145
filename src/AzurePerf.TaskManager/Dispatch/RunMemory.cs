using AzurePerf.Core.Tasks;
using AzurePerf.Core.Workers;

namespace AzurePerf.TaskManager.Dispatch;

/// <summary>What this process remembers of one open run beside what is stored. Losing it costs a duplicate message at most.</summary>
internal sealed class RunMemory(string runId, DateTimeOffset submittedAt)
{
    public string RunId { get; } = runId;

    public DateTimeOffset SubmittedAt { get; } = submittedAt;

    /// <summary>The attempt whose message this process put, its monotonic time stamp, and for how long the message stays hidden from then on.</summary>
    public (TaskKey Key, int Attempt, long At, TimeSpan Delay)? MessagePut { get; set; }

    /// <summary>The attempt that this process saw running, and the monotonic time stamp of the first time.</summary>
    public (TaskKey Key, int Attempt, long At)? RunningSeen { get; set; }

    /// <summary>The execution that this process ordered to stop.</summary>
    public (TaskKey Key, int Attempt, string Owner)? StopOrdered { get; set; }

    /// <summary>Orders to stop that were given because the run cannot go on, by worker.</summary>
    public Dictionary<string, StopOrder> LastOrders { get; } = [];

    /// <summary>The worker that executes its current task; empty when none does.</summary>
    public string CurrentOwner { get; set; } = "";

    /// <summary>Why the run waits, as last written.</summary>
    public string WaitReason { get; set; } = "";

    /// <summary>For how long the message of this attempt has been there to be taken; null when this process put none.</summary>
    public TimeSpan? MessageOutFor(BenchmarkTask task, TimeProvider time) =>
        MessagePut is { } put && put.Key == task.Key && put.Attempt == task.Attempt ? time.GetElapsedTime(put.At) - put.Delay : null;

    /// <summary>For how long the attempt has been seen running; zero, if this is the first time.</summary>
    public TimeSpan RunningFor(BenchmarkTask task, TimeProvider time)
    {
        if (RunningSeen is not { } seen || seen.Key != task.Key || seen.Attempt != task.Attempt)
        {
            seen = (task.Key, task.Attempt, time.GetTimestamp());
            RunningSeen = seen;
        }

        return time.GetElapsedTime(seen.At);
    }

    public bool IsStopOrdered(BenchmarkTask task) => StopOrdered is { } stop && stop.Key == task.Key && stop.Attempt == task.Attempt && stop.Owner == task.Owner;
}
