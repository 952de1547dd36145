using AzurePerf.Core.Targets.Sql;
using AzurePerf.Probes.Targets.Sql;
using Npgsql;
using Xunit;

namespace AzurePerf.UnitTests.Probes.Targets.Sql;

public sealed class PostgresTargetTests
{
    [Fact]
    public async Task A_server_that_is_gone_is_noticed_within_a_minute_also_by_who_only_waits()
    {
        using var target = Target(TimeSpan.FromSeconds(60));
        await using var data = target.Open("azpx");
        var settings = new NpgsqlConnectionStringBuilder(data.ConnectionString);

        Assert.True(settings.TcpKeepAlive);
        Assert.InRange(settings.TcpKeepAliveTime + (9 * settings.TcpKeepAliveInterval), 10, 60);
    }

    private static PostgresTarget Target(TimeSpan operationTimeout) =>
        new("AZUREPERF_TARGET_DB", SqlAddress.Parse("postgresql", "//me:secret@127.0.0.1/postgres"), token: null, operationTimeout);
}
