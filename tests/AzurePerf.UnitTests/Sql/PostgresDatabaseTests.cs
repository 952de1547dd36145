using AzurePerf.Sql.Engines.Postgres;
using Npgsql;
using Xunit;

namespace AzurePerf.UnitTests.Sql;

public sealed class PostgresDatabaseTests
{
    /// <summary>Nothing listens at either port, so the failure says which one was tried.</summary>
    [Fact]
    public async Task The_size_of_a_database_is_asked_as_the_rest_of_a_load_without_the_time_outs_of_clients()
    {
        await using var database = new PostgresDatabase(NpgsqlDataSource.Create("Host=127.0.0.1;Port=1"))
        {
            Unlimited = NpgsqlDataSource.Create("Host=127.0.0.1;Port=2"),
        };

        var refused = await Assert.ThrowsAnyAsync<NpgsqlException>(() => database.BytesAsync(TestContext.Current.CancellationToken));

        Assert.Contains("127.0.0.1:2", refused.Message, StringComparison.Ordinal);
    }
}
