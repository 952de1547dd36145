using AzurePerf.Simulation.ModelCheck.Rules;
using AzurePerf.Simulation.ModelCheck.Steps;
using AzurePerf.Simulation.ModelCheck.Worlds;

namespace AzurePerf.Simulation.ModelCheck.Search;

/// <summary>
/// Visits every world that can be reached, those that are fewer steps away first, so that what it finds is found by the shortest way. Then looks whether the end of the run can be
/// reached from each of them without any more faults: a world without a way to it has lost a task.
/// </summary>
internal sealed class Searcher(Scope scope, EngineRules rules)
{
    private const int StepsBetweenLooksAtTheClock = 4096;

    private readonly Model _model = new(scope, rules);
    private readonly Packing _packing = new(scope);
    private readonly StateTable _states = new();
    private readonly EdgeList _edges = new();
    private readonly List<int> _overs = [];
    private readonly Ways _ways = new();
    private readonly HashSet<string> _arrows = new(ReferenceEqualityComparer.Instance);
    private long _steps;

    /// <param name="limit">How long it may search; null for to the end.</param>
    /// <param name="mostStates">How many worlds it may keep.</param>
    /// <param name="clock">By what time; null for time as it passes.</param>
    public SearchOutcome Run(TimeSpan? limit = null, int mostStates = int.MaxValue, Func<TimeSpan>? clock = null)
    {
        clock ??= OwnTime.Passing;
        var began = clock();
        _states.Add(_packing.Pack(_model.First), -1);
        for (var state = 0; state < _states.Count; state++)
        {
            var isLate = limit is { } most && state % StepsBetweenLooksAtTheClock == 0 && clock() - began > most;
            if (isLate || _states.Count >= mostStates)
            {
                return Outcome(clock() - began, isComplete: false, null, []);
            }

            if (Visit(state) is { } broken)
            {
                return Outcome(clock() - began, isComplete: false, broken, TraceTo(state));
            }
        }

        var reaching = _edges.Reaching(_overs);
        return Array.IndexOf(reaching, false) is >= 0 and var stuck
            ? Outcome(clock() - began, isComplete: true, "from here the run can never end", TraceTo(stuck))
            : Outcome(clock() - began, isComplete: true, null, []);
    }

    private SearchOutcome Outcome(TimeSpan taken, bool isComplete, string? broken, IReadOnlyList<string> trace) =>
        new(scope, _states.Count, _steps, isComplete, broken, trace, _arrows.ToHashSet(StringComparer.Ordinal), taken.TotalSeconds);

    /// <summary>The promise that a way on from a world breaks; null for none.</summary>
    private string? Visit(int state)
    {
        var world = _packing.Unpack(_states[state]);
        if (Expand(world) is { } fault)
        {
            return fault;
        }

        foreach (var way in _ways.All)
        {
            _steps++;
            if (_model.BrokenBy(world, way) is { } broken)
            {
                return broken;
            }

            var (next, _) = _states.Add(_packing.Pack(way.Next), state);
            _arrows.Add(way.Arrow.What);
            if (next != state && !way.IsMishap(world))
            {
                _edges.Add(next);
            }
        }

        _edges.Close();
        if (_model.IsOver(world))
        {
            _overs.Add(state);
        }

        return null;
    }

    /// <summary>Finds the ways on from a world; the fault of a decision, for which the TaskManager would end the run, or null.</summary>
    private string? Expand(in World world)
    {
        _ways.Clear();
        try
        {
            _model.Expand(world, _ways);
            return null;
        }
        catch (Exception fault) when (fault is not OutOfMemoryException)
        {
            return $"a decision throws, so that its run would be ended: {fault.Message}";
        }
    }

    /// <summary>The arrows from the first world to one, found again by going the same way, with everybody keeping his number.</summary>
    private List<string> TraceTo(int state)
    {
        var way = new List<int>();
        for (var at = state; at >= 0; at = _states.ParentOf(at))
        {
            way.Add(at);
        }

        way.Reverse();
        var arrows = new List<string>();
        var world = _model.First;
        for (var at = 1; at < way.Count; at++)
        {
            _ways.Clear();
            _model.Expand(world, _ways);
            var step = _ways.All.First(step => _packing.Pack(step.Next) == _states[way[at]]);
            arrows.Add(step.Arrow.ToString());
            world = step.Next;
        }

        if (Expand(world) is null && _ways.All.FirstOrDefault(step => _model.BrokenBy(world, step) is not null) is { Arrow.What: not null } last)
        {
            arrows.Add(last.Arrow.ToString());
        }

        return arrows;
    }
}
