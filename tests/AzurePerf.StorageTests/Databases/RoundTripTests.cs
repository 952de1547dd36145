using System.Net;
using AzurePerf.Core.Experiments.Sql;
using AzurePerf.Core.Targets.Sql;
using AzurePerf.Probes.Targets.Sql;
using AzurePerf.Sql.Engines.Postgres;
using AzurePerf.Sql.Loading;
using AzurePerf.Sql.Transactions;
using AzurePerf.Sql.Workload;
using AzurePerf.Testing.Network;
using AzurePerf.Testing.Sql;
using Xunit;

namespace AzurePerf.StorageTests.Databases;

public sealed class RoundTripTests(PostgresFixture server)
{
    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    [Fact]
    public async Task A_Trade_Status_waits_for_the_server_three_times_and_prepares_nothing_after_the_first()
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
            var database = new PostgresDatabase(source);
            await new Loader(database, SqlSuite.Data).LoadAsync(null, Cancelled);
            await using var session = await database.OpenAsync(Isolation.Standard, Cancelled);
            var client = new WorkloadClient(SqlSuite.Data, 1, Mix.Only(TransactionType.TradeStatus));
            await TransactionRunner.RunAsync(session, client.Next(), Cancelled);

            // BEGIN goes with the first of two statements, each of which is three messages. On a busy machine the relay itself can come
            // too late to see that a client waited, but never sees a wait that was none.
            var waits = new List<long>();
            for (var transaction = 0; transaction < 10; transaction++)
            {
                var before = relay.Traffic;
                await TransactionRunner.RunAsync(session, client.Next(), Cancelled);
                var after = relay.Traffic;
                waits.Add(after.RoundTrips - before.RoundTrips);
                Assert.Equal(8, after.Messages - before.Messages);
                Assert.Equal(4, after.Statements.Values.Sum() - before.Statements.Values.Sum());
            }

            Assert.Equal(3, waits.Max());
        }

        await target.RemoveAsync(DatabaseTarget.Database, name, Cancelled);
    }
}
