using AzurePerf.Core.Tasks;

namespace AzurePerf.TaskManager.Dispatch;

/// <summary>What this process remembers of one open run beside what is stored. Losing it costs a duplicate message at most.</summary>
internal sealed class RunMemory(string runId, DateTimeOffset submittedAt)
{
    public string RunId { get; } = runId;

    public DateTimeOffset SubmittedAt { get; } = submittedAt;

    /// <summary>The attempt whose message this process put, and when.</summary>
    public (TaskKey Key, int Attempt, DateTimeOffset At)? MessagePut { get; set; }

    /// <summary>The attempt that this process first saw running, and when.</summary>
    public (TaskKey Key, int Attempt, DateTimeOffset At)? RunningSeen { get; set; }

    /// <summary>The execution that this process ordered to stop.</summary>
    public (TaskKey Key, int Attempt, string Owner)? StopOrdered { get; set; }

    /// <summary>The worker that executes its current task; empty when none does.</summary>
    public string CurrentOwner { get; set; } = "";

    /// <summary>Why the run waits, as last written.</summary>
    public string WaitReason { get; set; } = "";

    public DateTimeOffset? MessagePutAt(BenchmarkTask task) =>
        MessagePut is { } put && put.Key == task.Key && put.Attempt == task.Attempt ? put.At : null;

    /// <summary>When the attempt was first seen running; now, if this is the first time.</summary>
    public DateTimeOffset RunningSeenAt(BenchmarkTask task, DateTimeOffset now)
    {
        if (RunningSeen is not { } seen || seen.Key != task.Key || seen.Attempt != task.Attempt)
        {
            RunningSeen = (task.Key, task.Attempt, now);
        }

        return RunningSeen!.Value.At;
    }

    public bool IsStopOrdered(BenchmarkTask task) => StopOrdered is { } stop && stop.Key == task.Key && stop.Attempt == task.Attempt && stop.Owner == task.Owner;
}
