using AzurePerf.Core.Limits;
using AzurePerf.Core.Tasks;
using AzurePerf.Core.Workers;
using AzurePerf.TaskManager.Bags;

namespace AzurePerf.TaskManager.Dispatch;

/// <summary>What this process remembers of one open run beside what is stored. Losing it costs a duplicate message at most.</summary>
internal sealed class RunMemory(string runId, DateTimeOffset submittedAt)
{
    private readonly Dictionary<TaskKey, HandOut> _handedOut = [];

    public string RunId { get; } = runId;

    public DateTimeOffset SubmittedAt { get; } = submittedAt;

    /// <summary>Time stamp before which there is nothing to do; 0 for at once.</summary>
    public long NextLook { get; set; }

    /// <summary>What is known of its open bag.</summary>
    public BagMemory? Bag { get; set; }

    /// <summary>The workers that execute its current tasks.</summary>
    public IReadOnlySet<string> CurrentOwners { get; set; } = new HashSet<string>();

    /// <summary>True from its planning until its measure stage is closed, and before its first look: bag tasks leave the hosts that measure.</summary>
    public bool Measures { get; set; } = true;

    /// <summary>True once it was found to be within the operator's limits: while it waits to begin, that is not looked at again.</summary>
    public bool IsWithinLimits { get; set; }

    /// <summary>How long the operator's limits let it last; null before it was looked up.</summary>
    public LimitOptions? Left { get; set; }

    /// <summary>Until when somebody watches it.</summary>
    public DateTimeOffset? WatchedUntil { get; set; }

    /// <summary>Why the run waits, as last written.</summary>
    public string WaitReason { get; set; } = "";

    /// <summary>Time stamp since which no worker has been there to take what is handed out; null while one is.</summary>
    public long? WithoutWorkersSince { get; set; }

    /// <summary>Time stamp since which only workers of other builds than the run's have been there; null otherwise.</summary>
    public long? WithoutBuildSince { get; set; }

    /// <summary>Heartbeats of the measure workers that were alive just after the run was condemned; null while it is not.</summary>
    public Dictionary<string, long>? BeatsAtCondemnation { get; set; }

    /// <summary>Nothing is worth a look before so much time has passed.</summary>
    public void Rest(TimeSpan pause, TimeProvider time) => NextLook = time.GetTimestamp() + (long)(pause.TotalSeconds * time.TimestampFrequency);

    /// <summary>What is remembered of an attempt at a task; nothing is, of one before.</summary>
    public HandOut HandOutOf(BenchmarkTask task)
    {
        if (!_handedOut.TryGetValue(task.Key, out var known) || known.Attempt != task.Attempt)
        {
            _handedOut[task.Key] = known = new(task.Attempt);
        }

        return known;
    }

    /// <summary>True while the row of a dead worker must stay, because a task of the run names it and its death is known by the row alone.</summary>
    public bool Needs(WorkerState dead) => CurrentOwners.Contains(dead.WorkerId) || (dead.Pool == WorkerPool.Bag && Bag is { } bag && (bag.WorkerDied || bag.Workers.Contains(dead.WorkerId)));

    /// <summary>Forgets the tasks of a point that is finished.</summary>
    public void ForgetHandOuts() => _handedOut.Clear();
}
