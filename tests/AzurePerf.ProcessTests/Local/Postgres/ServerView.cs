using System.Globalization;
using AzurePerf.Core.Targets.Sql;
using Npgsql;

namespace AzurePerf.ProcessTests.Local.Postgres;

/// <summary>What a server has and does, past all that measure it. While it comes back after a crash it has nothing.</summary>
/// <param name="setting">The target's.</param>
internal sealed class ServerView(string setting) : IAsyncDisposable
{
    private readonly NpgsqlDataSource _source = NpgsqlDataSource.Create(TextOf(setting, database: null));

    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    /// <summary>The databases of runs, or null where the server does not answer.</summary>
    public Task<string?> DatabasesAsync() =>
        AskAsync("SELECT coalesce(string_agg(datname, ', ' ORDER BY datname), '') FROM pg_database WHERE datname LIKE 'azp%'");

    /// <summary>The process that serves a session, by what pg_stat_activity says of it; null for none.</summary>
    /// <param name="condition">In SQL.</param>
    public Task<string?> ProcessAsync(string condition) =>
        AskAsync($"SELECT min(pid)::text FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND state IS NOT NULL AND ({condition})");

    /// <summary>Connects to a database, so that nobody can copy it for 5 s; null where it cannot be connected to yet.</summary>
    public async Task<NpgsqlConnection?> TryHoldAsync(string database)
    {
        var connection = new NpgsqlConnection(TextOf(setting, database));
        try
        {
            await connection.OpenAsync(Cancelled);
            return connection;
        }
        catch (NpgsqlException)
        {
            await connection.DisposeAsync();
            return null;
        }
    }

    public ValueTask DisposeAsync() => _source.DisposeAsync();

    private async Task<string?> AskAsync(string query)
    {
        try
        {
            await using var command = _source.CreateCommand(query);
            return await command.ExecuteScalarAsync(Cancelled) as string;
        }
        catch (NpgsqlException)
        {
            return null;
        }
    }

    private static string TextOf(string setting, string? database)
    {
        var address = SqlAddress.Parse("postgresql", setting[(setting.IndexOf(':', StringComparison.Ordinal) + 1)..]);
        return string.Create(
            CultureInfo.InvariantCulture,
            $"Host={address.Host};Port={address.Port};Username={address.User};Password={address.Password};Database={database ?? address.Database};Pooling=false;SSL Mode=Disable");
    }
}
