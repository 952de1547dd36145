using AzurePerf.Core.Experiments.Sql;
using AzurePerf.Core.Measurements;
using AzurePerf.Core.Probes;
using AzurePerf.Probes.Targets.Sql;

namespace AzurePerf.Probes.Sql;

/// <summary>sql.*: one operation is one transaction of a brokerage. What may have been committed without an answer, each transaction
/// says itself.</summary>
internal abstract class SqlProbe(SqlOptions options, ProbeScope scope) : IProbeSetup
{
    protected SqlClients Clients { get; } = new(options, scope);

    public bool Mutates => false;

    public int PlannedWireRequests => 0;

    public bool LoadsTargetAfterwards => Clients.ChecksData;

    public IReadOnlyList<OperationType> OperationTypes => Clients.Types;

    public IReadOnlyList<PointValue> Values => Clients.Values;

    public IReadOnlyList<ObservedDistribution> Distributions => Clients.Distributions;

    public IReadOnlyList<string> Notes => Clients.Notes;

    /// <summary>A probe for the kind of database: an engine in the worker keeps the thread of its caller.</summary>
    public static IProbeSetup Of(SqlOptions options, ProbeScope scope) =>
        scope.Databases.IsEmbedded ? new SqlBlockingProbe(options, scope) : new SqlRemoteProbe(options, scope);

    public (long Made, long Planned)? RowsPrepared => Clients.RowsLoaded;

    public int TypeOf(Operation operation) => Clients.TypeOf(operation);

    public Task PrepareDatasetAsync(CancellationToken cancellationToken) => Clients.LoadAsync(cancellationToken);

    public async Task PreparePointAsync(CancellationToken cancellationToken)
    {
        await Clients.BeginPointAsync(cancellationToken);

        // Points, and the load before them, leave megabytes of counters, samples and rows behind. Other collections keep that memory, and
        // what the clients of this point take would come on top of it.
        GC.Collect(GC.MaxGeneration, GCCollectionMode.Aggressive, blocking: true, compacting: true);
    }

    public Task<IReadOnlyList<FollowUpFailure>> FinishAsync(CancellationToken cancellationToken) => Clients.CheckAsync(cancellationToken);

    public async ValueTask DisposeAsync()
    {
        await Clients.DisposeAsync();

        // What its clients recorded is garbage by now, and what is stored of it next would come on top.
        GC.Collect();
    }
}

/// <summary>On a server.</summary>
internal sealed class SqlRemoteProbe(SqlOptions options, ProbeScope scope) : SqlProbe(options, scope), IProbe
{
    public ValueTask<OperationResult> ExecuteAsync(Operation operation, CancellationToken cancellationToken) =>
        Clients.PerformAsync(operation, cancellationToken);
}

/// <summary>On an engine that is part of the worker, with a thread for each client.</summary>
internal sealed class SqlBlockingProbe(SqlOptions options, ProbeScope scope) : SqlProbe(options, scope), IBlockingProbe
{
    public OperationResult Execute(Operation operation, CancellationToken cancellationToken) =>
        Clients.PerformAsync(operation, cancellationToken).AsTask().GetAwaiter().GetResult();
}
