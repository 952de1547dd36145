using AzurePerf.Core.Runs;
using AzurePerf.Simulation.ModelCheck.Rules;
using AzurePerf.Simulation.ModelCheck.Steps;
using AzurePerf.Simulation.ModelCheck.Worlds;

namespace AzurePerf.Simulation.ModelCheck.Search;

/// <summary>A scope with the rules that hold in it: how it begins, every way on from any of its worlds, and when all is over.</summary>
internal sealed class Model
{
    private readonly Scope _scope;
    private readonly Promises _promises;
    private readonly WorkerSteps _workers;
    private readonly BarrierSteps _barrier;
    private readonly ManagerSteps _managers;
    private readonly Misfortunes _misfortunes;
    private readonly SameWorlds? _same;

    public Model(Scope scope, EngineRules rules)
    {
        var rows = new RowRules(scope, rules);
        _scope = scope;
        var listing = new Listing(scope, rules, rows.Mapping);
        _promises = new(scope, listing);
        _workers = new(scope, rules, rows);
        _barrier = new(scope, rules);
        _managers = new(scope, rules, new(scope, rules, rows.Mapping), rows, _promises, listing);
        _misfortunes = new(scope);
        _same = scope.SharesMessage ? new(scope, _misfortunes) : null;
    }

    /// <summary>A run was submitted; no worker has anything yet.</summary>
    public World First
    {
        get
        {
            var first = new World { Run = RunStatus.Accepted, Gang = (byte)(_scope.IsGang ? 1 : 0), Faults = (byte)_scope.Faults };
            return _same?.First(first) ?? first;
        }
    }

    /// <summary>Adds every way on from a world, each with the promise that it breaks.</summary>
    public void Expand(in World world, Ways ways)
    {
        _workers.Add(world, ways);
        _barrier.Add(world, ways);
        _managers.Add(world, ways);
        _misfortunes.Add(world, ways);
        _same?.Merge(world, ways);
    }

    /// <summary>The promise that a step breaks; null for none.</summary>
    public string? BrokenBy(in World world, in Step step) => step.Broken ?? Promises.BrokenBy(world, step.Next) ?? _promises.BrokenIn(step.Next);

    /// <summary>The run has ended, nothing of it is left anywhere, and nobody does anything for it.</summary>
    public bool IsOver(in World world)
    {
        var left = (world.RunEnded && world.Keys == KeyState.Free ? 0 : 1) + world.Shared;
        for (var task = 0; task < _scope.Tasks; task++)
        {
            left += world.MessagesOf(task);
        }

        for (var slot = 0; slot < _scope.Slots; slot++)
        {
            left += world.Slots[slot].Step == SlotStep.Idle ? 0 : 1;
        }

        return left == 0;
    }
}
