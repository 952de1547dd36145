using Azure.Data.Tables;
using AzurePerf.Core.Experiments.Tables;
using AzurePerf.Core.Probes;
using AzurePerf.Probes.Targets.Storage;

namespace AzurePerf.Probes.Tables;

/// <summary>
/// The table that clients insert into or delete from: the point's own, or a full one that it shares with other points. There the keys of
/// its rows begin with a mark, by which they are found and removed afterwards, so that the table stays as full as it was.
/// </summary>
internal sealed class ChangedTable(TableChangeOptions options, ProbeScope scope)
{
    private PerLane<TableClient>? _tables;

    public EntityContent Content { get; } = new(scope.Seed, options.EntityBytes);

    public Task PrepareDatasetAsync(CancellationToken cancellationToken) => options.SharesTable
        ? new ResourceCreation(scope).TableAsync(
            scope.Dataset,
            table =>
                FillOf(table).RunAsync(new DatasetShape(options.DatasetEntities, options.Partitions).RowsByPartition(), cancellationToken),
            cancellationToken)
        : Task.CompletedTask;

    /// <summary>Makes the point's table, or puts its rows into the shared one, which has those of no other point then; and the table to
    /// warm up in.</summary>
    /// <param name="rowsPerClient">Rows that are there before the measurement.</param>
    /// <param name="warmUpRowsPerClient">The same in the table to warm up in.</param>
    /// <param name="cancellationToken">Stops it.</param>
    /// <returns>The table to warm up in, over other connections than the lanes'.</returns>
    public async Task<TableClient> PreparePointAsync(long rowsPerClient, long warmUpRowsPerClient, CancellationToken cancellationToken)
    {
        var creation = new ResourceCreation(scope);
        var rows = Rows(rowsPerClient, RowOf);
        if (!options.SharesTable)
        {
            await creation.TableAsync(scope.Point, Filling(rows, cancellationToken), cancellationToken);
        }
        else if (scope.MakesResources)
        {
            await PointRows.RemoveAllAsync(cancellationToken);
            await FillOf(Shared).RunAsync(rows, cancellationToken);
        }

        var warmUp =
            await creation.TableAsync(scope.WarmUp, Filling(Rows(warmUpRowsPerClient, OwnRow), cancellationToken), cancellationToken);
        _tables = new(
            scope.Account,
            lane => lane.Tables.GetTableClient(options.SharesTable ? scope.Dataset : scope.Point),
            lane => lane.Tables.GetTableClient(scope.WarmUp));
        return warmUp;
    }

    /// <summary>The table of an operation, over its client's own connections.</summary>
    public TableClient For(Operation operation) => _tables!.For(operation);

    /// <summary>A row of a measured operation.</summary>
    public EntityRow RowOf(int client, long index) =>
        options.SharesTable ? EntityRow.OfClientAmongOthers(scope.Mark, client, options.Partitions, index) : OwnRow(client, index);

    /// <summary>A row of a table that nobody else works in.</summary>
    public EntityRow OwnRow(int client, long index) => EntityRow.OfClient(client, options.Partitions, index);

    /// <summary>Takes the point's rows out of the shared table.</summary>
    public Task RemovePointAsync(CancellationToken cancellationToken) =>
        options.SharesTable ? PointRows.RemoveAsync(scope.Mark, cancellationToken) : Task.CompletedTask;

    private TableClient Shared => scope.Account.SetUp.Tables.GetTableClient(scope.Dataset);

    private PointRows PointRows => new(Shared, options.Partitions);

    private TableFill FillOf(TableClient table) => new(table, Content, options.EntitiesPerRequest);

    private Func<TableClient, Task> Filling(IEnumerable<IEnumerable<EntityRow>> rows, CancellationToken cancellationToken) =>
        table => FillOf(table).RunAsync(rows, cancellationToken);

    private IEnumerable<IEnumerable<EntityRow>> Rows(long perClient, Func<int, long, EntityRow> row) => perClient == 0
        ? []
        : Enumerable.Range(0, scope.Account.Clients)
            .Select(client => Enumerable.Range(0, checked((int)perClient)).Select(index => row(client, index)));
}
