using AzurePerf.Core.Experiments.Sql;
using AzurePerf.Sql.Schema;
using Npgsql;

namespace AzurePerf.Sql.Engines.Postgres;

/// <summary>A database of a PostgreSQL server.</summary>
/// <param name="source">Opens a new connection each time, with the timeouts of clients. It is disposed with the database, and so is
/// <see cref="Unlimited"/>.</param>
/// <param name="clock">Times how long it takes to connect, and waits for clients that leave.</param>
public sealed class PostgresDatabase(NpgsqlDataSource source, TimeProvider clock) : ISqlDatabase
{
    private const int MostLoadConnections = 4;
    private const int MostTries = 60;
    private static readonly TimeSpan BetweenTries = TimeSpan.FromSeconds(0.5);
    private static readonly TimeSpan BetweenLooks = TimeSpan.FromSeconds(0.1);

    /// <inheritdoc cref="PostgresDatabase(NpgsqlDataSource, TimeProvider)"/>
    public PostgresDatabase(NpgsqlDataSource source)
        : this(source, TimeProvider.System)
    {
    }

    public SqlDialect Dialect { get; } = new PostgresDialect();

    /// <summary>Whether clients prepare their statements: worth it where a connection is kept.</summary>
    public bool Prepares { get; init; } = true;

    /// <summary>Opens connections for who loads and checks. Their commands may take as long as they need; what has no command, such as
    /// COPY and the end of a transaction, the driver limits by the time-out of a connection, which should be long. Null: the clients'
    /// source.</summary>
    public NpgsqlDataSource? Unlimited { get; init; }

    public int LoadConnections => MostLoadConnections;

    /// <summary>How many bytes of a table a load collects before it sends them; see ADR 58.</summary>
    internal int LeastBytesSent { get; init; } = 1 << 21;

    public async Task<ISqlSession> OpenAsync(Isolation isolation, CancellationToken cancellationToken)
    {
        var start = clock.GetTimestamp();
        var connection = await source.OpenConnectionAsync(cancellationToken);
        return new PostgresSession(connection, Dialect, isolation, commandTimeout: null, Prepares)
        {
            ConnectNanoseconds = (long)clock.GetElapsedTime(start).TotalNanoseconds,
        };
    }

    public async Task<ISqlSession> OpenForChecksAsync(CancellationToken cancellationToken) =>
        new PostgresSession(
            await OpenUnlimitedAsync(cancellationToken), Dialect, Isolation.RepeatableRead, commandTimeout: 0, prepares: true);

    public async Task<ILoadSession> OpenForLoadAsync(CancellationToken cancellationToken) =>
        new PostgresLoadSession(await OpenUnlimitedAsync(cancellationToken), LeastBytesSent);

    public async Task SettleAsync(CancellationToken cancellationToken)
    {
        await using var connection = await OpenUnlimitedAsync(cancellationToken);
        await RunAsync(connection, "VACUUM ANALYZE", cancellationToken);
        try
        {
            await RunAsync(connection, "CHECKPOINT", cancellationToken);
        }
        catch (PostgresException failure) when (failure.SqlState == PostgresErrorCodes.InsufficientPrivilege)
        {
            // Only the owner of a hosted server may. The copy that a point works on is written out by itself.
            return;
        }
    }

    public async Task<long> BytesAsync(CancellationToken cancellationToken)
    {
        await using var connection = await OpenUnlimitedAsync(cancellationToken);
        await using var command = new NpgsqlCommand("SELECT pg_database_size(current_database())", connection) { CommandTimeout = 0 };
        return (long)(await command.ExecuteScalarAsync(cancellationToken))!;
    }

    /// <summary>A connection's counts are added to those of the database before the server forgets the connection.</summary>
    public async Task<ServerCounts?> CountsAsync(CancellationToken cancellationToken)
    {
        await using var connection = await OpenUnlimitedAsync(cancellationToken);
        await using var others = new NpgsqlCommand(
            """
            SELECT count(*) FROM pg_stat_activity
            WHERE datname = current_database() AND usename = current_user AND pid <> pg_backend_pid()
            """,
            connection);
        for (var attempt = 1; await others.ExecuteScalarAsync(cancellationToken) is not 0L; attempt++)
        {
            if (attempt == MostTries)
            {
                return null;
            }

            await Task.Delay(BetweenLooks, clock, cancellationToken);
        }

        // The background writer's counts begin anew with all others after a crash.
        await using var counts = new NpgsqlCommand(
            """
            SELECT d.xact_commit - d.sessions, d.deadlocks, concat_ws(' ', d.stats_reset, b.stats_reset)
            FROM pg_stat_database d, pg_stat_bgwriter b
            WHERE d.datname = current_database() AND current_setting('track_counts')::boolean
            """,
            connection);
        await using var row = await counts.ExecuteReaderAsync(cancellationToken);
        return await row.ReadAsync(cancellationToken) ? new(row.GetInt64(0), row.GetInt64(1), row.GetString(2)) : null;
    }

    public async ValueTask DisposeAsync()
    {
        await source.DisposeAsync();
        await (Unlimited?.DisposeAsync() ?? ValueTask.CompletedTask);
    }

    /// <summary>Performs commands that have no result, for as long as they take.</summary>
    internal static async Task RunAsync(NpgsqlConnection connection, string sql, CancellationToken cancellationToken)
    {
        await using var command = new NpgsqlCommand(sql, connection) { CommandTimeout = 0 };
        await command.ExecuteNonQueryAsync(cancellationToken);
    }

    private async Task<NpgsqlConnection> OpenUnlimitedAsync(CancellationToken cancellationToken)
    {
        var connection = await OpenWhenThereIsOneAsync(cancellationToken);
        try
        {
            await RunAsync(connection, "SET statement_timeout = 0; SET lock_timeout = 0", cancellationToken);
            return connection;
        }
        catch
        {
            await connection.DisposeAsync();
            throw;
        }
    }

    /// <summary>Clients have left a full server when they say so, and the server notices a moment later; those of other workers leave when
    /// they do.</summary>
    private async Task<NpgsqlConnection> OpenWhenThereIsOneAsync(CancellationToken cancellationToken)
    {
        for (var attempt = 1; ; attempt++)
        {
            try
            {
                return await (Unlimited ?? source).OpenConnectionAsync(cancellationToken);
            }
            catch (PostgresException full) when (
                attempt < MostTries && full.SqlState == PostgresErrorCodes.TooManyConnections)
            {
                await Task.Delay(BetweenTries, clock, cancellationToken);
            }
        }
    }
}
