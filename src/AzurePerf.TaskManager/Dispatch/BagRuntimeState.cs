using AzurePerf.Core.Runs;
using AzurePerf.Core.Tasks;
using AzurePerf.TaskManager.Executions;

namespace AzurePerf.TaskManager.Dispatch;

/// <summary>What this process knows of a run's open bag without reading its tasks. Losing it costs one scan.</summary>
/// <param name="stage">The bag.</param>
internal sealed class BagRuntimeState(StageId stage)
{
    public StageId Stage { get; } = stage;

    /// <summary>Messages out and finished executions, as last seen, with the time stamp since which both are the same.</summary>
    public (int Outstanding, long Counted, long Since) Seen { get; set; }

    /// <summary>Time stamp since which the finished executions alone are the same.</summary>
    public long CountedSince { get; set; }

    /// <summary>Time stamp of the latest look.</summary>
    public long LookedAt { get; set; }

    /// <summary>Messages out after the look before, with its time stamp, to guess how fast they are worked off.</summary>
    public (int Outstanding, long At)? LookBefore { get; set; }

    /// <summary>True once messages were fewer at a look than after the one before.</summary>
    public bool HasPace { get; set; }

    /// <summary>Time stamp of the last scan, or of the first look at a bag that had no tasks yet; null before.</summary>
    public long? LastScan { get; set; }

    /// <summary>Time stamp of the last message put.</summary>
    public long LastPut { get; set; }

    /// <summary>Messages put since the bag was opened, and the time stamp of that; null when this process did not see it.</summary>
    public (int Messages, long Since)? Put { get; set; }

    /// <summary>How long its executions took on average at most, as the pace of its messages tells; null while it tells nothing.</summary>
    public TimeSpan? LongestMean { get; set; }

    /// <summary>How long a slot works on one of the messages that are put now, on average; null while nothing is known of it.</summary>
    public TimeSpan? MessageMean { get; set; }

    /// <summary>The read of the workers after which executions that take too long were last looked for; null before.</summary>
    public int? FencedAtRead { get; set; }

    /// <summary>How often a worker was found to be gone.</summary>
    public int Deaths { get; set; }

    /// <summary>The same when the last scan began.</summary>
    public int DeathsAtScan { get; set; }

    /// <summary>True when a worker died since the last scan began; while it is under way those before count too, because what they executed
    /// may not be taken back yet.</summary>
    public bool WorkerDied => Deaths != DeathsAtScan;

    /// <summary>Time stamp since which no task of it is open; null while one is, or none was looked for.</summary>
    public long? WithoutOpenTasksSince { get; set; }

    /// <summary>Tasks without a result that the last scan found.</summary>
    public int Dead { get; set; }

    /// <summary>Ready tasks of the last scan, by number.</summary>
    public Dictionary<int, ReadyTask> Ready { get; set; } = [];

    /// <summary>Running tasks that their live worker does not list: attempt and the time stamp of the first scan that found them
    /// so.</summary>
    public Dictionary<int, (int Attempt, long Since)> Unlisted { get; set; } = [];

    /// <summary>Live workers of the bag pool at the last look, to notice that one is gone.</summary>
    public IReadOnlySet<string> Workers { get; set; } = new HashSet<string>();

    /// <summary>Requests that all processes had made when the bag was opened; null when this process did not see that.</summary>
    public long? RequestsAtOpening { get; set; }

    /// <summary>Slots that there were for it, as of each look.</summary>
    public SlotsOverTime Slots { get; set; } = SlotsOverTime.None;

    /// <summary>By which its executions are judged.</summary>
    public OpenBag Executions { get; } = new(stage);
}

/// <summary>A task that scans found Ready.</summary>
/// <param name="Attempt">Its attempt.</param>
/// <param name="Since">Time stamp of the first scan that found it so; later where it got another message since.</param>
internal sealed record ReadyTask(int Attempt, long Since)
{
    /// <summary>Messages that this process put at this attempt after the first.</summary>
    public int Reminders { get; init; }
}
