using System.Collections.Concurrent;
using System.Runtime.ExceptionServices;
using AzurePerf.Sql.Data;
using AzurePerf.Sql.Engines;
using AzurePerf.Sql.Schema;

namespace AzurePerf.Sql.Loading;

/// <param name="Rows">In all tables.</param>
/// <param name="Bytes">On disk, with indexes.</param>
public sealed record LoadResult(long Rows, long Bytes);

/// <summary>Fills a database: rows over several connections at once, then keys and indexes, then statistics.</summary>
/// <remarks>A load that is cancelled leaves part of the rows behind, one that fails as little as it can. The caller drops the
/// database.</remarks>
public sealed class Loader(ISqlDatabase database, Dataset data)
{
    /// <summary>For dropping tables that could not be filled.</summary>
    private static readonly TimeSpan LongestDrop = TimeSpan.FromSeconds(30);

    /// <summary>Makes the tables and loads them.</summary>
    /// <param name="progress">Is told of each part of the rows, and when all are there; null when nobody listens.</param>
    /// <param name="cancellationToken">Ends it within two seconds where the server answers.</param>
    public async Task<LoadResult> LoadAsync(IProgress<LoadStep>? progress, CancellationToken cancellationToken)
    {
        // Open all the time: a server whose disk was filled lets nobody in.
        await using var first = await database.OpenForLoadAsync(cancellationToken);
        try
        {
            await MakeTablesAsync(first, cancellationToken);
            var rows = await LoadRowsAsync(progress, cancellationToken);
            progress?.Report(new(0, AllRows: true));
            await FinishAsync(cancellationToken);
            return new(rows, await database.BytesAsync(cancellationToken));
        }
        catch (Exception failure) when (failure is not OperationCanceledException)
        {
            await DropTablesAsync(first, failure, cancellationToken);
            throw;
        }
    }

    /// <summary>So that what filled a disk leaves it at once. The caller drops the database in any case.</summary>
    private static async Task DropTablesAsync(ILoadSession session, Exception failure, CancellationToken cancellationToken)
    {
        using var late = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        late.CancelAfter(LongestDrop);
        try
        {
            await session.DropTablesAsync(late.Token);
        }
        catch (Exception second)
        {
            // The last one says what it counts as: why the load failed, not what followed.
            throw new AggregateException(second, failure);
        }
    }

    /// <summary>Makes empty tables, without what <see cref="FinishAsync"/> makes.</summary>
    internal async Task MakeTablesAsync(CancellationToken cancellationToken)
    {
        await using var session = await database.OpenForLoadAsync(cancellationToken);
        await MakeTablesAsync(session, cancellationToken);
    }

    /// <summary>Loads the rows alone.</summary>
    /// <returns>How many.</returns>
    internal async Task<long> LoadRowsAsync(IProgress<LoadStep>? progress, CancellationToken cancellationToken)
    {
        long loaded = 0;
        await WorkAsync(
            LoadPlan.Of(data),
            async (session, part, cancelled) =>
            {
                var rows = await session.LoadAsync(data, part.Group, part.First, part.Count, cancelled);
                Interlocked.Add(ref loaded, rows);
                progress?.Report(new(rows));
            },
            cancellationToken);
        return loaded;
    }

    /// <summary>Makes keys and indexes of tables that have all their rows, and statistics.</summary>
    internal async Task FinishAsync(CancellationToken cancellationToken)
    {
        await WorkAsync(
            [.. Tables.All.Select(table => database.Dialect.PrimaryKey(table).Concat(SqlDialect.Indexes(table)))],
            RunAsync,
            cancellationToken);

        // A foreign key locks two tables, so two connections would wait for each other in a circle.
        await using (var last = await database.OpenForLoadAsync(cancellationToken))
        {
            await RunAsync(last, Tables.All.SelectMany(database.Dialect.ForeignKeys), cancellationToken);
        }

        await database.SettleAsync(cancellationToken);
    }

    private Task MakeTablesAsync(ILoadSession session, CancellationToken cancellationToken) =>
        RunAsync(session, Tables.All.Select(database.Dialect.Create), cancellationToken);

    private static async Task RunAsync(ILoadSession session, IEnumerable<string> commands, CancellationToken cancellationToken)
    {
        foreach (var command in commands)
        {
            await session.RunAsync(command, cancellationToken);
        }
    }

    /// <summary>Shares a list out over several connections. The first failure stops all of them and is the one that is thrown.</summary>
    private async Task WorkAsync<T>(
        IReadOnlyList<T> items, Func<ILoadSession, T, CancellationToken, Task> work, CancellationToken cancellationToken)
    {
        using var failed = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        var queue = new ConcurrentQueue<T>(items);
        var workers = Math.Min(database.LoadConnections, items.Count);
        Exception? first = null;
        await Task.WhenAll([.. Enumerable.Range(0, workers).Select(_ => Task.Run(WorkOneAsync, CancellationToken.None))]);
        if (first is not null)
        {
            ExceptionDispatchInfo.Throw(first);
        }

        async Task WorkOneAsync()
        {
            try
            {
                await using var session = await database.OpenForLoadAsync(failed.Token);
                while (queue.TryDequeue(out var item))
                {
                    failed.Token.ThrowIfCancellationRequested();
                    await work(session, item, failed.Token);
                }
            }
            catch (Exception failure)
            {
                // Npgsql calls a stop in the middle of writing a failure of the connection.
                var reason = cancellationToken.IsCancellationRequested
                    ? new OperationCanceledException(failure.Message, failure, cancellationToken)
                    : failure;
                Interlocked.CompareExchange(ref first, reason, null);
                await failed.CancelAsync();
            }
        }
    }
}
