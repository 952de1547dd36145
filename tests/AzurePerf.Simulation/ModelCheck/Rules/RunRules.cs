using AzurePerf.Core.Runs;
using AzurePerf.Core.Tasks;
using AzurePerf.Simulation.ModelCheck.Worlds;

namespace AzurePerf.Simulation.ModelCheck.Rules;

/// <summary>The engine's decision about a run, over the model. It is pure: what was asked once is remembered.</summary>
internal sealed class RunRules(Scope scope, EngineRules rules, RowMapping mapping)
{
    private static readonly TimeSpan Long = TimeSpan.FromHours(1);

    private readonly Dictionary<(long Stored, int Sight), Decision> _known = [];

    /// <param name="run">The header as read.</param>
    /// <param name="stage">The stage as read.</param>
    /// <param name="gang">The number in the gang row as it is.</param>
    /// <param name="rows">The rows as they are.</param>
    /// <param name="sight">What else it sees.</param>
    public Decision Next(RunStatus run, StageMarks stage, int gang, in PerTask<Row> rows, Sight sight)
    {
        var stored = (long)run | ((long)stage << 3) | ((long)gang << 10) | (scope.IsBag ? 0 : ((long)rows[0].Code << 13) | ((long)rows[1].Code << 31));
        var key = (stored, sight.Dead | ((sight.Forgotten + 1) << 2) | ((sight.Overdue + 1) << 4) | (sight.ScanIsDue ? 1 << 6 : 0));
        if (!_known.TryGetValue(key, out var known))
        {
            _known[key] = known = Map(rules.Next(SnapshotOf(run, stage, gang, rows, sight)), rows);
        }

        return known;
    }

    private RunSnapshot SnapshotOf(RunStatus run, StageMarks marks, int gang, in PerTask<Row> rows, Sight sight)
    {
        var stages = marks.HasFlag(StageMarks.Planned) ? new[] { Runs.Stage(scope, marks) } : [];
        var isOut = !scope.IsBag && marks.HasFlag(StageMarks.Dispatched) && !marks.HasFlag(StageMarks.Finished) && !marks.HasFlag(StageMarks.Closed);
        var current = new List<DispatchedTask>();
        for (var task = 0; isOut && task < scope.Tasks; task++)
        {
            current.Add(LookAt(rows[task], task, sight));
        }

        return new()
        {
            Run = Runs.In(run, scope.Tasks),
            Stages = stages,
            Current = current,
            Gang = Math.Max(scope.IsGang ? gang : 0, current.Select(task => task.Task.Attempt).DefaultIfEmpty().Max()),
            LimitOf = _ => new ExecutionLimits(Long, Long, "the limit", scope.Measures),
            Bag = scope.IsBag && stages.Length > 0 && !stages[0].Closed && stages[0].IsPlanned ? BagSeen(sight.ScanIsDue) : null,
            Now = Instants.Manager,
        };
    }

    private DispatchedTask LookAt(Row row, int task, Sight sight) => new(mapping.ToTask(row, task))
    {
        OwnerIsDead = ((sight.Dead >> task) & 1) != 0,
        StopCommanded = row.StopCommanded,
        MessageOutFor = row.Status == BenchmarkTaskStatus.Running || sight.Forgotten == task ? null : TimeSpan.Zero,
        Elapsed = sight.Overdue == task ? Long : TimeSpan.Zero,
    };

    private static BagView BagSeen(bool scanIsDue) => new()
    {
        AllOut = true,
        Outstanding = 0,
        Window = 64,
        WorkersAreIdle = false,
        Unchanged = TimeSpan.Zero,
        SinceCounted = TimeSpan.Zero,
        SinceScan = scanIsDue ? null : TimeSpan.Zero,
        WorkerDied = false,
    };

    private Decision Map(RunAction action, in PerTask<Row> rows) => action switch
    {
        RunAction.Wait => new() { Kind = DecisionKind.Wait },
        RunAction.Forget => new() { Kind = DecisionKind.Forget },
        RunAction.Begin => new() { Kind = DecisionKind.Begin },
        RunAction.PlanStage => new() { Kind = DecisionKind.PlanStage },
        RunAction.CreateTasks => new() { Kind = DecisionKind.CreateTasks },
        RunAction.Dispatch => new() { Kind = DecisionKind.Dispatch },
        RunAction.Remind remind => new() { Kind = DecisionKind.Remind, Task = remind.Task.Key.Number },
        RunAction.Store store => Stored(store, rows),
        RunAction.RaiseGang raise => new() { Kind = DecisionKind.RaiseGang, Gang = raise.Gang },
        RunAction.OrderStop stop => new() { Kind = DecisionKind.OrderStop, Task = stop.Task.Key.Number },
        RunAction.Advance advance => new()
        {
            Kind = DecisionKind.Advance,
            Publishes = scope.Measures && advance.Tasks[0].Status != BenchmarkTaskStatus.Cancelled,
            Failed = advance.Tasks.Any(task => task.Status is BenchmarkTaskStatus.Failed or BenchmarkTaskStatus.Dead),
        },
        RunAction.CancelRest => new() { Kind = DecisionKind.CancelRest },
        RunAction.FillBag => new() { Kind = DecisionKind.FillBag },
        RunAction.ScanBag => new() { Kind = DecisionKind.ScanBag },
        RunAction.CancelBag => new() { Kind = DecisionKind.CancelBag },
        RunAction.CloseStage => new() { Kind = DecisionKind.CloseStage },
        RunAction.Finish finish => new() { Kind = DecisionKind.Finish, Status = finish.Status },
        _ => throw new InvalidOperationException($"the model has no {action}"),
    };

    private static Decision Stored(RunAction.Store store, in PerTask<Row> rows)
    {
        var decision = new Decision { Kind = DecisionKind.Store };
        foreach (var task in store.After)
        {
            var number = task.Key.Number;
            decision.Writes |= 1 << number;
            decision.After[number] = RowMapping.ToRow(task, rows[number]);
        }

        return decision;
    }
}
