using Azure.Data.Tables;

namespace AzurePerf.Probes.Tables;

/// <summary>Fills a table by entity group transactions, several at once. Repeatable: a transaction whose answer was lost may be sent
/// again.</summary>
internal sealed class TableFill(TableClient table, EntityContent content, int entityBytes)
{
    /// <summary>Rows that the service takes in one transaction.</summary>
    public const int MostActions = 100;

    private const int MostBytes = 4 << 20;

    // What a part of the request may take on top of its entity's stored size.
    private const int PartBytes = 1 << 10;
    private const int TransactionsAtOnce = 8;

    /// <summary>Stores all rows.</summary>
    /// <param name="rowsByPartition">Sequences of rows, each of one partition.</param>
    /// <param name="cancellationToken">Stops it between transactions.</param>
    public Task RunAsync(IEnumerable<IEnumerable<EntityRow>> rowsByPartition, CancellationToken cancellationToken)
    {
        var size = Math.Clamp(MostBytes / (entityBytes + PartBytes), 1, MostActions);
        var options = new ParallelOptions { MaxDegreeOfParallelism = TransactionsAtOnce, CancellationToken = cancellationToken };
        return Parallel.ForEachAsync(rowsByPartition.SelectMany(rows => rows.Chunk(size)), options, async (rows, token) =>
            await table.SubmitTransactionAsync(
                rows.Select(row => new TableTransactionAction(TableTransactionActionType.UpsertReplace, content.Create(row))), token));
    }
}
