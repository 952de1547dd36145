using Azure.Data.Tables;
using AzurePerf.Core.Experiments.Tables;
using AzurePerf.Core.Measurements;
using AzurePerf.Core.Probes;
using AzurePerf.Probes.Targets;

namespace AzurePerf.Probes.Tables;

/// <summary>table.insert: adds a new entity of the client's own.</summary>
internal sealed class TableInsertProbe(TableInsertOptions options, ProbeScope scope) : IProbe
{
    private readonly EntityContent _content = new(scope.Seed, options.EntityBytes);
    private PerLane<TableClient>? _tables;

    public bool Mutates => true;

    public int PlannedWireRequests => 1;

    public long? ConnectionsOpened => scope.Target.ConnectionsOpened;

    public Task PrepareDatasetAsync(CancellationToken cancellationToken) => Task.CompletedTask;

    public async Task PreparePointAsync(CancellationToken cancellationToken)
    {
        var creation = new ResourceCreation(scope);
        await creation.TableAsync(scope.Point, fill: null, cancellationToken);
        await creation.TableAsync(scope.WarmUp, fill: null, cancellationToken);
        _tables = new(
            scope.Target,
            lane => lane.Tables.GetTableClient(scope.Point),
            lane => lane.Tables.GetTableClient(scope.WarmUp));
    }

    public async ValueTask<OperationResult> ExecuteAsync(Operation operation, CancellationToken cancellationToken)
    {
        var lane = scope.Target.Lane(operation);
        var sentBefore = lane.WireRequests;
        var entity = _content.Create(EntityRow.OfClient(operation.Client, options.Partitions, operation.Index));
        await _tables!.For(operation).AddEntityAsync(entity, cancellationToken);
        return new(options.EntityBytes, lane.WireRequests - sentBefore);
    }

    public ValueTask DisposeAsync() => ValueTask.CompletedTask;
}
