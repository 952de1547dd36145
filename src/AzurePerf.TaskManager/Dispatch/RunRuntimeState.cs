using AzurePerf.Core.Limits;
using AzurePerf.Core.Tasks;
using AzurePerf.Core.Workers;
using AzurePerf.Storage.Runs;
using AzurePerf.TaskManager.Metrics;
using AzurePerf.TaskManager.Recovery;

namespace AzurePerf.TaskManager.Dispatch;

/// <summary>What this process remembers of one open run beside what is stored. Losing it costs a duplicate message at most.</summary>
/// <param name="runId">The run.</param>
/// <param name="submittedAt">When it was submitted.</param>
/// <param name="times">How long its turn may take.</param>
internal sealed class RunRuntimeState(string runId, DateTimeOffset submittedAt, EngineTimes times)
{
    /// <summary>Far longer than anything waits.</summary>
    private static readonly TimeSpan Asleep = TimeSpan.FromDays(366);

    private readonly Dictionary<TaskKey, DispatchedAttempt> _dispatched = [];
    private (DateTimeOffset? Until, long? SeenAt)? _watched;

    public string RunId { get; } = runId;

    public DateTimeOffset SubmittedAt { get; } = submittedAt;

    /// <summary>Time stamp before which there is nothing to do; 0 for at once.</summary>
    public long NextLook { get; set; }

    /// <summary>The keys that it waits for; empty while it waits for none.</summary>
    public IReadOnlyList<string> WantedKeys { get; set; } = [];

    /// <summary>Whether it holds its keys; null while this process does not know.</summary>
    public bool? HoldsKeys { get; set; }

    /// <summary>The keys that it gives back, as an earlier turn found them; empty for none.</summary>
    public IReadOnlyList<LeaseState> KeysToGiveBack { get; set; } = [];

    /// <summary>The keys that it needs while it is under way; empty before it was looked at, and for one that touches no target.</summary>
    public IReadOnlyList<string> Keys { get; set; } = [];

    /// <summary>True when it lets others go first, as last read.</summary>
    public bool IsAside { get; set; }

    /// <summary>Time stamp of when it was last told that it is its turn to take its keys.</summary>
    public long? CalledAt { get; set; }

    /// <summary>The <see cref="Workers.WorkerWatch.Workforce"/> that it waits to change; null while it does not wait for workers.</summary>
    public int? Workforce { get; private set; }

    /// <summary>True while something must happen before it is worth a look.</summary>
    public bool Sleeps => WantedKeys.Count > 0 || Workforce is not null;

    /// <summary>What is known of its open bag.</summary>
    public BagRuntimeState? Bag { get; set; }

    /// <summary>The workers that execute its current tasks.</summary>
    public IReadOnlySet<string> CurrentOwners { get; set; } = new HashSet<string>();

    /// <summary>True from its planning until its measure stage is closed, and before its first look unless it was found not to have begun:
    /// bag tasks leave the hosts that measure.</summary>
    public bool Measures { get; set; } = true;

    /// <summary>True once it was found to be within the operator's limits: while it waits to begin, that is not looked at again.</summary>
    public bool IsWithinLimits { get; set; }

    /// <summary>True while its index entry may lack the charge of a stage that is planned: nothing of the run is dispatched then.</summary>
    public bool IndexMayBeBehind { get; set; } = true;

    /// <summary>How long the operator's limits let it last; null before it was looked up.</summary>
    public LimitOptions? Left { get; set; }

    /// <summary>What the metrics last said of it; null before they did.</summary>
    public RunFigures? Figures { get; set; }

    /// <summary>Why the run waits, as last written.</summary>
    public string WaitReason { get; set; } = "";

    /// <summary>Time stamp since which no worker has been there to take what is handed out; null while one is.</summary>
    public long? WithoutWorkersSince { get; set; }

    /// <summary>Time stamp since which its target has not answered, over all attempts; null while it does.</summary>
    public long? SilentSince { get; private set; }

    /// <summary>Time stamp since which only workers of other builds than the run's have been there; null otherwise.</summary>
    public long? WithoutBuildSince { get; set; }

    /// <summary>Heartbeats of the workers that are waited for, as they were just after the run was faulted; null while it is not.</summary>
    public Dictionary<string, long>? BeatsAtFault { get; set; }

    /// <summary>What of its latest step took longer than a turn.</summary>
    public LongStep LongStep { get; } = new(times.Turn);

    /// <summary>How its steps have failed.</summary>
    public Patience Patience { get; } = new();

    /// <summary>Nothing is worth a look before so much time has passed.</summary>
    public void Rest(TimeSpan pause, TimeProvider time) =>
        NextLook = time.GetTimestamp() + (long)(pause.TotalSeconds * time.TimestampFrequency);

    /// <summary>Nothing is worth a look before one of the keys may be free.</summary>
    public void SleepForKeys(IReadOnlyList<string> wanted, TimeProvider time)
    {
        WantedKeys = wanted;
        Rest(Asleep, time);
    }

    /// <summary>Nothing is worth a look before workers came or went, or a time has passed.</summary>
    public void SleepForWorkers(int workforce, TimeSpan atMost, TimeProvider time)
    {
        Workforce = workforce;
        Rest(atMost < Asleep ? atMost : Asleep, time);
    }

    /// <summary>It is looked at: what it waits for is found anew.</summary>
    public void Awake() => Workforce = null;

    /// <summary>What is remembered of an attempt at a task; nothing is, of one before.</summary>
    public DispatchedAttempt DispatchedAttemptOf(BenchmarkTask task)
    {
        if (!_dispatched.TryGetValue(task.Key, out var known) || known.Attempt != task.Attempt)
        {
            _dispatched[task.Key] = known = new(task.Attempt);
        }

        return known;
    }

    /// <summary>
    /// Takes note of until when somebody says to watch it. That is by another host's clock: what counts is when this process saw it
    /// change. Of what stood there before, only a time to come says that somebody still watches.
    /// </summary>
    public void NoteWatch(DateTimeOffset? until, TimeProvider time)
    {
        if (_watched is not { } known || known.Until != until)
        {
            var isNews = until is not null && (_watched is not null || until > time.GetUtcNow());
            _watched = (until, isNews ? time.GetTimestamp() : default(long?));
        }
    }

    /// <summary>Whether somebody watches it.</summary>
    public bool IsWatched(TimeProvider time) => _watched?.SeenAt is { } at && time.GetElapsedTime(at) < RunReader.WatchTime;

    /// <summary>Takes note of what a worker says of its target.</summary>
    public void NoteAnswers(RunningTask listed, TimeProvider time)
    {
        if (listed.Silence is { } silence)
        {
            SilentSince ??= time.GetTimestamp() - (long)(silence.Seconds * time.TimestampFrequency);
        }
        else if (listed.Answered)
        {
            SilentSince = null;
        }
    }

    /// <summary>True while the row of a dead worker must stay, because a task of the run names it and its death is known by the row
    /// alone.</summary>
    public bool Needs(WorkerState dead) =>
        CurrentOwners.Contains(dead.WorkerId)
            || (dead.Pool == WorkerPool.Bag && Bag is { } bag && (bag.WorkerDied || bag.Workers.Contains(dead.WorkerId)));

    /// <summary>Forgets the tasks of a point that is finished.</summary>
    public void ForgetDispatched() => _dispatched.Clear();
}

/// <summary>What this process saw of one attempt at a task.</summary>
/// <param name="attempt">The attempt.</param>
internal sealed class DispatchedAttempt(int attempt)
{
    public int Attempt { get; } = attempt;

    /// <summary>Time stamp of the message that this process put, and for how long it stays hidden from then on; null when it put
    /// none.</summary>
    public (long At, TimeSpan Delay)? Message { get; set; }

    /// <summary>Time stamp of the latest count of messages by which it is not lost; null for none since it was put.</summary>
    public long? CountedAt { get; set; }

    /// <summary>Messages that this process put for it in place of one that it knew of.</summary>
    public int Reminders { get; set; }

    /// <summary>The order to stop that was seen for it; null when none was.</summary>
    public StopCommand? Stop { get; set; }

    /// <summary>Time stamp of the first time it was seen running; null before.</summary>
    public long? RunningSince { get; set; }
}
