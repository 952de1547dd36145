using Azure;
using Azure.Data.Tables;
using AzurePerf.Core.Experiments.Tables;

namespace AzurePerf.Probes.Tables;

/// <summary>The rows that points add to a table whose dataset they share, found by their keys. Removing them is repeatable: a transaction
/// whose answer was lost may be sent again.</summary>
/// <param name="table">Which.</param>
/// <param name="partitions">Those that it has.</param>
internal sealed class PointRows(TableClient table, int partitions)
{
    private const string FirstMark = "0";
    private const string LastMark = "z";

    /// <summary>Takes out those whose keys begin with these characters.</summary>
    public Task RemoveAsync(string mark, CancellationToken cancellationToken) => RemoveAsync(mark, After(mark), cancellationToken);

    /// <summary>Takes out those of all points: everything but the dataset.</summary>
    public async Task RemoveAllAsync(CancellationToken cancellationToken)
    {
        await RemoveAsync(FirstMark, EntityRow.DatasetMark, cancellationToken);
        await RemoveAsync(After(EntityRow.DatasetMark), After(LastMark), cancellationToken);
    }

    private static string After(string mark) => mark[..^1] + (char)(mark[^1] + 1);

    private async Task RemoveAsync(string from, string before, CancellationToken cancellationToken)
    {
        for (var partition = 0; partition < partitions; partition++)
        {
            var filter = TableClient.CreateQueryFilter(
                $"PartitionKey eq {EntityRow.PartitionOf(partition)} and RowKey ge {from} and RowKey lt {before}");
            await foreach (var page in table.QueryAsync<TableEntity>(
                filter, select: ["PartitionKey", "RowKey"], cancellationToken: cancellationToken).AsPages())
            {
                foreach (var rows in page.Values.Chunk(TableOptions.MostEntitiesPerRequest))
                {
                    await RemoveAsync(rows, cancellationToken);
                }
            }
        }
    }

    private async Task RemoveAsync(TableEntity[] rows, CancellationToken cancellationToken)
    {
        try
        {
            await table.SubmitTransactionAsync(
                rows.Select(row => new TableTransactionAction(TableTransactionActionType.Delete, row, ETag.All)), cancellationToken);
        }
        catch (RequestFailedException refused) when (refused.Status == 404)
        {
            // One that is gone refuses them all. One by one, a missing entity is a success for the client library.
            foreach (var row in rows)
            {
                await table.DeleteEntityAsync(row.PartitionKey, row.RowKey, ETag.All, cancellationToken);
            }
        }
    }
}
