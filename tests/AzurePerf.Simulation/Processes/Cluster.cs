using AzurePerf.Core.Workers;
using AzurePerf.Simulation.Faults;
using AzurePerf.Simulation.Scheduling;
using AzurePerf.Worker;

namespace AzurePerf.Simulation.Processes;

/// <summary>The places for processes. A process that ends is followed by another in its place after a while.</summary>
internal sealed class Cluster(Random random, Conditions conditions, SimulationScheduler scheduler, Adversary adversary, Trace trace)
{
    public const string TaskManager = "taskmanager";
    public const string SecondTaskManager = "taskmanager2";
    public const string Web = "web";

    private readonly Dictionary<string, SimulatedProcess> _current = [];
    private readonly Dictionary<string, int> _started = [];

    public IReadOnlyList<string> Roles { get; } =
        [TaskManager, Web, .. Enumerable.Range(1, conditions.MeasureWorkers).Select(number => FormattableString.Invariant($"worker{number}")), "bag1", "bag2"];

    /// <summary>Of three measure workers two are on one host, of two bag workers one shares the host of the other; any more have hosts of their own.</summary>
    public static WorkerOptions OptionsOf(string worker) => worker switch
    {
        "worker1" => new() { HostId = "host1" },
        "worker2" or "worker3" => new() { HostId = "host2" },
        _ when worker.StartsWith("worker", StringComparison.Ordinal) => new() { HostId = "host-of-" + worker },
        _ when worker.StartsWith("scaled-measure", StringComparison.Ordinal) => new() { HostId = worker, ScaleInGuard = true },
        _ when worker.StartsWith("careless-measure", StringComparison.Ordinal) => new() { HostId = worker },
        _ when worker.StartsWith("scaled-bag", StringComparison.Ordinal) => new() { HostId = worker, Pool = WorkerPool.Bag },
        "bag1" => new() { HostId = "host1", Pool = WorkerPool.Bag, BagSlots = 3 },
        _ => new() { HostId = "host3", Pool = WorkerPool.Bag, BagSlots = 1 },
    };

    /// <summary>How long a process that ended is missing at most before another of its role starts.</summary>
    public static TimeSpan LongestRestart(EngineTimes times) => 6 * times.Heartbeat;

    /// <summary>Starts the host of a role in a new process.</summary>
    public Action<SimulatedProcess> Launch { get; set; } = _ => { };

    /// <summary>Whether wall clocks stand still with suspended machines.</summary>
    public bool WallClocksStand { get; init; }

    /// <summary>Told of each process that ended.</summary>
    public Action<SimulatedProcess> Ended { get; set; } = _ => { };

    public bool TwoTaskManagers => IsThere(TaskManager) && IsThere(SecondTaskManager);

    public void StartAll()
    {
        foreach (var role in Roles)
        {
            Start(role);
        }
    }

    /// <summary>Processes that run, paused ones left out.</summary>
    public IReadOnlyList<SimulatedProcess> Alive() => [.. _current.Values.Where(process => process.State == ProcessState.Running)];

    /// <summary>The process in a place, if there is one.</summary>
    public SimulatedProcess? In(string role) => IsThere(role) ? _current[role] : null;

    /// <summary>A second TaskManager that is not replaced when it ends.</summary>
    public void StartSecondTaskManager(TimeSpan duration)
    {
        if (!IsThere(SecondTaskManager))
        {
            Start(SecondTaskManager);
            var process = _current[SecondTaskManager];
            scheduler.After(duration, () => process.End("no longer needed"));
        }
    }

    private bool IsThere(string role) => _current.TryGetValue(role, out var process) && process.State != ProcessState.Ended;

    private void Start(string role)
    {
        var number = _started[role] = _started.GetValueOrDefault(role) + 1;
        var skew = conditions.MostSkew * ((2 * random.NextDouble()) - 1);
        var process = new SimulatedProcess($"{role}.{number}", role, scheduler, (conditions.Origin, skew, random.NextInt64(1L << 50)), WallClocksStand) { Ended = OnEnd };
        _current[role] = process;
        trace.Note($"{process} starts");
        Launch(process);
    }

    private void OnEnd(SimulatedProcess process, string reason)
    {
        trace.Note($"{process} ends: {reason}");
        Ended(process);
        if (process.Role != SecondTaskManager)
        {
            var beat = conditions.Times.Heartbeat;
            scheduler.After(adversary.Active ? adversary.Between(beat / 10, LongestRestart(conditions.Times)) : beat / 10, () => Start(process.Role));
        }
    }
}
