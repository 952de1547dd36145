using AzurePerf.Core.Experiments.Tables;
using AzurePerf.Core.Measurements;
using AzurePerf.Core.Probes;
using AzurePerf.Probes.Targets.Storage;

namespace AzurePerf.Probes.Tables;

/// <summary>table.insert: adds a new entity of the client's own.</summary>
internal sealed class TableInsertProbe(TableInsertOptions options, ProbeScope scope) : IProbe
{
    private readonly ChangedTable _table = new(options, scope);

    public bool Mutates => true;

    public int PlannedWireRequests => 1;

    public long? ConnectionsOpened => scope.Account.ConnectionsOpened;

    public Task PrepareDatasetAsync(CancellationToken cancellationToken) => _table.PrepareDatasetAsync(cancellationToken);

    public Task PreparePointAsync(CancellationToken cancellationToken) => _table.PreparePointAsync(0, 0, cancellationToken);

    public Task RemovePointAsync(CancellationToken cancellationToken) => _table.RemovePointAsync(cancellationToken);

    public async ValueTask<OperationResult> ExecuteAsync(Operation operation, CancellationToken cancellationToken)
    {
        var lane = scope.Account.Lane(operation);
        var sentBefore = lane.WireRequests;
        var row = operation.WarmUp ? _table.OwnRow(operation.Client, operation.Index) : _table.RowOf(operation.Client, operation.Index);
        await _table.For(operation).AddEntityAsync(_table.Content.Create(row), cancellationToken);
        return new(options.EntityBytes, lane.WireRequests - sentBefore);
    }

    public ValueTask DisposeAsync() => ValueTask.CompletedTask;
}
