using Azure.Data.Tables;
using AzurePerf.Core.Experiments.Tables;
using AzurePerf.Core.Measurements;
using AzurePerf.Core.Probes;
using AzurePerf.Probes.Targets.Storage;

namespace AzurePerf.Probes.Tables;

/// <summary>table.query: reads the entity that all clients share by its keys and verifies it.</summary>
internal sealed class TableQueryProbe : IProbe
{
    private readonly TableQueryOptions _options;
    private readonly ProbeScope _scope;
    private readonly TableDataset _dataset;
    private readonly PerLane<EntityRow> _rows;

    public TableQueryProbe(TableQueryOptions options, ProbeScope scope)
    {
        _options = options;
        _scope = scope;
        _dataset = new(options, scope);
        _rows = _dataset.ForEachLane((shape, client) => shape.SharedRow(client));
    }

    public bool Mutates => false;

    public int PlannedWireRequests => 1;

    public long? ConnectionsOpened => _scope.Account.ConnectionsOpened;

    public Task PrepareDatasetAsync(CancellationToken cancellationToken) => _dataset.PrepareDatasetAsync(cancellationToken);

    public Task PreparePointAsync(CancellationToken cancellationToken) => _dataset.PreparePointAsync(cancellationToken);

    public async ValueTask<OperationResult> ExecuteAsync(Operation operation, CancellationToken cancellationToken)
    {
        var lane = _scope.Account.Lane(operation);
        var sentBefore = lane.WireRequests;
        var row = _rows.For(operation);
        TableEntity entity = await _dataset.Table(operation)
            .GetEntityAsync<TableEntity>(row.PartitionKey, row.RowKey, cancellationToken: cancellationToken);
        if (entity.PartitionKey != row.PartitionKey || entity.RowKey != row.RowKey)
        {
            throw new CorruptDataException($"The entity {entity.RowKey} came where {row.RowKey} was asked for.");
        }

        _dataset.Content.Verify(entity);
        return new(_options.EntityBytes, lane.WireRequests - sentBefore);
    }

    public ValueTask DisposeAsync() => ValueTask.CompletedTask;
}
