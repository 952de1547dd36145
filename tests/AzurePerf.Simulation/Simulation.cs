using AzurePerf.Simulation.Executions;
using AzurePerf.Simulation.Faults;
using AzurePerf.Simulation.Ports;
using AzurePerf.Simulation.Processes;
using AzurePerf.Simulation.Rules;
using AzurePerf.Simulation.Sabotages;
using AzurePerf.Simulation.Scheduling;
using AzurePerf.Simulation.Workloads;
using AzurePerf.Storage;

namespace AzurePerf.Simulation;

/// <summary>One deployment, simulated from one seed: Web, TaskManagers and workers do their work, and whatever can go wrong does.</summary>
internal sealed class Simulation
{
    private readonly int _seed;
    private readonly Conditions _conditions;
    private readonly SimulationScheduler _scheduler;
    private readonly Trace _trace;
    private readonly Adversary _adversary;
    private readonly Cluster _cluster;
    private readonly RuleBook _rules;
    private readonly Workload _workload;
    private readonly Ledger _ledger;
    private TimeSpan? _deadline;

    /// <param name="seed">Decides everything.</param>
    /// <param name="sabotage">What is broken; null for nothing.</param>
    /// <param name="world">How large it is.</param>
    public Simulation(int seed, Sabotage? sabotage = null, World world = World.Small)
    {
        var random = new Random(seed);
        _seed = seed;
        _conditions = new(random, world) { IsAdaptive = new Random(~seed).Next(3) == 0 };
        _scheduler = new(random);
        _trace = new(_scheduler);
        _adversary = new(random, _conditions, _scheduler, _trace);
        sabotage ??= new();
        var account = sabotage.Account = new(new TrueClock(_scheduler, _conditions.Origin), sabotage, _conditions.RealRows);
        _ledger = new(_scheduler, _trace);
        _rules = new(_conditions, _scheduler, account, _ledger, _adversary);
        _workload = world switch
        {
            World.Wide => WideWorkload.Of(random),
            World.Pipeline => PipelineWorkload.Of(random),
            World.Bundles => BundleWorkload.Of(random),
            _ => new(random),
        };
        if (_conditions.IsAdaptive)
        {
            KnownDurations.Plant(account, _workload, _conditions.Origin, _conditions.Times.Heartbeat);
        }

        _cluster = new(random, _conditions, _scheduler, _adversary, _trace) { Ended = _ledger.EndAll, WallClocksStand = sabotage.WallClocksStand };
        var misfortunes = new Misfortunes(random, _adversary, _conditions, _scheduler, account, _cluster);
        var programs = new HostPrograms(random, _conditions, _scheduler, account, _adversary, _ledger, _workload, _trace)
        {
            Failed = (process, failure) => _rules.Break("NoServiceFails", $"a service of {process} ended with {failure}"),
            Watch = new(_rules.MessagePut, _rules.MessageGot, _rules.MessageDeleted, _rules.MessageHidden, sabotage),
            BarrierAnswered = _rules.BarrierAnswered,
            ErrorLogged = _rules.ErrorLogged,
        };
        _rules.IsRefused = runId => _workload.RefusalOf(runId) is not null;
        account.Refusal = (table, runId) => table == ControlNames.PointsTable ? _workload.RefusalOf(runId) : null;
        sabotage.MessageDeleted = _rules.MessageDeleted;
        sabotage.MessageHidden = _rules.MessageHidden;
        account.Listed = _rules.Listed;
        _ledger.Begun = _rules.Begun;
        _cluster.Launch = programs.Launch;
        _adversary.TwoTaskManagers = () => _cluster.TwoTaskManagers;
        account.Written = changes =>
        {
            _rules.Changed(changes);
            misfortunes.Written();
        };
    }

    /// <summary>Told of every event; null for none.</summary>
    public Action<string>? Listener
    {
        get => _trace.Listener;
        set => _trace.Listener = value;
    }

    /// <summary>Runs until all is done or a rule is broken.</summary>
    public SimulationOutcome Run()
    {
        _cluster.StartAll();
        _scheduler.At(_conditions.FaultsEnd, _adversary.Stop);
        Tick();
        while (_rules.Broken is null && !IsDone())
        {
            Step();
        }

        if (_rules.Broken is null)
        {
            _rules.AtEnd();
        }

        return new(_seed, _conditions.World, _rules.Broken, _adversary.Struck, _workload.Tasks, _ledger.Count, _scheduler.Now, _scheduler.Steps, _trace.Digest, _adversary.Matrix, [.. _trace.Last()]);
    }

    private void Step()
    {
        try
        {
            if (!_scheduler.Step())
            {
                _rules.Break("Progress", "nothing will ever happen again");
            }
        }
        catch (EscapedException escape)
        {
            _rules.Break("OneThread", escape.Message);
        }
    }

    private bool HasEnded => _workload.Schedule is null or { Settled: true }
        && _workload.Requests.All(request => request.Settled && _rules.Tasks.HasEnded(request.RunId))
        && _rules.Tasks.Headers.Values.All(TaskIndex.IsTerminal);

    private void Tick()
    {
        _rules.Tick();
        CheckProgress();
        _scheduler.After(_conditions.Times.WorkerRead, Tick);
    }

    /// <summary>Done when all runs have ended and every process that was paused had time to show what it does afterwards.</summary>
    private bool IsDone()
    {
        if (!HasEnded)
        {
            return false;
        }

        _adversary.Stop();
        return _scheduler.Now > _adversary.CalmFrom + (3 * _conditions.Times.Heartbeat);
    }

    /// <summary>Once faults have stopped every task is terminal and every run over after three sweeps, the time limit, what the tasks that are left need one by one, and as long as a refusal may be of a role that is new.</summary>
    private void CheckProgress()
    {
        if (_adversary.Active || _scheduler.Now < _adversary.CalmFrom)
        {
            return;
        }

        _deadline ??= _scheduler.Now + (3 * _conditions.Times.Sweep) + _conditions.TaskTimeLimit + TimeSpan.FromSeconds(64) + (2 * _conditions.Times.Visibility) + (Math.Max(40, _workload.Tasks) * 3 * _conditions.Times.Heartbeat) + _workload.TriedAgain;
        if (_scheduler.Now > _deadline && !HasEnded)
        {
            var open = string.Join(", ", _rules.Tasks.Open.Select(row => $"{TaskRow.KeyOf(row)} {TaskRow.StatusOf(row)}").Take(3));
            var runs = string.Join(", ", _rules.Tasks.Headers.Select(header => $"{header.Key} {header.Value}"));
            _rules.Break("Progress", $"not all has ended long after the last fault: runs {runs}; tasks {open}");
        }
    }
}
