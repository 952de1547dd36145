using Azure;
using Azure.Data.Tables;
using AzurePerf.Core.Experiments.Tables;
using AzurePerf.Core.Measurements;
using AzurePerf.Core.Probes;
using AzurePerf.Probes.Targets;
using Operation = AzurePerf.Core.Probes.Operation;

namespace AzurePerf.Probes.Tables;

/// <summary>table.delete: deletes an entity of the client's own, made before the measurement.</summary>
internal sealed class TableDeleteProbe(TableDeleteOptions options, ProbeScope scope) : IProbe
{
    private readonly EntityContent _content = new(scope.Seed, options.EntityBytes);
    private TableClient? _warmUpTable;
    private PerLane<TableClient>? _tables;

    public bool Mutates => true;

    public int PlannedWireRequests => 1;

    public long? ConnectionsOpened => scope.Target.ConnectionsOpened;

    public Task PrepareDatasetAsync(CancellationToken cancellationToken) => Task.CompletedTask;

    public async Task PreparePointAsync(CancellationToken cancellationToken)
    {
        await CreateFilledAsync(scope.Point, options.OperationsPerClient, cancellationToken);
        _warmUpTable = await CreateFilledAsync(scope.WarmUp, options.LanesPerClient, cancellationToken);
        _tables = new(
            scope.Target,
            lane => lane.Tables.GetTableClient(scope.Point),
            lane => lane.Tables.GetTableClient(scope.WarmUp));
    }

    public async ValueTask<OperationResult> ExecuteAsync(Operation operation, CancellationToken cancellationToken)
    {
        var lane = scope.Target.Lane(operation);
        var sentBefore = lane.WireRequests;
        var row = RowOf(operation);
        var answer = await _tables!.For(operation).DeleteEntityAsync(row.PartitionKey, row.RowKey, ETag.All, cancellationToken);

        // The client library takes a missing entity for a success; here it means that nothing was deleted.
        return answer.Status == 404 ? throw new RequestFailedException(answer) : new(0, lane.WireRequests - sentBefore);
    }

    /// <summary>Each lane has one entity to warm up with, so it is put back.</summary>
    public async ValueTask FollowUpAsync(Operation operation, CancellationToken cancellationToken)
    {
        if (operation.WarmUp)
        {
            await _warmUpTable!.UpsertEntityAsync(_content.Create(RowOf(operation)), TableUpdateMode.Replace, cancellationToken);
        }
    }

    public ValueTask DisposeAsync() => ValueTask.CompletedTask;

    private EntityRow RowOf(Operation operation) =>
        EntityRow.OfClient(operation.Client, options.Partitions, operation.WarmUp ? operation.Lane : operation.Index);

    private Task<TableClient> CreateFilledAsync(string name, long rowsPerClient, CancellationToken cancellationToken)
    {
        var rows = Enumerable.Range(0, scope.Target.Clients).Select(client =>
            Enumerable.Range(0, checked((int)rowsPerClient)).Select(index => EntityRow.OfClient(client, options.Partitions, index)));
        return new ResourceCreation(scope).TableAsync(
            name, table => new TableFill(table, _content, options.EntityBytes).RunAsync(rows, cancellationToken), cancellationToken);
    }
}
