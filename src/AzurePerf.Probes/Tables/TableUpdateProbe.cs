using Azure;
using Azure.Data.Tables;
using AzurePerf.Core.Experiments.Tables;
using AzurePerf.Core.Measurements;
using AzurePerf.Core.Probes;
using AzurePerf.Probes.Targets.Storage;
using Operation = AzurePerf.Core.Probes.Operation;

namespace AzurePerf.Probes.Tables;

/// <summary>table.update: replaces the entity that all clients share, whatever its state.</summary>
internal sealed class TableUpdateProbe : IProbe
{
    private readonly TableUpdateOptions _options;
    private readonly ProbeScope _scope;
    private readonly TableDataset _dataset;
    private readonly PerLane<EntityRow> _rows;

    public TableUpdateProbe(TableUpdateOptions options, ProbeScope scope)
    {
        _options = options;
        _scope = scope;
        _dataset = new(options, scope);
        _rows = _dataset.ForEachLane((shape, client) => shape.SharedRow(client));
    }

    public bool Mutates => true;

    public int PlannedWireRequests => 1;

    public long? ConnectionsOpened => _scope.Account.ConnectionsOpened;

    public Task PrepareDatasetAsync(CancellationToken cancellationToken) => _dataset.PrepareDatasetAsync(cancellationToken);

    public Task PreparePointAsync(CancellationToken cancellationToken) => _dataset.PreparePointAsync(cancellationToken);

    public async ValueTask<OperationResult> ExecuteAsync(Operation operation, CancellationToken cancellationToken)
    {
        var lane = _scope.Account.Lane(operation);
        var sentBefore = lane.WireRequests;

        // Another number each time, so that no two updates write the same.
        var entity = _dataset.Content.Create(_rows.For(operation) with { Number = unchecked((int)operation.Index) });
        await _dataset.Table(operation).UpdateEntityAsync(entity, ETag.All, TableUpdateMode.Replace, cancellationToken);
        return new(_options.EntityBytes, lane.WireRequests - sentBefore);
    }

    public ValueTask DisposeAsync() => ValueTask.CompletedTask;
}
