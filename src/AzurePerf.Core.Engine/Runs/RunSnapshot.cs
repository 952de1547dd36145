using AzurePerf.Core.Tasks;
using AzurePerf.Core.Workers;

namespace AzurePerf.Core.Runs;

/// <summary>Everything that the next step of a run depends on.</summary>
public sealed record RunSnapshot
{
    public required RunState Run { get; init; }

    /// <summary>Its stages, in order; empty before it is planned.</summary>
    public required IReadOnlyList<StageState> Stages { get; init; }

    /// <summary>The tasks of the point that was handed out and is not counted as finished yet, or the one task of another stage; empty when
    /// there is none.</summary>
    public IReadOnlyList<DispatchedTask> Current { get; init; } = [];

    /// <summary>The number of the point's gang row; the attempt of a point that has none.</summary>
    public int Gang { get; init; }

    /// <summary>What an execution of the current tasks may take.</summary>
    public required Func<DispatchedTask, ExecutionLimits> LimitOf { get; init; }

    /// <summary>When the current point of a series is a gap unless a worker has taken it; null outside a series, and for its
    /// first point.</summary>
    public DateTimeOffset? MissedAt { get; init; }

    /// <summary>When the next point of a series is due; null when it may start at once.</summary>
    public DateTimeOffset? NextDueAt { get; init; }

    /// <summary>False while another pool executes tasks where points may be measured.</summary>
    public bool HostsAreFree { get; init; } = true;

    /// <summary>Which workers the open stage needs that are not alive; none when enough are.</summary>
    public IReadOnlyList<MissingPool> MissingWorkers { get; init; } = [];

    /// <summary>For how long it has waited for them; zero while none are missing.</summary>
    public TimeSpan WithoutWorkersFor { get; init; }

    /// <summary>How long a run waits for workers.</summary>
    public TimeSpan WorkerWaitLimit { get; init; } = TimeSpan.MaxValue;

    /// <summary>True when another run waits for its keys, and a worker is alive that could measure for it.</summary>
    public bool IsInTheWay { get; init; }

    /// <summary>Whether it holds its keys; null where this process does not know.</summary>
    public bool? HoldsKeys { get; init; }

    /// <summary>For how long the target has not answered, over all attempts; zero while it answers.</summary>
    public TimeSpan SilentFor { get; init; }

    /// <summary>How long set-up and cleaning up may go without an answer of the target.</summary>
    public TimeSpan SetUpLimit { get; init; } = TimeSpan.MaxValue;

    /// <summary>What is known of the open bag; null when the open stage is none.</summary>
    public BagView? Bag { get; init; }

    /// <summary>Wall clock of the TaskManager, for what is written and for series; nothing else is decided by it.</summary>
    public required DateTimeOffset Now { get; init; }

    internal IReadOnlyList<BenchmarkTask> CurrentTasks => [.. Current.Select(current => current.Task)];

    internal StopCommand? StopOf(BenchmarkTask task) => Current.FirstOrDefault(current => current.Task.Key == task.Key)?.Stop;

    internal bool IsDead(string workerId) => Current.Any(current => current.OwnerIsDead && current.Task.Owner == workerId);
}
