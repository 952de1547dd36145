using AzurePerf.Core.Targets.Sql;
using AzurePerf.Probes.Targets.Sql;
using AzurePerf.Sql.Engines.Postgres;
using Npgsql;
using Xunit;

namespace AzurePerf.UnitTests.Probes.Targets.Sql;

public sealed class PostgresTargetTests
{
    [Fact]
    public async Task Who_loads_and_checks_has_ten_minutes_for_each_answer_and_half_a_minute_to_connect_however_short_those_of_clients_are()
    {
        using var target = Target(TimeSpan.FromSeconds(0.5));
        await using var clients = target.Open("azpx");
        await using var database = target.OpenDatabase("azpx", prepares: true);

        Assert.Equal((6, 1), LimitsOf(clients));
        Assert.Equal((600, 30), LimitsOf(Assert.IsType<PostgresDatabase>(database).Unlimited!));
    }

    [Fact]
    public async Task A_server_that_is_gone_is_noticed_within_a_minute_also_by_who_only_waits()
    {
        using var target = Target(TimeSpan.FromSeconds(60));
        await using var data = target.Open("azpx");
        var settings = new NpgsqlConnectionStringBuilder(data.ConnectionString);

        Assert.True(settings.TcpKeepAlive);
        Assert.InRange(settings.TcpKeepAliveTime + (9 * settings.TcpKeepAliveInterval), 10, 60);
    }

    private static (int Command, int Connect) LimitsOf(NpgsqlDataSource data)
    {
        var settings = new NpgsqlConnectionStringBuilder(data.ConnectionString);
        return (settings.CommandTimeout, settings.Timeout);
    }

    private static PostgresTarget Target(TimeSpan operationTimeout) =>
        new("AZUREPERF_TARGET_DB", SqlAddress.Parse("postgresql", "//me:secret@127.0.0.1/postgres"), token: null, operationTimeout);
}
