using Azure;
using Azure.Data.Tables;
using AzurePerf.Core.Experiments.Tables;
using AzurePerf.Core.Measurements;
using AzurePerf.Core.Probes;
using AzurePerf.Probes.Targets.Storage;
using Operation = AzurePerf.Core.Probes.Operation;

namespace AzurePerf.Probes.Tables;

/// <summary>table.delete: deletes an entity of the client's own, made before the measurement.</summary>
internal sealed class TableDeleteProbe(TableDeleteOptions options, ProbeScope scope) : IProbe
{
    private readonly ChangedTable _table = new(options, scope);
    private TableClient? _warmUpTable;

    public bool Mutates => true;

    public int PlannedWireRequests => 1;

    public long? ConnectionsOpened => scope.Account.ConnectionsOpened;

    public Task PrepareDatasetAsync(CancellationToken cancellationToken) => _table.PrepareDatasetAsync(cancellationToken);

    public async Task PreparePointAsync(CancellationToken cancellationToken) =>
        _warmUpTable = await _table.PreparePointAsync(options.OperationsPerClient, options.LanesPerClient, cancellationToken);

    public Task RemovePointAsync(CancellationToken cancellationToken) => _table.RemovePointAsync(cancellationToken);

    public async ValueTask<OperationResult> ExecuteAsync(Operation operation, CancellationToken cancellationToken)
    {
        var lane = scope.Account.Lane(operation);
        var sentBefore = lane.WireRequests;
        var row = RowOf(operation);
        var answer = await _table.For(operation).DeleteEntityAsync(row.PartitionKey, row.RowKey, ETag.All, cancellationToken);

        // The client library takes a missing entity for a success; here it means that nothing was deleted.
        return answer.Status == 404 ? throw new RequestFailedException(answer) : new(0, lane.WireRequests - sentBefore);
    }

    /// <summary>Each lane has one entity to warm up with, so it is put back.</summary>
    public async ValueTask FollowUpAsync(Operation operation, CancellationToken cancellationToken)
    {
        if (operation.WarmUp)
        {
            await _warmUpTable!.UpsertEntityAsync(_table.Content.Create(RowOf(operation)), TableUpdateMode.Replace, cancellationToken);
        }
    }

    public ValueTask DisposeAsync() => ValueTask.CompletedTask;

    private EntityRow RowOf(Operation operation) =>
        operation.WarmUp ? _table.OwnRow(operation.Client, operation.Lane) : _table.RowOf(operation.Client, operation.Index);
}
