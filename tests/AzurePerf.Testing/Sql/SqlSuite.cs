using AzurePerf.Core.Experiments.Sql;
using AzurePerf.Sql.Checks;
using AzurePerf.Sql.Data;
using AzurePerf.Sql.Engines;
using AzurePerf.Sql.Loading;
using AzurePerf.Sql.Schema;
using AzurePerf.Sql.Transactions;
using AzurePerf.Sql.Workload;
using Xunit;

namespace AzurePerf.Testing.Sql;

/// <summary>What every engine must do, on a server of its own.</summary>
public static class SqlSuite
{
    /// <summary>The data of the suites: small, and with all that a large one has.</summary>
    public static Dataset Data { get; } = new(20100621, new(Customers: 100, Days: 1, DailyMarketDays: 40, NewsBytes: 3_000));

    /// <summary>Loads; performs the operations of one client on the engine and in memory; and compares what was told, and all tables.</summary>
    public static async Task BehavesAsTheModelAsync(ISqlDatabase database, int operations, CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(database);
        var tables = new ModelDatabase(Data);
        await new Loader(database, Data).LoadAsync(null, cancellationToken);
        await using (var session = await database.OpenAsync(Isolation.Standard, cancellationToken))
        {
            await AssertSameAsync(session, tables, cancellationToken);
            Assert.Empty(await ConsistencyCheck.FindAsync(session, Data, cancellationToken));
            var model = new Model(tables);
            var client = new WorkloadClient(Data, 1, Mix.Standard);
            for (var number = 0; number < operations; number++)
            {
                var input = client.Next();
                var done = await TransactionRunner.RunAsync(session, input, cancellationToken);
                var expected = model.Run(input);
                Assert.True(done.Failure is null, $"{number}: {input} ended as {done.End} in frame {done.Frame}: {done.Failure}");
                Assert.True(expected.Commits == (done.End == TransactionEnd.Committed), $"{number}: {input} ended as {done.End}");
                Assert.True(expected.Digest == done.Digest, $"{number}: {input} told other rows than the model");
                Assert.Equal(expected.Triggered, done.Triggered);
                if (done.End == TransactionEnd.Committed)
                {
                    client.Committed(input, done.Triggered);
                }
            }

            Assert.True(client.Market.ResultsStarted > 0 && client.Market.Triggered > 0);
            Assert.Equal(client.Market.MarketOrders + client.Market.Triggered, client.Market.ResultsStarted + client.Market.Queued);
            await AssertSameAsync(session, tables, cancellationToken);
            Assert.Empty(await ConsistencyCheck.FindAsync(session, Data, cancellationToken));
        }
    }

    /// <summary>Eight clients at once leave tables that agree.</summary>
    /// <param name="database">Loaded; it is changed.</param>
    /// <param name="isMeeting">Whether a failure is one of clients that met.</param>
    /// <param name="cancellationToken">Ends it.</param>
    public static async Task ClientsAgreeAsync(ISqlDatabase database, Func<Exception, bool> isMeeting, CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(database);
        var clients = await Task.WhenAll(
            Enumerable.Range(1, 8).Select(number => Task.Run(() => RunAsync(database, number, isMeeting, cancellationToken))));

        Assert.Equal(
            clients.Sum(client => client.MarketOrders + client.Triggered), clients.Sum(client => client.ResultsStarted + client.Queued));
        await using var session = await database.OpenForChecksAsync(cancellationToken);
        Assert.Empty(await ConsistencyCheck.FindAsync(session, Data, cancellationToken));
    }

    private static async Task<MarketEmulator> RunAsync(
        ISqlDatabase database, int number, Func<Exception, bool> isMeeting, CancellationToken cancellationToken)
    {
        await using var session = await database.OpenAsync(Isolation.Standard, cancellationToken);
        var client = new WorkloadClient(Data, number, Mix.Standard);
        for (var operation = 0; operation < 400; operation++)
        {
            var input = client.Next();
            var done = await TransactionRunner.RunAsync(session, input, cancellationToken);
            if (done.End == TransactionEnd.Committed)
            {
                client.Committed(input, done.Triggered);
            }

            // Clients that meet may fail; what they may not do is fail in any other way, or leave a session that is of no use.
            Assert.True(done.Failure is null || isMeeting(done.Failure), done.Failure?.ToString());
        }

        return client.Market;
    }

    private static async Task AssertSameAsync(ISqlSession session, ModelDatabase tables, CancellationToken cancellationToken)
    {
        foreach (var table in Tables.All)
        {
            var there = await TableChecksum.OfAsync(session, table, cancellationToken);
            Assert.True(tables[table].Checksum == there, $"{table}: {there} on the engine, {tables[table].Checksum} in memory");
        }
    }
}
