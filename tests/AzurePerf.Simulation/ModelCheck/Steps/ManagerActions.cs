using AzurePerf.Core.Tasks;
using AzurePerf.Simulation.ModelCheck.Rules;
using AzurePerf.Simulation.ModelCheck.Worlds;

namespace AzurePerf.Simulation.ModelCheck.Steps;

/// <summary>What follows at once from a decision of a TaskManager; what is written later is left to <see cref="ManagerWrites"/>.</summary>
internal sealed class ManagerActions(Scope scope, EngineRules rules, RowRules rows, Promises promises, Listing listing)
{
    private readonly BagActions _bags = new(scope, rows, listing);

    /// <param name="next">The world with this TaskManager at rest.</param>
    /// <param name="manager">Which one.</param>
    /// <param name="isChange">Whether even to rest is a change.</param>
    /// <param name="sight">What it saw.</param>
    /// <param name="ways">Takes the outcome.</param>
    public void Wait(in World next, int manager, bool isChange, Sight sight, Ways ways)
    {
        if (isChange)
        {
            ways.Add(next, By(manager, "sees nothing to do"));
        }

        if (scope.IsBag && !sight.ScanIsDue)
        {
            _bags.FenceOverdue(next, manager, ways);
        }
    }

    public void Do(World next, int manager, Manager seen, in Decision decision, Sight sight, Ways ways)
    {
        switch (decision.Kind)
        {
            case DecisionKind.Forget:
                Sweep(next, manager, ways);
                break;
            case DecisionKind.Begin:
                // A bag takes no keys.
                Later(next, manager, new() { Step = scope.IsBag ? ManagerStep.Beginning : ManagerStep.TakingKeys, RunFresh = seen.RunFresh }, "begins the run", ways);
                break;
            case DecisionKind.PlanStage:
                Later(next, manager, new() { Step = ManagerStep.StoringOrders, StageFresh = seen.StageFresh }, "is about to plan the stage", ways);
                break;
            case DecisionKind.CreateTasks:
                Later(next, manager, new() { Step = ManagerStep.Creating, StageFresh = seen.StageFresh }, "is about to make the rows", ways);
                break;
            case DecisionKind.FillBag:
                Later(next, manager, new() { Step = ManagerStep.Filling, StageFresh = seen.StageFresh }, "is about to make the rows of the bag", ways);
                break;
            case DecisionKind.Dispatch:
                Dispatch(next, manager, seen, ways);
                break;
            case DecisionKind.Remind:
                _bags.Remind(next, manager, decision.Task, ways);
                break;
            case DecisionKind.Store:
                Store(next, manager, decision, sight, ways);
                break;
            case DecisionKind.RaiseGang:
                Later(next, manager, new() { Step = ManagerStep.Raising, Gang = (byte)decision.Gang }, "8r (i) is about to raise the gang row", ways);
                break;
            case DecisionKind.OrderStop:
                next.Rows[decision.Task].StopCommanded = true;
                next.Faults -= (byte)(sight.Overdue == decision.Task ? 1 : 0);
                ways.Add(next, By(manager, "8r (ii) commands its owner to stop", decision.Task));
                break;
            case DecisionKind.Advance:
                Advance(next, manager, seen, decision, ways);
                break;
            case DecisionKind.CancelRest:
                CancelRest(next, manager, seen, ways);
                break;
            case DecisionKind.ScanBag:
                if (_bags.Scan(next, manager, seen, sight, ways))
                {
                    Close(next, manager, seen, ways);
                }

                break;
            case DecisionKind.CancelBag:
                if (_bags.Cancel(next, manager, ways))
                {
                    Close(next, manager, seen, ways);
                }

                break;
            case DecisionKind.CloseStage:
                Close(next, manager, seen, ways);
                break;
            case DecisionKind.Finish:
                Finish(next, manager, seen, decision, ways);
                break;
            default:
                throw new InvalidOperationException($"nobody does {decision.Kind}");
        }
    }

    private static Arrow By(int manager, string what, int task = -1) => new('T', manager, what, task);

    private static void Later(World next, int manager, Manager then, string what, Ways ways)
    {
        next.Managers[manager] = then.Step == ManagerStep.Beginning && !then.RunFresh ? default : then;
        ways.Add(next, By(manager, what));
    }

    private static void Sweep(World next, int manager, Ways ways)
    {
        if (next.Keys != KeyState.Free)
        {
            next.Keys = KeyState.Free;
            ways.Add(next, By(manager, "sweeps: the keys of a run that has ended are given back"));
        }
        else
        {
            ways.Add(next, By(manager, "forgets the run"));
        }
    }

    private void Dispatch(World next, int manager, Manager seen, Ways ways)
    {
        var puts = 0;
        for (var task = 0; task < scope.Tasks; task++)
        {
            puts |= next.Rows[task].Is(BenchmarkTaskStatus.Ready) ? 1 << task : 0;
        }

        var then = new Manager { Step = ManagerStep.Putting, Puts = (byte)puts, Then = StageMarks.Dispatched, StageFresh = seen.StageFresh };
        if (rules.MovesCursorFirst && seen.StageFresh)
        {
            next.Stage |= StageMarks.Dispatched;
            next.StageWritten();
            then.Then = StageMarks.None;
        }

        next.Managers[manager] = ManagerWrites.AfterPuts(then);
        ways.Add(next, By(manager, "2 is about to put the messages"));
    }

    private void Store(World next, int manager, in Decision decision, Sight sight, Ways ways)
    {
        var (puts, broken) = (0, default(string));
        for (var task = 0; task < scope.Tasks; task++)
        {
            if (((decision.Writes >> task) & 1) != 0)
            {
                broken ??= ((sight.Dead >> task) & 1) != 0 ? Promises.TakingForDead(next, task) : null;
                next.Rows[task] = decision.After[task];
                next.RowWritten(task);
                puts |= decision.After[task].Is(BenchmarkTaskStatus.Ready) ? 1 << task : 0;
            }
        }

        next.Managers[manager] = ManagerWrites.AfterPuts(new() { Step = ManagerStep.Putting, Puts = (byte)puts, RowsFresh = true });
        ways.Add(next, By(manager, NameOf((decision.Writes & 1) != 0 ? decision.After[0].Status : decision.After[1].Status)), broken);
    }

    private string NameOf(BenchmarkTaskStatus after) => after switch
    {
        BenchmarkTaskStatus.Done => "4d accepts the point",
        BenchmarkTaskStatus.Ready when scope.Measures => "8r (iii) repeats the point",
        BenchmarkTaskStatus.Failed => "8r (iii) fails the point",
        BenchmarkTaskStatus.Cancelled => "9 gives up what was handed out",
        _ => "7 fences an orphan",
    };

    private void Advance(World next, int manager, Manager seen, in Decision decision, Ways ways)
    {
        var marks = StageMarks.Finished | (decision.Failed ? StageMarks.Failed : StageMarks.None);
        next.Managers[manager] = decision.Publishes ? new() { Step = ManagerStep.Publishing, Then = marks, StageFresh = seen.StageFresh }
            : seen.StageFresh ? new() { Step = ManagerStep.MovingCursor, Then = marks, StageFresh = true }
            : default;
        ways.Add(next, By(manager, "sees the point decided"));
    }

    /// <summary>As the host does it: rows that nobody has taken are given up; a first one that somebody took makes theirs the current point.</summary>
    private void CancelRest(World next, int manager, Manager seen, Ways ways)
    {
        var allReady = true;
        for (var task = 0; task < scope.Tasks; task++)
        {
            allReady &= next.Rows[task].Is(BenchmarkTaskStatus.Ready);
        }

        for (var task = 0; allReady && task < scope.Tasks; task++)
        {
            next.Rows[task].Status = BenchmarkTaskStatus.Cancelled;
            next.RowWritten(task);
        }

        var marks = allReady ? StageMarks.Dispatched | StageMarks.Finished : StageMarks.Dispatched;
        next.Managers[manager] = seen.StageFresh ? new() { Step = ManagerStep.MovingCursor, Then = marks, StageFresh = true } : default;
        ways.Add(next, By(manager, allReady ? "9 gives up what was never handed out" : "sees that somebody took what was never handed out"));
    }

    /// <summary>The header is written in the same transaction, as it was read.</summary>
    private void Close(World next, int manager, Manager seen, Ways ways)
    {
        if (seen is { RunFresh: true, StageFresh: true })
        {
            next.Stage |= StageMarks.Closed | (scope.IsBag ? StageMarks.Finished : StageMarks.None);
            next.Stage |= scope.IsBag && (next.Rows[0].Is(BenchmarkTaskStatus.Dead) || next.Rows[1].Is(BenchmarkTaskStatus.Dead)) ? StageMarks.Failed : StageMarks.None;
            next.RunWritten();
            next.StageWritten();
        }

        ways.Add(next, By(manager, "closes the stage"));
    }

    private void Finish(World next, int manager, Manager seen, in Decision decision, Ways ways)
    {
        if (rules.ReleasesKeysLast)
        {
            if (seen.RunFresh)
            {
                var broken = promises.EndingRun(next);
                next.Run = decision.Status;
                next.RunWritten();
                next.Managers[manager] = new() { Step = ManagerStep.ReleasingLate };
                ways.Add(next, By(manager, "ends the run"), broken);
            }

            return;
        }

        var early = next.Keys == KeyState.Free ? null : Promises.ReleasingKeys(next);
        next.Keys = KeyState.Free;
        next.Managers[manager] = seen.RunFresh ? new() { Step = ManagerStep.Ending, Run = decision.Status, RunFresh = true } : default;
        ways.Add(next, By(manager, "gives the keys back"), early);
    }
}
