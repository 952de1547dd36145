using System.Runtime.CompilerServices;
using Azure;
using Azure.Data.Tables;

namespace AzurePerf.Storage.Rows;

/// <summary>Rows in Azure Tables. Every name gets the deployment's prefix.</summary>
public sealed class AzureRowStore(TableServiceClient service, string prefix) : IRowStore
{
    /// <summary>The most rows that the service gives at once.</summary>
    private const int LargestPage = 1_000;

    private const int NotFound = 404;
    private const int Conflict = 409;
    private const int PreconditionFailed = 412;

    public async Task<Row?> FindAsync(string table, string partitionKey, string rowKey, CancellationToken cancellationToken)
    {
        var response = await Client(table).GetEntityIfExistsAsync<TableEntity>(partitionKey, rowKey, cancellationToken: cancellationToken);
        return response.HasValue ? ToRow(response.Value!) : null;
    }

    public async Task<string?> TryInsertAsync(string table, Row row, CancellationToken cancellationToken)
    {
        RowLimits.Check(row);
        try
        {
            var response = await Client(table).AddEntityAsync(ToEntity(row), cancellationToken);
            return ETagOf(response);
        }
        catch (RequestFailedException exception) when (exception.Status == Conflict)
        {
            return null;
        }
    }

    public async Task<string?> TryReplaceAsync(string table, Row row, string etag, CancellationToken cancellationToken)
    {
        RowLimits.Check(row);
        try
        {
            var response = await Client(table).UpdateEntityAsync(ToEntity(row), new ETag(etag), TableUpdateMode.Replace, cancellationToken);
            return ETagOf(response);
        }
        catch (RequestFailedException exception) when (exception.Status == PreconditionFailed || IsMissingRow(exception))
        {
            return null;
        }
    }

    public async Task<string?> TryMergeAsync(string table, Row changes, string etag, CancellationToken cancellationToken)
    {
        RowLimits.Check(changes);
        try
        {
            var response = await Client(table)
                .UpdateEntityAsync(ToEntity(changes), new ETag(etag), TableUpdateMode.Merge, cancellationToken);
            return ETagOf(response);
        }
        catch (RequestFailedException exception) when (exception.Status == PreconditionFailed || IsMissingRow(exception))
        {
            return null;
        }
    }

    public async Task PutAsync(string table, Row row, CancellationToken cancellationToken)
    {
        RowLimits.Check(row);
        await Client(table).UpsertEntityAsync(ToEntity(row), TableUpdateMode.Replace, cancellationToken);
    }

    public async Task<bool> TryDeleteAsync(
        string table, string partitionKey, string rowKey, string? etag, CancellationToken cancellationToken)
    {
        try
        {
            await Client(table).DeleteEntityAsync(partitionKey, rowKey, etag is null ? ETag.All : new ETag(etag), cancellationToken);
            return true;
        }
        catch (RequestFailedException exception) when (exception.Status == PreconditionFailed)
        {
            return false;
        }
    }

    public async Task<bool> TryDeleteAllAsync(
        string table, string partitionKey, IReadOnlyList<string> rowKeys, CancellationToken cancellationToken)
    {
        RowLimits.CheckDeletions(partitionKey, rowKeys);
        var deletions =
            rowKeys.Select(key =>
                new TableTransactionAction(TableTransactionActionType.Delete, new TableEntity(partitionKey, key), ETag.All));
        try
        {
            await Client(table).SubmitTransactionAsync(deletions, cancellationToken);
            return true;
        }
        catch (TableTransactionFailedException exception) when (IsMissingRow(exception))
        {
            return false;
        }
    }

    public async IAsyncEnumerable<string> ListKeysAsync(
        string table, string partitionKey, [EnumeratorCancellation] CancellationToken cancellationToken = default)
    {
        var filter = TableClient.CreateQueryFilter($"PartitionKey eq {partitionKey}");
        await foreach (var entity in Client(table)
            .QueryAsync<TableEntity>(filter, select: ["PartitionKey", "RowKey"], cancellationToken: cancellationToken))
        {
            yield return entity.RowKey;
        }
    }

    public async Task<IReadOnlyList<string>?> TryWriteAllAsync(
        string table, IReadOnlyList<RowWrite> writes, CancellationToken cancellationToken)
    {
        RowLimits.CheckTransaction(writes);
        try
        {
            var response = await Client(table).SubmitTransactionAsync(writes.Select(ToAction), cancellationToken);
            return [.. response.Value.Select(ETagOf)];
        }
        catch (TableTransactionFailedException exception)
            when (exception.Status is Conflict or PreconditionFailed || IsMissingRow(exception))
        {
            return null;
        }
    }

    public async IAsyncEnumerable<Row> ListAsync(
        string table, string partitionKey, string fromRowKey = "", string? beforeRowKey = null, RowExclusion? except = null,
        [EnumeratorCancellation] CancellationToken cancellationToken = default)
    {
        var filter = beforeRowKey is null
            ? TableClient.CreateQueryFilter($"PartitionKey eq {partitionKey} and RowKey ge {fromRowKey}")
            : TableClient.CreateQueryFilter($"PartitionKey eq {partitionKey} and RowKey ge {fromRowKey} and RowKey lt {beforeRowKey}");
        foreach (var value in except?.Values ?? [])
        {
            // Property names are this program's own; values are escaped.
            filter += $" and {except!.Property} ne {Quoted(value)}";
        }

        await foreach (var row in WithAgesAsync(Client(table).QueryAsync<TableEntity>(filter, cancellationToken: cancellationToken)))
        {
            yield return row;
        }
    }

    public async Task<IReadOnlyList<Row>> FirstAsync(
        string table, string partitionKey, string fromRowKey, int count, CancellationToken cancellationToken)
    {
        var filter = TableClient.CreateQueryFilter($"PartitionKey eq {partitionKey} and RowKey ge {fromRowKey}");
        return await Client(table)
            .QueryAsync<TableEntity>(filter, maxPerPage: Math.Min(count, LargestPage), cancellationToken: cancellationToken)
            .Take(count).Select(ToRow).ToArrayAsync(cancellationToken);
    }

    public async Task<RowBatch> BatchAsync(
        string table, RowQuery query, int count, string? continuation, CancellationToken cancellationToken)
    {
        RowLimits.CheckQuery(query);
        var filter = TableClient.CreateQueryFilter(
            $"PartitionKey eq {query.PartitionKey} and RowKey ge {query.FromRowKey} and RowKey lt {query.BeforeRowKey}");
        var conditions = query.Conditions.Select(condition => $" and ({string.Join(" or ", condition.AnyOf.Select(TextOf))})");
        var pages = Client(table)
            .QueryAsync<TableEntity>(
                filter + string.Concat(conditions), Math.Min(count, LargestPage),
                query.Properties is { } wanted ? ["PartitionKey", "RowKey", .. wanted] : null, cancellationToken)
            .AsPages(continuation);
        await foreach (var page in pages)
        {
            return new([.. page.Values.Select(ToRow)], page.ContinuationToken);
        }

        return new([], null);
    }

    public async IAsyncEnumerable<Row> ListAcrossAsync(
        string table, string firstPartitionKey, string lastPartitionKey, string fromRowKey, string beforeRowKey,
        [EnumeratorCancellation] CancellationToken cancellationToken)
    {
        var partitions = TableClient.CreateQueryFilter($"PartitionKey ge {firstPartitionKey} and PartitionKey le {lastPartitionKey}");
        var rows = TableClient.CreateQueryFilter($"RowKey ge {fromRowKey} and RowKey lt {beforeRowKey}");
        var filter = partitions + " and " + rows;
        await foreach (var entity in Client(table).QueryAsync<TableEntity>(filter, cancellationToken: cancellationToken))
        {
            yield return ToRow(entity);
        }
    }

    public async IAsyncEnumerable<Row> ListAllAsync(string table, [EnumeratorCancellation] CancellationToken cancellationToken = default)
    {
        await foreach (var row in WithAgesAsync(Client(table).QueryAsync<TableEntity>(cancellationToken: cancellationToken)))
        {
            yield return row;
        }
    }

    public async Task CreateTablesAsync(IEnumerable<string> tables, CancellationToken cancellationToken)
    {
        foreach (var table in tables)
        {
            await service.CreateTableIfNotExistsAsync(prefix + table, cancellationToken);
        }
    }

    private static string TextOf(RowMatch match) => match switch
    {
        { Since: { } since } => $"{match.Property} ge {TableClient.CreateQueryFilter($"{since}")}",
        { Value: { } value } => $"{match.Property} eq {Quoted(value)}",
        _ => $"{match.Property} gt ''",
    };

    private static string Quoted(string value) => $"'{value.Replace("'", "''", StringComparison.Ordinal)}'";

    private static bool IsMissingRow(RequestFailedException exception) =>
        exception.Status == NotFound && exception.ErrorCode != "TableNotFound";

    private static string ETagOf(Response response) =>
        response.Headers.ETag?.ToString() ?? throw new InvalidOperationException("the table service answered a write without an ETag");

    private static TableTransactionAction ToAction(RowWrite write) => write.ETag is null
        ? new(TableTransactionActionType.Add, ToEntity(write.Row))
        : new(
            write.Merges ? TableTransactionActionType.UpdateMerge : TableTransactionActionType.UpdateReplace,
            ToEntity(write.Row),
            new ETag(write.ETag));

    private static TableEntity ToEntity(Row row)
    {
        var entity = new TableEntity(row.PartitionKey, row.RowKey);
        foreach (var (name, value) in row.Values)
        {
            entity[name] = value;
        }

        return entity;
    }

    private static async IAsyncEnumerable<Row> WithAgesAsync(AsyncPageable<TableEntity> query)
    {
        await foreach (var page in query.AsPages())
        {
            var answeredAt = page.GetRawResponse().Headers.Date;
            foreach (var entity in page.Values)
            {
                yield return ToAgedRow(entity, answeredAt);
            }
        }
    }

    private static Row ToRow(TableEntity entity) => ToAgedRow(entity, null);

    private static Row ToAgedRow(TableEntity entity, DateTimeOffset? answeredAt)
    {
        var row = new Row(entity.PartitionKey, entity.RowKey) { ETag = entity.ETag.ToString(), Age = answeredAt - entity.Timestamp };
        foreach (var (name, value) in entity)
        {
            if (value is not null && name is not ("PartitionKey" or "RowKey" or "Timestamp" or "odata.etag"))
            {
                row.Values[name] = value;
            }
        }

        return row;
    }

    private TableClient Client(string table) => service.GetTableClient(prefix + table);
}
