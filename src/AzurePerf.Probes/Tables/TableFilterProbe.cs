using System.Globalization;
using Azure.Data.Tables;
using AzurePerf.Core.Experiments.Tables;
using AzurePerf.Core.Measurements;
using AzurePerf.Core.Probes;
using AzurePerf.Probes.Targets.Storage;

namespace AzurePerf.Probes.Tables;

/// <summary>table.filter: searches the table for the few rows with one value of a property that is no key, to the last page.</summary>
internal sealed class TableFilterProbe : IProbe
{
    private readonly TableFilterOptions _options;
    private readonly ProbeScope _scope;
    private readonly TableDataset _dataset;
    private readonly PerLane<Search> _searches;

    public TableFilterProbe(TableFilterOptions options, ProbeScope scope)
    {
        _options = options;
        _scope = scope;
        _dataset = new(options, scope);
        _searches = _dataset.ForEachLane((shape, client) => Search.For(shape, shape.GroupOf(client)));
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
        var search = _searches.For(operation);
        var (pages, rows) = (0, 0);
        await foreach (var page in _dataset.Table(operation).QueryAsync<TableEntity>(search.Filter, cancellationToken: cancellationToken)
            .AsPages())
        {
            pages++;
            foreach (var entity in page.Values)
            {
                Verify(entity, search);
                rows++;
            }
        }

        if (rows != search.Rows)
        {
            throw new CorruptDataException(
                string.Create(CultureInfo.InvariantCulture, $"The query found {rows} rows where {search.Rows} were stored."));
        }

        // How many pages there are is the service's choice, so the ones after the first are no retries.
        return new((long)rows * _options.EntityBytes, lane.WireRequests - sentBefore, pages - 1);
    }

    public ValueTask DisposeAsync() => ValueTask.CompletedTask;

    private void Verify(TableEntity entity, Search search)
    {
        _dataset.Content.Verify(entity);
        if (entity.GetInt32(nameof(EntityRow.Group)) != search.Group)
        {
            throw new CorruptDataException($"The row {entity.RowKey} came though the filter excludes it.");
        }
    }

    private sealed record Search(string Filter, int Group, int Rows)
    {
        public static Search For(DatasetShape shape, int group) =>
            new(TableClient.CreateQueryFilter($"Group eq {group}"), group, shape.RowsInGroup(group));
    }
}
