using AzurePerf.Core.Workers;

namespace AzurePerf.Storage;

/// <summary>Names of the control plane's tables, queues and containers, before the deployment's prefix.</summary>
public static class ControlNames
{
    public const string RunIndexTable = "runindex";
    public const string RunsTable = "runs";
    public const string TasksTable = "tasks";
    public const string WorkersTable = "workers";
    public const string PointsTable = "points";
    public const string EventsTable = "events";
    public const string AttemptsTable = "attempts";
    public const string ExecutionsTable = "executionStatistics";
    public const string ResourcesTable = "resources";
    public const string LeasesTable = "leases";
    public const string SchedulesTable = "schedules";
    public const string MonthsTable = "months";
    public const string BaselinesTable = "baselines";
    public const string TrendsTable = "trends";
    public const string PoolsTable = "pools";
    public const string KeysTable = "keys";
    public const string AuditTable = "audit";
    public const string ViewsTable = "views";
    public const string SharesTable = "shares";
    public const string ProductsTable = "products";
    public const string OutboxTable = "outbox";
    public const string ProgramsTable = "programs";
    public const string RunRequestQueue = "run-requests";
    public const string MeasureQueue = "tasks-measure";
    public const string BagQueue = "tasks-bag";
    public const string PeerQueue = "tasks-peer";
    public const string RunRequestPoisonQueue = "run-requests-poison";
    public const string MeasurePoisonQueue = "tasks-measure-poison";
    public const string BagPoisonQueue = "tasks-bag-poison";
    public const string PeerPoisonQueue = "tasks-peer-poison";
    public const string ResultsContainer = "results";
    public const string ProductsContainer = "products";
    public const string ProgramsContainer = "programs";

    public static IReadOnlyList<string> Tables { get; } =
    [
        RunIndexTable, RunsTable, TasksTable, WorkersTable, PointsTable, EventsTable, AttemptsTable, ExecutionsTable, ResourcesTable,
        LeasesTable, SchedulesTable,
        MonthsTable, BaselinesTable, TrendsTable, PoolsTable, KeysTable, AuditTable, ViewsTable, SharesTable,
        ProductsTable, OutboxTable, ProgramsTable,
    ];

    public static IReadOnlyList<string> Queues { get; } =
        [RunRequestQueue, MeasureQueue, BagQueue, PeerQueue, RunRequestPoisonQueue, MeasurePoisonQueue, BagPoisonQueue, PeerPoisonQueue];

    public static IReadOnlyList<string> Containers { get; } = [ResultsContainer, ProductsContainer, ProgramsContainer];

    /// <summary>The queue by which a pool's tasks come.</summary>
    public static string QueueOf(string pool) => pool switch
    {
        WorkerPool.Bag => BagQueue,
        WorkerPool.Peer => PeerQueue,
        _ => MeasureQueue,
    };
}
