using System.Runtime.CompilerServices;
using Azure;
using AzurePerf.Storage.Rows;

namespace AzurePerf.Testing.Storage;

/// <summary>The rows of an account that answers late, or some replacements with 503, whether it applied them or not. A transaction meets what its first row does that meets any.</summary>
public sealed class UnansweringRowStore(IRowStore rows) : IRowStore
{
    /// <summary>Asked with table and row before each replacement: what becomes of it.</summary>
    public Func<string, Row, ReplacementFate> Fate { get; set; } = (_, _) => ReplacementFate.Answered;

    /// <summary>Asked likewise: what it is refused with for good; null where it is not.</summary>
    public Func<string, Row, Exception?> Refusal { get; set; } = (_, _) => null;

    /// <summary>True while nothing can be deleted, because the account is away.</summary>
    public bool KeepsAll { get; set; }

    /// <summary>What happens after a row was read and before the reader has it.</summary>
    public Func<Task> WhileReading { get; set; } = () => Task.CompletedTask;

    /// <summary>What happens after rows were listed and before the reader has the first; told when the reader leaves.</summary>
    public Func<CancellationToken, Task> WhileListing { get; set; } = _ => Task.CompletedTask;

    public async Task<Row?> FindAsync(string table, string partitionKey, string rowKey, CancellationToken cancellationToken)
    {
        var row = await rows.FindAsync(table, partitionKey, rowKey, cancellationToken);
        await WhileReading();
        return row;
    }

    public Task<string?> TryInsertAsync(string table, Row row, CancellationToken cancellationToken) => rows.TryInsertAsync(table, row, cancellationToken);

    public Task<string?> TryReplaceAsync(string table, Row row, string etag, CancellationToken cancellationToken) =>
        MeetFateAsync(table, [row], () => rows.TryReplaceAsync(table, row, etag, cancellationToken));

    public Task<string?> TryMergeAsync(string table, Row changes, string etag, CancellationToken cancellationToken) =>
        MeetFateAsync(table, [changes], () => rows.TryMergeAsync(table, changes, etag, cancellationToken));

    public Task PutAsync(string table, Row row, CancellationToken cancellationToken) => rows.PutAsync(table, row, cancellationToken);

    public Task<bool> TryDeleteAsync(string table, string partitionKey, string rowKey, string? etag, CancellationToken cancellationToken) =>
        KeepsAll ? throw new RequestFailedException("Connection refused") : rows.TryDeleteAsync(table, partitionKey, rowKey, etag, cancellationToken);

    public Task<bool> TryDeleteAllAsync(string table, string partitionKey, IReadOnlyList<string> rowKeys, CancellationToken cancellationToken) =>
        rows.TryDeleteAllAsync(table, partitionKey, rowKeys, cancellationToken);

    public Task<IReadOnlyList<string>?> TryWriteAllAsync(string table, IReadOnlyList<RowWrite> writes, CancellationToken cancellationToken) =>
        MeetFateAsync(table, [.. writes.Where(write => write.ETag is not null).Select(write => write.Row)], () => rows.TryWriteAllAsync(table, writes, cancellationToken));

    public async IAsyncEnumerable<Row> ListAsync(
        string table, string partitionKey, string fromRowKey = "", string? beforeRowKey = null, RowExclusion? except = null,
        [EnumeratorCancellation] CancellationToken cancellationToken = default)
    {
        var list = await rows.ListAsync(table, partitionKey, fromRowKey, beforeRowKey, except, cancellationToken).ToArrayAsync(cancellationToken);
        await WhileListing(cancellationToken);
        foreach (var row in list)
        {
            yield return row;
        }
    }

    public IAsyncEnumerable<Row> ListAllAsync(string table, CancellationToken cancellationToken = default) => rows.ListAllAsync(table, cancellationToken);

    public Task CreateTablesAsync(IEnumerable<string> tables, CancellationToken cancellationToken) => rows.CreateTablesAsync(tables, cancellationToken);

    private async Task<T?> MeetFateAsync<T>(string table, IReadOnlyList<Row> replacements, Func<Task<T?>> change)
        where T : class
    {
        if (replacements.Select(row => Refusal(table, row)).FirstOrDefault(refusal => refusal is not null) is { } met)
        {
            throw met;
        }

        var fate = replacements.Select(row => Fate(table, row)).FirstOrDefault(fate => fate != ReplacementFate.Answered);
        var answer = fate == ReplacementFate.Refused ? null : await change();
        return fate == ReplacementFate.Answered ? answer : throw new RequestFailedException(503, "The server is busy.");
    }
}
