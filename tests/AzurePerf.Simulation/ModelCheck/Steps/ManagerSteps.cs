using AzurePerf.Core.Tasks;
using AzurePerf.Simulation.ModelCheck.Rules;
using AzurePerf.Simulation.ModelCheck.Worlds;

namespace AzurePerf.Simulation.ModelCheck.Steps;

/// <summary>
/// What the TaskManagers do: look, decide, and write step by step. A write that can only succeed while the rows of the decision are unchanged happens with the decision: had one
/// changed in between, nothing would be written.
/// </summary>
internal sealed class ManagerSteps(Scope scope, EngineRules rules, RunRules runs, RowRules rows, Promises promises, Listing listing)
{
    private readonly ManagerWrites _writes = new(scope, rules, rows, promises, listing);
    private readonly ManagerActions _actions = new(scope, rules, rows, promises, listing);

    public void Add(in World world, Ways ways)
    {
        for (var manager = 0; manager < scope.Managers; manager++)
        {
            switch (world.Managers[manager].Step)
            {
                case ManagerStep.Idle when (scope.TornLooks && !scope.SharesMessage) || rules.ReadsWorkersFirst:
                    Look(world, manager, ways);
                    break;
                case ManagerStep.Idle:
                    Decide(world, manager, Seen(world), ways);
                    break;
                case ManagerStep.Looked:
                    Decide(world, manager, world.Managers[manager], ways);
                    break;
                default:
                    _writes.Add(world, manager, ways);
                    break;
            }
        }
    }

    /// <summary>A TaskManager that has read header and stage.</summary>
    public static Manager Looked(in World world) => new()
    {
        Step = ManagerStep.Looked,
        Run = world.Run,
        Stage = world.Stage,
        RunFresh = true,
        StageFresh = true,
    };

    private Manager Seen(in World world)
    {
        var missing = 0;
        for (var process = 0; rules.ReadsWorkersFirst && process < scope.Workers; process++)
        {
            missing |= world.Processes[process] == Life.Alive ? 0 : 1 << process;
        }

        return Looked(world) with { Missing = (byte)missing };
    }

    private void Look(in World world, int manager, Ways ways)
    {
        var next = world;
        next.Managers[manager] = Seen(world);
        ways.Add(next, new('T', manager, rules.ReadsWorkersFirst ? "reads header, stage and workers" : "reads header and stage"));
    }

    /// <summary>For everything that it may happen to see: which owners count as dead by now, and for what it is time.</summary>
    private void Decide(in World world, int manager, Manager seen, Ways ways)
    {
        var deadable = Deadable(world, seen);
        for (var dead = deadable; ; dead = scope.SharesMessage ? 0 : (dead - 1) & deadable)
        {
            Decide(world, manager, seen, new(dead), ways);
            for (var task = 0; task < scope.Tasks && !scope.IsBag; task++)
            {
                if (world.Rows[task].Is(BenchmarkTaskStatus.Ready) && world.MessagesOf(task) < 2)
                {
                    Decide(world, manager, seen, new(dead, Forgotten: task), ways);
                }

                if (world.Rows[task].Is(BenchmarkTaskStatus.Running) && !world.Rows[task].StopCommanded && world.Faults > 0)
                {
                    Decide(world, manager, seen, new(dead, Overdue: task), ways);
                }
            }

            if (scope.IsBag)
            {
                Decide(world, manager, seen, new(dead, ScanIsDue: true), ways);
            }

            if (dead == 0)
            {
                break;
            }
        }
    }

    private int Deadable(in World world, Manager seen)
    {
        var dead = 0;
        for (var task = 0; task < scope.Tasks; task++)
        {
            var row = world.Rows[task];
            var known = row.Is(BenchmarkTaskStatus.Running)
                && (row.Owner == Row.Gone || world.Processes[row.Owner - 1] == Life.Stopping || ((seen.Missing >> (row.Owner - 1)) & 1) != 0);
            dead |= known ? 1 << task : 0;
        }

        return dead;
    }

    private void Decide(in World world, int manager, Manager seen, Sight sight, Ways ways)
    {
        var decision = runs.Next(seen.Run, seen.Stage, world.Gang, world.Rows, sight);
        var next = world;
        next.Managers[manager] = default;
        if (decision.Kind == DecisionKind.Wait)
        {
            _actions.Wait(next, manager, world.Managers[manager].Step == ManagerStep.Looked, sight, ways);
        }
        else
        {
            _actions.Do(next, manager, seen, decision, sight, ways);
        }
    }
}
