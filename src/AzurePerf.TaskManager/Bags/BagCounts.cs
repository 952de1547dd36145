using AzurePerf.Core.Experiments.Stages;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Tasks;

namespace AzurePerf.TaskManager.Bags;

/// <summary>How the tasks of a finished bag ended, counted from its rows.</summary>
internal sealed class BagCounts
{
    private readonly SortedDictionary<FailureCause, int> _ends = [];
    private long _repeated;
    private int _dead;
    private int _cancelled;
    private TimeSpan _work;
    private TimeSpan _longest;
    private TimeSpan _slotTime;
    private long _storedBytes;

    /// <summary>The points that its products were folded into; empty where they tell none.</summary>
    public IReadOnlyList<StagePoint> Points { get; set; } = [];

    /// <summary>Whether a worker that injects faults executed any of its tasks.</summary>
    public bool HasInjectedFaults { get; private set; }

    /// <summary>Tasks that were counted.</summary>
    public int Rows { get; private set; }

    /// <summary>Whether each task of the stage was counted and none of them was cancelled.</summary>
    public bool AreOfAll(StageState stage) => _cancelled == 0 && Rows == stage.Total;

    public void Add(BenchmarkTask task)
    {
        Rows++;
        HasInjectedFaults |= InjectedFaults.AreIn(task.Sku);
        _repeated += Math.Max(task.Ends.Count - (task.Status == BenchmarkTaskStatus.Dead ? 1 : 0), 0);
        _dead += task.Status == BenchmarkTaskStatus.Dead ? 1 : 0;
        if (task is { Status: BenchmarkTaskStatus.Done, EndedAt: { } ended, ClaimedAt: { } claimed } && ended > claimed)
        {
            _work += ended - claimed;
            _longest = ended - claimed > _longest ? ended - claimed : _longest;
        }

        _cancelled += task.Status == BenchmarkTaskStatus.Cancelled ? 1 : 0;
    }

    /// <summary>Counts what a task used: the slot of each of its executions, and what the last one stored.</summary>
    /// <param name="task">The task.</param>
    /// <param name="ends">How its executions ended that brought no result of their own.</param>
    /// <param name="storage">What the tasks of its stage store; null for nothing.</param>
    /// <param name="now">The time: until then one is counted that was given up while it was executed.</param>
    public void AddUse(BenchmarkTask task, IReadOnlyList<AbnormalEnd> ends, StageStorage? storage, DateTimeOffset now)
    {
        _slotTime += TaskUse.SlotTime(task, ends, now);
        _storedBytes += task is { Status: BenchmarkTaskStatus.Done, IsReused: false } && storage is not null
            ? BytesOf(task, storage)
            : 0;
    }

    /// <summary>None of a result that the experiment's code in this build cannot read, however that fails, so that nobody can tell: its run
    /// may be ended all the same.</summary>
    private static long BytesOf(BenchmarkTask task, StageStorage storage)
    {
        try
        {
            return storage.BytesOf(task.Result);
        }
        catch (Exception exception) when (exception is not OutOfMemoryException)
        {
            return 0;
        }
    }

    /// <summary>Counts an execution without a result of its own; one that found its product there already is none that lacks one.</summary>
    public void Add(AbnormalEnd end)
    {
        HasInjectedFaults |= InjectedFaults.AreIn(end.Sku);
        if (!FailureTaxonomy.IsReuse(end.Cause))
        {
            _ends[end.Cause] = _ends.GetValueOrDefault(end.Cause) + 1;
        }
    }

    /// <summary>The stage with these counts. A block whose messages were still being put when the run was cancelled has rows that the
    /// cursor does not count yet.</summary>
    public StageState NotedIn(StageState stage)
    {
        var made = Math.Max(stage.Created, Rows);
        return stage with
        {
            Created = made,
            Dispatched = made,
            Finished = made,
            Failed = _dead,
            Cancelled = _cancelled,
            Repeated = _repeated,
            Ends = _ends,
            Work = _work,
            Longest = _longest,
            SlotTime = _slotTime,
            StoredBytes = _storedBytes,
        };
    }
}
