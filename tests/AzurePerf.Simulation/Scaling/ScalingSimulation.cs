using AzurePerf.Core.Runs;
using AzurePerf.Core.Tasks;
using AzurePerf.Core.Workers;
using AzurePerf.Simulation.Executions;
using AzurePerf.Simulation.Faults;
using AzurePerf.Simulation.Ports;
using AzurePerf.Simulation.Processes;
using AzurePerf.Simulation.Sabotages;
using AzurePerf.Simulation.Scheduling;
using AzurePerf.Simulation.Workloads;
using AzurePerf.Storage;
using AzurePerf.Storage.Rows;

namespace AzurePerf.Simulation.Scaling;

/// <summary>The real TaskManager and real workers under the platform's scaling: both pools, waves of tasks, gangs and points of ten minutes. Nothing else goes wrong.</summary>
internal sealed class ScalingSimulation
{
    /// <summary>After SIGTERM the platform waits this long before it ends a replica by force.</summary>
    private static readonly TimeSpan Grace = TimeSpan.FromSeconds(60);

    public const int SmallBags = 4;
    public const int TasksOfSmallBag = 16;

    private static readonly TimeSpan Limit = TimeSpan.FromHours(24);

    private readonly Random _random;
    private readonly Conditions _conditions;
    private readonly SimulationScheduler _scheduler;
    private readonly ControlAccount _account;
    private readonly Ledger _ledger;
    private readonly Workload _workload;
    private readonly HostPrograms _programs;
    private readonly KedaPool _measure;
    private readonly KedaPool _bag;
    private (int All, int WithBagTasks, int Measuring) _terminated;
    private int _bagExecutions;
    private string _fault = "";

    /// <param name="seed">Decides everything.</param>
    /// <param name="waves">Bags, one every quarter of an hour.</param>
    /// <param name="tasksOfWave">Tasks of each.</param>
    /// <param name="careless">True for measure workers that do not stand in the queue while others measure.</param>
    public ScalingSimulation(int seed, int waves, int tasksOfWave, bool careless)
    {
        _random = new(seed);
        _conditions = new(_random);
        _scheduler = new(_random);
        var trace = new Trace(_scheduler);
        var adversary = new Adversary(_random, _conditions, _scheduler, trace);
        adversary.Stop();
        var sabotage = new Sabotage();
        _account = sabotage.Account = new(new TrueClock(_scheduler, _conditions.Origin), sabotage);
        _ledger = new(_scheduler, trace) { Begun = execution => _bagExecutions += execution.Kind == StageKind.Bag ? 1 : 0 };
        _workload = new([.. RequestsOf(waves, tasksOfWave)]);
        _programs = new(_random, _conditions, _scheduler, _account, adversary, _ledger, _workload, trace)
        {
            Failed = (process, failure) => _fault = $"a service of {process} ended with {failure}",
            Conducts = ConductOf,
        };
        _measure = PoolOf(careless ? "careless-measure" : "scaled-measure", new(0, 10, 1), _account.Stores.MeasureTasks);
        _bag = PoolOf("scaled-bag", new(0, 10, new Worker.WorkerOptions { Pool = WorkerPool.Bag }.Slots), _account.Stores.BagTasks);
    }

    public ScalingOutcome Run()
    {
        Start(Cluster.TaskManager);
        Start(Cluster.Web);
        _measure.Begin();
        _bag.Begin();
        var nextLook = TimeSpan.Zero;
        while (_fault.Length == 0 && _scheduler.Now < Limit && _scheduler.Step())
        {
            if (_scheduler.Now >= nextLook)
            {
                nextLook = _scheduler.Now + TimeSpan.FromSeconds(10);
                if (HasEnded() && _measure.Count + _bag.Count == 0)
                {
                    break;
                }
            }
        }

        return Outcome();
    }

    /// <summary>Bags in waves, a large one and small ones after it; beside them points of four workers against one account, and single points of ten minutes against the other.</summary>
    private static IEnumerable<RunRequest> RequestsOf(int waves, int tasksOfWave)
    {
        for (var wave = 0; wave < waves; wave++)
        {
            yield return Workload.Ask($"bag-{wave}", Bag(tasksOfWave), TimeSpan.FromMinutes(15 * wave));
            for (var small = 0; small < SmallBags; small++)
            {
                // Few tasks for many replicas, long enough after the many: whoever is ended now has one of them as likely as not.
                yield return Workload.Ask($"bag-{wave}-{small}", Bag(TasksOfSmallBag), TimeSpan.FromMinutes((15 * wave) + 6 + (2 * small)));
            }

            yield return Workload.Ask($"gang-{wave}", Points("default", 4, 2), TimeSpan.FromMinutes(15 * wave));
            yield return Workload.Ask($"long-{wave}", Points("west", 1, 2), TimeSpan.FromMinutes((15 * wave) + 1));
        }
    }

    private static string Bag(int tasks) => $$"""{ "experiment": "selftest.bag", "seed": 1, "parameters": { "tasks": {{tasks}}, "taskMilliseconds": 120000 } }""";

    private static string Points(string target, int workers, int repetitions) => $$"""
        { "experiment": "queue.add", "target": "{{target}}", "seed": 1, "workers": {{workers}}, "repetitions": {{repetitions}},
          "parameters": { "clients": [{{workers}}], "operationsPerClient": 0, "durationSeconds": 600 } }
        """;

    /// <summary>Tasks take up to minutes, points up to ten.</summary>
    private Conduct ConductOf(StageKind kind) => new(
        kind switch
        {
            StageKind.Bag => TimeSpan.FromSeconds(_random.Next(20, 200)),
            StageKind.Measure => TimeSpan.FromSeconds(_random.Next(3) == 0 ? 600 : _random.Next(20, 600)),
            _ => TimeSpan.FromSeconds(2),
        },
        null,
        TimeSpan.FromSeconds(0.1),
        false);

    private KedaPool PoolOf(string name, ScaleLimits limits, Testing.Storage.InMemoryMessageQueue queue) =>
        new(name, limits, queue, _random, _scheduler) { Start = Start, Terminate = Terminate };

    private SimulatedProcess Start(string role)
    {
        var process = new SimulatedProcess(role, role, _scheduler, (_conditions.Origin, TimeSpan.Zero, _random.NextInt64(1L << 50))) { Ended = (ended, _) => _ledger.EndAll(ended) };
        _programs.Launch(process);
        return process;
    }

    private void Terminate(SimulatedProcess victim)
    {
        var kinds = _ledger.Open.Where(execution => execution.Process == victim).Select(execution => execution.Kind).ToHashSet();
        _terminated = (_terminated.All + 1, _terminated.WithBagTasks + (kinds.Contains(StageKind.Bag) ? 1 : 0), _terminated.Measuring + (kinds.Any(kind => kind != StageKind.Bag) ? 1 : 0));
        _scheduler.After(TimeSpan.Zero, () => victim.Post(_programs.Hosts[victim].StopApplication));
        _scheduler.After(Grace, () => victim.End("the grace is over"));
    }

    private bool HasEnded() => _workload.Requests.All(request => request.Settled
        && _account.Find(ControlNames.RunsTable, request.RunId, "h") is { } header && header.Choice<RunStatus>("status").IsTerminal());

    private ScalingOutcome Outcome()
    {
        var stages = _workload.Requests.SelectMany(request => _account.All(ControlNames.RunsTable).Where(row => row.PartitionKey == request.RunId)).ToArray();
        var bags = stages.Where(row => row.RowKey == "s10").ToArray();
        var measured = stages.Where(row => row.RowKey == "s01").ToArray();
        return new(
            bags.Sum(row => row.Integer("total")),
            bags.Sum(DoneOf),
            _bagExecutions,
            bags.Sum(row => row.Long("repeated")),
            _workload.Requests.Count(request => request.Spec.Experiment != "selftest.bag") * 2,
            _account.All(ControlNames.PointsTable).Count(row => row.Json<PointRecord>("point", RowJson.Options).Status == PointStatus.Measured),
            _terminated,
            (_measure.Most, _bag.Most),
            _measure.Count + _bag.Count,
            _scheduler.Now,
            _fault.Length > 0 ? _fault : !HasEnded() ? $"not all has ended after {_scheduler.Now}" : measured.Any(row => row.Integer("failed") > 0) ? "points failed" : "");
    }

    private static int DoneOf(Row stage) => stage.Integer("finished") - stage.Integer("failed") - stage.Integer("cancelled") - stage.Integer("missed");
}
