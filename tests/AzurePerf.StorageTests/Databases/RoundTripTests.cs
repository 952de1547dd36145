using System.Net;
using AzurePerf.Core.Experiments.Sql;
using AzurePerf.Core.Targets.Sql;
using AzurePerf.Probes.Targets.Sql;
using AzurePerf.Sql.Engines;
using AzurePerf.Sql.Engines.Postgres;
using AzurePerf.Sql.Loading;
using AzurePerf.Sql.Schema;
using AzurePerf.Sql.Transactions;
using AzurePerf.Sql.Workload;
using AzurePerf.Testing.Network;
using AzurePerf.Testing.Sql;
using Npgsql;
using Xunit;

namespace AzurePerf.StorageTests.Databases;

public sealed class RoundTripTests(PostgresFixture server)
{
    private static readonly Statement One = new("SELECT 1", "", "i");

    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    // BEGIN goes with the first of two statements, each of which is three messages.
    [Fact]
    public Task A_Trade_Status_waits_for_the_server_three_times_and_prepares_nothing_after_the_first() =>
        WithBrokerageAsync(async (relay, source) =>
        {
            await using var session = await new PostgresDatabase(source).OpenAsync(Isolation.Standard, Cancelled);
            var client = NewClient();
            await TransactionRunner.RunAsync(session, client.Next(), Cancelled);

            var seen = new List<Seen>();
            for (var transaction = 0; transaction < 10; transaction++)
            {
                seen.Add(await RunAsync(relay, session, client));
            }

            AssertWaits(3, seen);
            Assert.All(seen, one => Assert.Equal((8, 4), (one.Messages, one.Statements)));
        });

    [Fact]
    public Task A_Trade_Status_that_has_a_connection_of_its_own_waits_no_more_often_since_it_prepares_nothing() =>
        WithBrokerageAsync(async (relay, source) =>
        {
            var (client, seen) = (NewClient(), new List<Seen>());
            for (var transaction = 0; transaction < 10; transaction++)
            {
                await using var session = await new PostgresDatabase(source) { Prepares = false }.OpenAsync(Isolation.Standard, Cancelled);
                seen.Add(await RunAsync(relay, session, client));
            }

            AssertWaits(3, seen);
            Assert.All(seen, one => Assert.Equal(4, one.Statements));
        });

    [Fact]
    public Task A_client_that_asks_for_it_goes_on_where_its_answer_is_received_but_on_Windows() =>
        WithBrokerageAsync(async (_, source) =>
        {
            var can = !OperatingSystem.IsWindows();
            await using var session = await new PostgresDatabase(source).OpenAsync(Isolation.Standard, Cancelled);
            Assert.True(await GoesOnInPoolAsync(session));

            Assert.Equal(can, session.AnswerDirectly(CancellationToken.None));
            Assert.Equal(!can, await GoesOnInPoolAsync(session, tries: 50));
        });

    [Fact]
    public Task A_client_whose_time_is_over_leaves_at_once_and_holds_nobody_up() =>
        WithBrokerageAsync(async (_, source) =>
        {
            using var over = new CancellationTokenSource();
            await using var session = await new PostgresDatabase(source).OpenAsync(Isolation.Standard, Cancelled);
            session.AnswerDirectly(over.Token);
            await session.BeginAsync(TransactionType.TradeStatus, over.Token);
            var asleep = session.QueryAsync(new("SELECT 1 FROM pg_sleep(600)", "", "i"), over.Token).AsTask();

            await over.CancelAsync();

            await Assert.ThrowsAnyAsync<Exception>(() => asleep);
            Assert.False(session.IsOpen);
            await using var other = await new PostgresDatabase(source).OpenAsync(Isolation.Standard, Cancelled);
            Assert.Equal("read committed", await other.ReadIsolationAsync(TransactionType.TradeStatus, Cancelled));
        });

    /// <summary>On a busy machine an answer can be there before anyone waits for it: then nothing is told.</summary>
    private static async Task<bool> GoesOnInPoolAsync(ISqlSession session, int tries = 1)
    {
        var always = true;
        for (var attempt = 0; attempt < tries && always; attempt++)
        {
            await Task.Yield();
            await session.BeginAsync(TransactionType.TradeStatus, Cancelled);
            await session.QueryAsync(One, Cancelled);
            always = Thread.CurrentThread.IsThreadPoolThread;
            await session.RollbackAsync(Cancelled);
        }

        return always;
    }

    private static WorkloadClient NewClient() => new(SqlSuite.Data, 1, Mix.Only(TransactionType.TradeStatus));

    /// <summary>On a busy machine the relay itself can come too late to see that a client waited, but never sees a wait that was none.</summary>
    private static void AssertWaits(long waits, IEnumerable<Seen> seen) => Assert.Equal(waits, seen.Max(one => one.Waits));

    private static async Task<Seen> RunAsync(PostgresRelay relay, ISqlSession session, WorkloadClient client)
    {
        var before = relay.Traffic;
        await TransactionRunner.RunAsync(session, client.Next(), Cancelled);
        var after = relay.Traffic;
        return new(
            after.RoundTrips - before.RoundTrips,
            after.Messages - before.Messages,
            after.Statements.Values.Sum() - before.Statements.Values.Sum());
    }

    private async Task WithBrokerageAsync(Func<PostgresRelay, NpgsqlDataSource, Task> test)
    {
        var setting = (await server.AddressAsync())["postgresql:".Length..];
        var (address, name) = (SqlAddress.Parse("postgresql", setting), server.NewName());
        using var relay = new PostgresRelay(new(IPAddress.Loopback, address.Port));
        var through = FormattableString.Invariant($"//{address.User}:{address.Password}@127.0.0.1:{relay.Endpoint.Port}/postgres");
        using var target = new PostgresTarget(
            "AZUREPERF_TARGET_DATABASE", SqlAddress.Parse("postgresql", through), token: null, TimeSpan.FromSeconds(60));
        await target.CreateAsync(name, Cancelled);
        await using (var source = target.Open(name))
        {
            await new Loader(new PostgresDatabase(source), SqlSuite.Data).LoadAsync(null, Cancelled);
            await test(relay, source);
        }

        await target.RemoveAsync(DatabaseTarget.Database, name, Cancelled);
    }

    /// <summary>What one transaction sent.</summary>
    private sealed record Seen(long Waits, long Messages, long Statements);
}
