using Azure.Data.Tables;
using AzurePerf.Core.Experiments.Tables;

namespace AzurePerf.Probes.Tables;

/// <summary>Fills a table by entity group transactions, several at once. Repeatable: a transaction whose answer was lost may be sent
/// again.</summary>
/// <param name="table">Which.</param>
/// <param name="content">What entities hold.</param>
/// <param name="entitiesPerRequest">Entities of one transaction, as <see cref="TableOptions.EntitiesPerRequest"/> has it.</param>
internal sealed class TableFill(TableClient table, EntityContent content, int entitiesPerRequest)
{
    private const int TransactionsAtOnce = 8;

    /// <summary>Stores all rows.</summary>
    /// <param name="rowsByPartition">Sequences of rows, each of one partition.</param>
    /// <param name="cancellationToken">Stops it between transactions.</param>
    public Task RunAsync(IEnumerable<IEnumerable<EntityRow>> rowsByPartition, CancellationToken cancellationToken)
    {
        var options = new ParallelOptions { MaxDegreeOfParallelism = TransactionsAtOnce, CancellationToken = cancellationToken };
        return Parallel.ForEachAsync(rowsByPartition.SelectMany(rows => rows.Chunk(entitiesPerRequest)), options, async (rows, token) =>
            await table.SubmitTransactionAsync(
                rows.Select(row => new TableTransactionAction(TableTransactionActionType.UpsertReplace, content.Create(row))), token));
    }
}
