using Azure.Data.Tables;
using AzurePerf.Core.Experiments.Tables;
using AzurePerf.Core.Probes;
using AzurePerf.Probes.Targets.Storage;

namespace AzurePerf.Probes.Tables;

/// <summary>A table that is full before the measurement, a small one like it for warming up, and the clients' views of both.</summary>
internal sealed class TableDataset(TableDatasetOptions options, ProbeScope scope)
{
    private static readonly DatasetShape WarmUpShape = new(DatasetShape.RowsPerGroup, 1);

    private readonly DatasetShape _shape = new(options.DatasetEntities, options.Partitions);
    private PerLane<TableClient>? _tables;

    public EntityContent Content { get; } = new(scope.Seed, options.EntityBytes);

    public Task PrepareDatasetAsync(CancellationToken cancellationToken) => CreateFilledAsync(scope.Dataset, _shape, cancellationToken);

    public async Task PreparePointAsync(CancellationToken cancellationToken)
    {
        await CreateFilledAsync(scope.WarmUp, WarmUpShape, cancellationToken);
        _tables = new(
            scope.Account,
            lane => lane.Tables.GetTableClient(scope.Dataset),
            lane => lane.Tables.GetTableClient(scope.WarmUp));
    }

    /// <summary>The table of an operation, over its client's own connections.</summary>
    public TableClient Table(Operation operation) => _tables!.For(operation);

    /// <summary>Something made from the dataset's shape and the client's number once per lane, for measured and for warm-up
    /// operations.</summary>
    public PerLane<T> ForEachLane<T>(Func<DatasetShape, int, T> make) =>
        new(scope.Account, lane => make(_shape, lane.Client), lane => make(WarmUpShape, lane.Client));

    private Task<TableClient> CreateFilledAsync(string name, DatasetShape shape, CancellationToken cancellationToken) =>
        new ResourceCreation(scope).TableAsync(
        name, table => new TableFill(table, Content, options.EntitiesPerRequest).RunAsync(shape.RowsByPartition(), cancellationToken),
        cancellationToken);
}
