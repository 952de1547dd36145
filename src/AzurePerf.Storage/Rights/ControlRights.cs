using static AzurePerf.Storage.Rights.ControlOperation;

namespace AzurePerf.Storage.Rights;

/// <summary>
/// Everything that any host does in the control account. The deployment gives each identity the roles that follow from it, and tests let
/// hosts do nothing else: what a host newly does has to be written here first.
/// </summary>
public static class ControlRights
{
    private static readonly ControlOperation[] Read = [ReadRows];
    private static readonly ControlOperation[] Write = [ReadRows, WriteRows];

    public static IReadOnlyList<ControlRight> All { get; } =
    [
        .. OnTables(
            ControlHost.Web, Write, ControlNames.RunIndexTable, ControlNames.RunsTable, ControlNames.SchedulesTable,
            ControlNames.PoolsTable,
            ControlNames.MonthsTable, ControlNames.BaselinesTable, ControlNames.KeysTable, ControlNames.AuditTable,
            ControlNames.PointsTable, ControlNames.EventsTable, ControlNames.TrendsTable,
            ControlNames.ViewsTable, ControlNames.SharesTable,
            ControlNames.ProductsTable, ControlNames.ProgramsTable),
        .. OnTables(
            ControlHost.Web, Read, ControlNames.TasksTable, ControlNames.WorkersTable, ControlNames.AttemptsTable,
            ControlNames.ExecutionsTable,
            ControlNames.LeasesTable),
        new(ControlHost.Web, ControlPart.Queue(ControlNames.RunRequestQueue), PutMessages),
        new(ControlHost.Web, ControlPart.Queue(ControlNames.MeasureQueue), CountMessages),
        new(ControlHost.Web, ControlPart.Queue(ControlNames.BagQueue), CountMessages),
        new(ControlHost.Web, ControlPart.Queue(ControlNames.PeerQueue), CountMessages),
        new(ControlHost.Web, ControlPart.Container(ControlNames.ResultsContainer), ReadFiles),

        // Who looks at a product uses it, which its row says.
        new(ControlHost.Web, ControlPart.Container(ControlNames.ProductsContainer), ReadFiles),
        new(ControlHost.Web, ControlPart.Container(ControlNames.ProgramsContainer), ReadFiles, WriteFiles),

        // Who is let in, who did what, what people saved to look at again, and which programs they brought is none of its business. Mails
        // have a shared link in them, whose making it adds to who did what.
        .. OnTables(ControlHost.TaskManager, Write,
            [
                .. ControlNames.Tables.Except(
                    [ControlNames.KeysTable, ControlNames.AuditTable, ControlNames.ViewsTable, ControlNames.ProgramsTable]),
            ]),
        .. OnTables(ControlHost.TaskManager, [AddRows], ControlNames.AuditTable),
        new(ControlHost.TaskManager, ControlPart.Queue(ControlNames.RunRequestQueue), PutMessages, TakeMessages),
        new(ControlHost.TaskManager, ControlPart.Queue(ControlNames.RunRequestPoisonQueue), PutMessages),
        new(ControlHost.TaskManager, ControlPart.Queue(ControlNames.MeasureQueue), CountMessages, PutMessages, TakeMessages),
        new(ControlHost.TaskManager, ControlPart.Queue(ControlNames.BagQueue), CountMessages, PutMessages, TakeMessages),
        new(ControlHost.TaskManager, ControlPart.Queue(ControlNames.PeerQueue), CountMessages, PutMessages, TakeMessages),
        new(ControlHost.TaskManager, ControlPart.Container(ControlNames.ResultsContainer), ReadFiles, WriteFiles),
        new(ControlHost.TaskManager, ControlPart.Container(ControlNames.ProductsContainer), ReadFiles, WriteFiles),

        .. OfWorker(ControlHost.MeasureWorker, ControlNames.MeasureQueue, ControlNames.MeasurePoisonQueue),
        .. OfWorker(ControlHost.BagWorker, ControlNames.BagQueue, ControlNames.BagPoisonQueue),
        .. OnTables(ControlHost.BagWorker, Write, ControlNames.ProductsTable),
        new(ControlHost.BagWorker, ControlPart.Container(ControlNames.ProductsContainer), ReadFiles, WriteFiles),
        .. OnTables(ControlHost.BagWorker, Read, ControlNames.ProgramsTable),
        new(ControlHost.BagWorker, ControlPart.Container(ControlNames.ProgramsContainer), ReadFiles),
        .. OfWorker(ControlHost.PeerWorker, ControlNames.PeerQueue, ControlNames.PeerPoisonQueue),

        new(ControlHost.Scaler, ControlPart.Queue(ControlNames.MeasureQueue), CountMessages),
        new(ControlHost.Scaler, ControlPart.Queue(ControlNames.BagQueue), CountMessages),
        new(ControlHost.Scaler, ControlPart.Queue(ControlNames.PeerQueue), CountMessages),
    ];

    /// <summary>True when a host may do this to that.</summary>
    public static bool Allows(ControlHost host, ControlPart part, ControlOperation operation) =>
        All.Any(right => right.Host == host && right.Part == part && right.Operations.Contains(operation));

    private static IEnumerable<ControlRight> OfWorker(ControlHost host, string queue, string poison) =>
    [
        .. OnTables(
            host, Write, ControlNames.TasksTable, ControlNames.WorkersTable, ControlNames.AttemptsTable, ControlNames.ResourcesTable),
        .. OnTables(host, Read, ControlNames.RunsTable),
        new(host, ControlPart.Queue(queue), PutMessages, TakeMessages),
        new(host, ControlPart.Queue(poison), PutMessages),
        new(host, ControlPart.Container(ControlNames.ResultsContainer), ReadFiles, WriteFiles),
    ];

    private static IEnumerable<ControlRight> OnTables(
        ControlHost host, ControlOperation[] operations, params IReadOnlyList<string> tables) =>
        tables.Select(table => new ControlRight(host, ControlPart.Table(table), operations));
}

/// <summary>Who reaches the control account. Each has an identity of its own in the cloud.</summary>
public enum ControlHost
{
    Web,
    TaskManager,
    MeasureWorker,
    BagWorker,
    PeerWorker,

    /// <summary>What starts and stops workers by the length of their queues: the platform, with the identity that a scale rule
    /// names.</summary>
    Scaler,
}

/// <summary>A table, queue or container of the control account.</summary>
/// <param name="Kind">table, queue or container.</param>
/// <param name="Name">Before the deployment's prefix.</param>
public readonly record struct ControlPart(string Kind, string Name)
{
    public static ControlPart Table(string name) => new("table", name);

    public static ControlPart Queue(string name) => new("queue", name);

    public static ControlPart Container(string name) => new("container", name);
}

/// <summary>What one host does with one part of the control account.</summary>
public sealed record ControlRight(ControlHost Host, ControlPart Part, params IReadOnlyList<ControlOperation> Operations)
{
    /// <summary>The role that allows all of it and no more than it must.</summary>
    public ControlRole Role => ControlRole.For(Operations);
}
