using AzurePerf.Core.Workers;

namespace AzurePerf.Simulation.Faults;

/// <summary>What one seed is like, drawn before it begins.</summary>
internal sealed class Conditions(Random random, World world = World.Small)
{
    /// <summary>How large everything is.</summary>
    public World World => world;

    /// <summary>Measure workers.</summary>
    public int MeasureWorkers => world == World.Wide ? 8 : 3;

    /// <summary>When the task rows of an ended run are removed, and, three times as late, its raw data; null for never.</summary>
    public TimeSpan? TaskRetention { get; } = world == World.Wide && random.Next(2) == 0 ? TimeSpan.FromSeconds(random.Next(1, 30)) : null;

    /// <summary>Whether the rows are kept by the store that the hosts have in a cloud, over a service in memory.</summary>
    public bool RealRows { get; } = world == World.Wide && random.Next(2) == 0;

    /// <summary>
    /// Intervals of the engine: a heartbeat of one second, in one wide world of four of twenty, as in a cloud: then the shortest limit of an execution is not long beside the time that
    /// commands take.
    /// </summary>
    public EngineTimes Times { get; } = new(TimeSpan.FromSeconds(world == World.Wide && random.Next(4) == 0 ? 20 : 1));

    /// <summary>How long one execution may take before it is ordered to stop.</summary>
    public TimeSpan TaskTimeLimit => 8 * Times.Heartbeat;

    /// <summary>The time a host gives its services to end.</summary>
    public TimeSpan ShutdownTime => Times.Heartbeat / 2;

    /// <summary>One seed of twenty has pauses of up to 500 heartbeats; elsewhere they are at most 8 long.</summary>
    public bool LongPauses { get; } = random.Next(20) == 0;

    /// <summary>Faults that strike requests, in addition to those that strike processes and services; more where stages are planned late, so that some are left for the plans, and where tasks share messages.</summary>
    public int MostStrikes { get; } = world is World.Pipeline or World.Bundles ? random.Next(10, 40) : random.Next(4, 16);

    /// <summary>When faults stop at the latest.</summary>
    public TimeSpan FaultsEnd => FaultyBeats * Times.Heartbeat;

    private int FaultyBeats { get; } = random.Next(30, 90);

    /// <summary>How long most requests take on their way, in one direction: as in a data centre, with the heartbeat of one second in place of twenty.</summary>
    public TimeSpan TypicalLatency { get; } = TimeSpan.FromMicroseconds(random.Next(100, 3_000));

    /// <summary>True time at the beginning. In one seed of ten a month is about to end.</summary>
    public DateTimeOffset Origin { get; } = random.Next(10) == 0
        ? new DateTimeOffset(2010, 6, 30, 23, 59, 0, TimeSpan.Zero).AddSeconds(random.Next(60))
        : new DateTimeOffset(2010, 6, 21, 9, 0, 0, TimeSpan.Zero);

    /// <summary>Tasks of a bag that share a message, at most; 1 in one seed of three, but for worlds that are about them.</summary>
    public int TasksPerMessage { get; } = world != World.Bundles && random.Next(3) == 0 ? 1 : random.Next(2, 9);

    /// <summary>Whether bags have the adaptive limit. Drawn apart from all else, so that seeds stay what they were.</summary>
    public bool IsAdaptive { get; init; }

    /// <summary>How wrong clocks of processes are at most.</summary>
    public TimeSpan MostSkew { get; } = random.Next(3) switch
    {
        0 => TimeSpan.Zero,
        1 => TimeSpan.FromSeconds(5),
        _ => TimeSpan.FromMinutes(20),
    };
}
