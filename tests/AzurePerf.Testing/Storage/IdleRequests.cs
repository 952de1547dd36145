using AzurePerf.Core.Workers;
using AzurePerf.Storage;

namespace AzurePerf.Testing.Storage;

/// <summary>What an installation asks of the control account again and again while nothing is to do: the page on costs says it, and a test counts it.</summary>
/// <param name="What">For people.</param>
/// <param name="Part">The table or queue.</param>
/// <param name="Every">How often.</param>
/// <param name="Count">Requests each time.</param>
/// <param name="OnQueue">Whether it is one on queues; else on tables.</param>
public sealed record IdleRequests(string What, string Part, TimeSpan Every, int Count, bool OnQueue)
{
    /// <summary>How often the platform asks a replica of the TaskManager or of the portal whether it is ready, by bicep/.</summary>
    public static readonly TimeSpan ReadinessProbe = TimeSpan.FromSeconds(10);

    /// <summary>How often the TaskManager tidies up, by default; at its start too.</summary>
    private static readonly TimeSpan Tidying = TimeSpan.FromHours(1);

    /// <summary>How long the rows of tasks are kept, by default: nothing that ends from now on is due to go before.</summary>
    private static readonly TimeSpan TaskRows = TimeSpan.FromDays(7);

    /// <summary>The scale rules, whose identity counts the messages of each pool's queue.</summary>
    public static IdleRequests OfScaleRules { get; } =
        new("scale rules count three queues", "", CloudScaling.Polling, WorkerPool.All.Count, OnQueue: true);

    /// <summary>Those of the portal, while it has a replica and nobody looks.</summary>
    public static IReadOnlyList<IdleRequests> OfWeb { get; } = [new("portal looks whether it is ready", ControlNames.RunsTable, ReadinessProbe, 1, OnQueue: false)];

    /// <summary>Those of the TaskManager, the only host that an idle installation in the cloud has.</summary>
    public static IReadOnlyList<IdleRequests> OfTaskManager(EngineTimes times) =>
    [
        new("TaskManager asks `run-requests`", ControlNames.RunRequestQueue, TimeSpan.FromSeconds(1), 1, OnQueue: true),
        new("TaskManager reads the workers", ControlNames.WorkersTable, times.WorkerRead, 1, OnQueue: false),
        new("TaskManager sweeps the index of last, this and next month", ControlNames.RunIndexTable, times.Sweep, 3, OnQueue: false),
        new("TaskManager looks for keys that ended runs left", ControlNames.LeasesTable, times.Sweep, 1, OnQueue: false),
        new("TaskManager renews its lead", ControlNames.LeasesTable, times.Heartbeat / 2, 1, OnQueue: false),
        new("TaskManager reads the schedules", ControlNames.SchedulesTable, TimeSpan.FromSeconds(20), 1, OnQueue: false),
        new("TaskManager notes how many workers each pool has", ControlNames.PoolsTable, TimeSpan.FromMinutes(1), 1, OnQueue: false),
        new("TaskManager looks for what is due to be removed", ControlNames.RunIndexTable, TaskRows, 27, OnQueue: false),
        new("TaskManager looks for durations that no report shows any more", ControlNames.ExecutionsTable, Tidying, 1, OnQueue: false),
        new("TaskManager looks for what ended runs left in targets", ControlNames.ResourcesTable, Tidying, 1, OnQueue: false),
        new("TaskManager looks for products that nobody uses", ControlNames.ProductsTable, TimeSpan.FromDays(1), 1, OnQueue: false),
        new("TaskManager looks for mails that were sent long ago", ControlNames.OutboxTable, TimeSpan.FromDays(1), 1, OnQueue: false),
        new("TaskManager looks whether it is ready", ControlNames.RunsTable, ReadinessProbe, 1, OnQueue: false),
    ];

    /// <summary>Those of a worker that lives and has had no task for long.</summary>
    /// <param name="pool">One of <see cref="WorkerPool.All"/>.</param>
    /// <param name="times">Of the engine.</param>
    /// <param name="longestPause">Between two looks for a task.</param>
    public static IReadOnlyList<IdleRequests> OfWorker(string pool, EngineTimes times, TimeSpan longestPause) =>
    [
        new("a worker looks for a task", ControlNames.QueueOf(pool), longestPause, 1, OnQueue: true),
        new("a worker beats and reads its orders", ControlNames.WorkersTable, times.Heartbeat, 2, OnQueue: false),
    ];

    public double In(TimeSpan duration) => Count * (duration / Every);
}
