using AzurePerf.Core.Runs;
using AzurePerf.Core.Tasks;
using AzurePerf.Simulation.ModelCheck.Rules;
using AzurePerf.Simulation.ModelCheck.Worlds;

namespace AzurePerf.Simulation.ModelCheck.Steps;

/// <summary>The writes of a TaskManager that come after its decision, one by one, in the order of the host.</summary>
internal sealed class ManagerWrites(Scope scope, EngineRules rules, RowRules rows, Promises promises, Listing listing)
{
    private readonly BundleActions _bundles = new(scope, rows, listing);

    /// <summary>Where a TaskManager is that has put some messages: at the next one, at its cursor, or at rest.</summary>
    public static Manager AfterPuts(Manager putting) => putting switch
    {
        { Puts: > 0 } => putting with { StageFresh = putting.Then != StageMarks.None && putting.StageFresh },
        { Then: not StageMarks.None, StageFresh: true } => new() { Step = ManagerStep.MovingCursor, Then = putting.Then, StageFresh = true },
        _ => default,
    };

    public void Add(in World world, int manager, Ways ways)
    {
        switch (world.Managers[manager].Step)
        {
            case ManagerStep.TakingKeys:
                TakeKeys(world, manager, ways);
                break;
            case ManagerStep.Beginning:
                Begin(world, manager, ways);
                break;
            case ManagerStep.Creating:
                Create(world, manager, ways);
                break;
            case ManagerStep.Filling:
                Fill(world, manager, ways);
                break;
            case ManagerStep.Putting:
                Put(world, manager, ways);
                break;
            case ManagerStep.MovingCursor:
                MoveCursor(world, manager, ways);
                break;
            case ManagerStep.Raising:
                Raise(world, manager, ways);
                break;
            case ManagerStep.Publishing:
                Publish(world, manager, ways);
                break;
            case ManagerStep.Ending:
                End(world, manager, ways);
                break;
            case ManagerStep.Stealing when scope.SharesMessage:
                _bundles.Steal(world, manager, ways);
                break;
            case ManagerStep.Stealing:
                Steal(world, manager, ways);
                break;
            case ManagerStep.StoringOrders:
                StoreOrders(world, manager, ways);
                break;
            case ManagerStep.StoringPlan:
                StorePlan(world, manager, ways);
                break;
            case ManagerStep.ReleasingLate:
                ReleaseLate(world, manager, ways);
                break;
        }
    }

    private static Arrow By(int manager, string what, int task = -1) => new('T', manager, what, task);

    private static void TakeKeys(World next, int manager, Ways ways)
    {
        next.Keys = next.Keys != KeyState.Free ? next.Keys : next.Run == RunStatus.Accepted ? KeyState.Held : KeyState.Stray;
        next.Managers[manager] = next.Managers[manager].RunFresh ? new() { Step = ManagerStep.Beginning, RunFresh = true } : default;
        ways.Add(next, By(manager, "takes the keys"));
    }

    private static void Begin(World next, int manager, Ways ways)
    {
        next.Managers[manager] = default;
        next.Run = RunStatus.Running;
        next.Stage = StageMarks.Planned;
        next.RunWritten();
        next.StageWritten();
        ways.Add(next, By(manager, "writes header and stage"));
    }

    /// <summary>Nobody knows of them before the plan is stored. They are gone with a try whose plan is refused.</summary>
    private void StoreOrders(World next, int manager, Ways ways)
    {
        if (!rules.PlansIfMatch)
        {
            StorePlan(next, manager, ways);
            return;
        }

        var mayWrite = next.Managers[manager].StageFresh;
        next.Managers[manager] = mayWrite && !rules.StoresPlanFirst ? new() { Step = ManagerStep.StoringPlan, StageFresh = true } : default;
        if (mayWrite && rules.StoresPlanFirst)
        {
            next.Stage |= StageMarks.Ordered;
            next.StageWritten();
        }

        ways.Add(next, By(manager, "stores the orders of a stage"));
    }

    private static void StorePlan(World next, int manager, Ways ways)
    {
        var broken = next.Stage.HasFlag(StageMarks.Ordered) ? "a stage was planned twice" : null;
        next.Stage |= StageMarks.Ordered;
        next.HasOrders = true;
        next.Managers[manager] = default;
        next.StageWritten();
        ways.Add(next, By(manager, "stores the plan of a stage"), broken);
    }

    private void Create(World next, int manager, Ways ways)
    {
        MakeRows(ref next);
        next.Managers[manager] = AfterPuts(next.Managers[manager] with { Step = ManagerStep.Putting, Then = StageMarks.Created });
        ways.Add(next, By(manager, "1 makes the rows"));
    }

    private void Fill(World next, int manager, Ways ways)
    {
        MakeRows(ref next);
        var then = new Manager
        {
            Step = ManagerStep.Putting,
            Puts = (byte)(next.Rows[0].Is(BenchmarkTaskStatus.Ready) ? 1 : 0),
            RowsFresh = !scope.SharesMessage,
            Then = StageMarks.Created | StageMarks.Dispatched,
            StageFresh = next.Managers[manager].StageFresh,
        };
        if (scope.SharesMessage)
        {
            (then.Puts, then.PutsShared) = _bundles.PutsFor(next);
        }

        if (rules.MovesCursorFirst && then.StageFresh)
        {
            next.Stage |= then.Then;
            next.StageWritten();
            then.Then = StageMarks.None;
        }

        next.Managers[manager] = AfterPuts(then);
        ways.Add(next, By(manager, "1 makes the rows of the bag, or finds them made"));
    }

    private void MakeRows(ref World next)
    {
        if (!Runs.IsPlanned(scope, next.Stage))
        {
            throw new InvalidOperationException("rows are made of a stage that has no plan");
        }

        for (var task = 0; task < scope.Tasks && !next.Rows[task].Exists; task++)
        {
            next.Rows[task] = new() { Exists = true, Status = BenchmarkTaskStatus.Ready, Attempt = 1, Bundled = scope.SharesMessage };
            next.MadeLate |= next.Stage.HasFlag(StageMarks.Closed);
            next.RowWritten(task);
        }
    }

    private void Put(World next, int manager, Ways ways)
    {
        var putting = next.Managers[manager];
        if (putting.PutsShared && scope.SharesMessage)
        {
            next.AddShared();
            next.Managers[manager] = AfterPuts(putting with { Puts = 0, PutsShared = false });
            ways.Add(next, By(manager, "2 puts a message of several"));
            return;
        }

        var task = (putting.Puts & 1) != 0 ? 0 : 1;
        next.AddMessage(task, scope.IsBag && putting.RowsFresh);
        next.Managers[manager] = AfterPuts(putting with { Puts = (byte)(putting.Puts & ~(1 << task)) });
        ways.Add(next, By(manager, "2 puts a message", task));
    }

    private static void MoveCursor(World next, int manager, Ways ways)
    {
        var then = next.Managers[manager].Then;
        next.Stage |= then;
        next.Managers[manager] = default;
        next.StageWritten();
        ways.Add(next, By(manager, then.HasFlag(StageMarks.Finished) ? "counts the tasks as finished" : "moves the cursor"));
    }

    /// <summary>The gang row is read anew for it.</summary>
    private static void Raise(World next, int manager, Ways ways)
    {
        if (next.Gang < next.Managers[manager].Gang)
        {
            next.Gang = next.Managers[manager].Gang;
            next.Go = false;
            next.GoOwners = default;
        }

        next.Managers[manager] = default;
        ways.Add(next, By(manager, "8r (i) raises the gang row"));
    }

    private void Publish(World next, int manager, Ways ways)
    {
        var publishing = next.Managers[manager];
        var broken = promises.Publishing(next);
        next.Published = true;
        next.Managers[manager] = AfterPuts(publishing with { Step = ManagerStep.Putting });
        ways.Add(next, By(manager, "publishes the point"), broken);
    }

    private void End(World next, int manager, Ways ways)
    {
        var broken = promises.EndingRun(next);
        next.Run = next.Managers[manager].Run;
        next.Managers[manager] = default;
        next.RunWritten();
        ways.Add(next, By(manager, "ends the run"), broken);
    }

    /// <summary>The message that the fenced worker held, if its receipt still opens it, else a new one.</summary>
    private void Steal(in World world, int manager, Ways ways)
    {
        var fresh = world.Managers[manager].RowsFresh;
        var put = world;
        put.Managers[manager] = default;
        var stolen = put;
        put.AddMessage(0, fresh);
        ways.Add(put, By(manager, "puts a new message", 0));
        if (stolen.Stale[0] > 0)
        {
            stolen.Stale[0]--;
            stolen.AddMessage(0, fresh);
            ways.Add(stolen, By(manager, "steals the message", 0));
        }

        for (var slot = 0; slot < scope.Slots; slot++)
        {
            if (world.Slots[slot].Message != Receipt.None)
            {
                var taken = world;
                taken.Managers[manager] = default;
                taken.Slots[slot].Message = Receipt.None;
                taken.AddMessage(0, fresh);
                ways.Add(taken, By(manager, "steals the message of a worker", 0));
            }
        }
    }

    private static void ReleaseLate(World next, int manager, Ways ways)
    {
        next.Keys = KeyState.Free;
        next.Managers[manager] = default;
        ways.Add(next, By(manager, "gives the keys back"));
    }
}
