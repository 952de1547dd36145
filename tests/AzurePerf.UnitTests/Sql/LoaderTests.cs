using AzurePerf.Core.Experiments.Sql;
using AzurePerf.Sql.Data;
using AzurePerf.Sql.Engines;
using AzurePerf.Sql.Engines.Sqlite;
using AzurePerf.Sql.Loading;
using AzurePerf.Sql.Schema;
using AzurePerf.Testing.Sql;
using Xunit;

namespace AzurePerf.UnitTests.Sql;

public sealed class LoaderTests
{
    private static readonly IOException Full = new("the disk is full");

    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    [Fact]
    public async Task The_failure_that_ended_a_load_is_told_and_none_that_followed_from_it()
    {
        var database = new BrokenDatabase(() => throw Full);

        Assert.Same(Full, await Assert.ThrowsAnyAsync<Exception>(() => new Loader(database, SqlSuite.Data).LoadAsync(null, Cancelled)));

        Assert.Equal(1, database.Dropped);
    }

    [Fact]
    public async Task A_load_that_is_stopped_is_no_failure_whatever_its_driver_calls_it_and_drops_nothing()
    {
        using var stop = new CancellationTokenSource();
        var database = new BrokenDatabase(() => stop.Cancel());

        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => new Loader(database, SqlSuite.Data).LoadAsync(null, stop.Token));

        Assert.Equal(0, database.Dropped);
    }

    [Fact]
    public async Task Dropping_the_tables_of_a_load_that_failed_ends_when_it_is_stopped()
    {
        using var stop = new CancellationTokenSource();
        var database = new BrokenDatabase(() => throw Full) { Dropping = stop.Cancel };

        var failures = await Assert.ThrowsAsync<AggregateException>(() => new Loader(database, SqlSuite.Data).LoadAsync(null, stop.Token));

        Assert.IsAssignableFrom<OperationCanceledException>(failures.InnerExceptions[0]);
        Assert.Same(Full, failures.InnerExceptions[1]);
    }

    /// <summary>Whose connections are all in the middle of writing when the last of them does something. A write that is cancelled is a
    /// failure of its own, as with Npgsql.</summary>
    private sealed class BrokenDatabase(Action last) : ISqlDatabase
    {
        private int _loading;

        public SqlDialect Dialect { get; } = new SqliteDialect();

        public int LoadConnections => 4;

        public int Dropped { get; private set; }

        public Action? Dropping { get; init; }

        public Task<ISqlSession> OpenAsync(Isolation isolation, CancellationToken cancellationToken) => throw new NotSupportedException();

        public Task<ISqlSession> OpenForChecksAsync(CancellationToken cancellationToken) => throw new NotSupportedException();

        public Task<ILoadSession> OpenForLoadAsync(CancellationToken cancellationToken) => Task.FromResult<ILoadSession>(new Session(this));

        public Task SettleAsync(CancellationToken cancellationToken) => throw new NotSupportedException();

        public Task<long> BytesAsync(CancellationToken cancellationToken) => throw new NotSupportedException();

        public Task<ServerCounts?> CountsAsync(CancellationToken cancellationToken) => throw new NotSupportedException();

        public ValueTask DisposeAsync() => ValueTask.CompletedTask;

        private sealed class Session(BrokenDatabase database) : ILoadSession
        {
            public async Task<long> LoadAsync(Dataset data, RowGroup group, long first, long count, CancellationToken cancellationToken)
            {
                // Its waiter goes on inside of the cancellation, and so before whoever cancelled.
                var writing = new TaskCompletionSource();
                await using var cut = cancellationToken.Register(() => writing.SetException(new IOException("writing ended")));
                if (Interlocked.Increment(ref database._loading) == database.LoadConnections)
                {
                    database.Last();
                }

                await writing.Task;
                return 0;
            }

            public Task RunAsync(string sql, CancellationToken cancellationToken) => Task.CompletedTask;

            public Task DropTablesAsync(CancellationToken cancellationToken)
            {
                database.Dropped++;
                database.Dropping?.Invoke();
                cancellationToken.ThrowIfCancellationRequested();
                return Task.CompletedTask;
            }

            public ValueTask DisposeAsync() => ValueTask.CompletedTask;
        }

        private void Last() => last();
    }
}
