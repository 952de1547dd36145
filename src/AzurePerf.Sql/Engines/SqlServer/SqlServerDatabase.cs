using AzurePerf.Core.Experiments.Sql;
using AzurePerf.Sql.Schema;
using Microsoft.Data.SqlClient;

namespace AzurePerf.Sql.Engines.SqlServer;

/// <summary>A database of a SQL Server, or of Azure SQL.</summary>
/// <param name="source">Opens a new connection each time.</param>
/// <param name="clock">Times how long it takes to connect, and waits for clients that leave.</param>
public sealed class SqlServerDatabase(SqlServerSource source, TimeProvider clock) : ISqlDatabase
{
    private const int MostLoadConnections = 4;
    private const int MostTries = 60;
    private static readonly TimeSpan BetweenTries = TimeSpan.FromSeconds(0.5);

    /// <summary>Of "all connections are taken" in a server of one's own, and in Azure.</summary>
    private static readonly int[] TooManyConnections = [17809, 10928, 10929];

    /// <inheritdoc cref="SqlServerDatabase(SqlServerSource, TimeProvider)"/>
    public SqlServerDatabase(SqlServerSource source)
        : this(source, TimeProvider.System)
    {
    }

    public SqlDialect Dialect { get; } = new SqlServerDialect();

    /// <summary>Whether clients prepare their statements: worth it where a connection is kept.</summary>
    public bool Prepares { get; init; } = true;

    public int LoadConnections => MostLoadConnections;

    public async Task<ISqlSession> OpenAsync(Isolation isolation, CancellationToken cancellationToken)
    {
        var start = clock.GetTimestamp();
        var connection = await source.ConnectAsync(cancellationToken);
        var took = clock.GetElapsedTime(start);
        await SetAsync(connection, limited: true, cancellationToken);
        return new SqlServerSession(connection, Dialect, isolation, commandTimeout: null, Prepares)
        {
            ConnectNanoseconds = (long)took.TotalNanoseconds,
        };
    }

    public async Task<ISqlSession> OpenForChecksAsync(CancellationToken cancellationToken) => new SqlServerSession(
        await OpenUnlimitedAsync(cancellationToken), Dialect, Isolation.ReadCommitted, commandTimeout: 0, prepares: true);

    public async Task<ILoadSession> OpenForLoadAsync(CancellationToken cancellationToken) =>
        new SqlServerLoadSession(await OpenUnlimitedAsync(cancellationToken));

    /// <summary>Statistics are fresh: keys and indexes were made of all rows.</summary>
    public async Task SettleAsync(CancellationToken cancellationToken)
    {
        await using var connection = await OpenUnlimitedAsync(cancellationToken);
        await SqlServerSource.RunAsync(connection, "CHECKPOINT", cancellationToken);
    }

    /// <summary>Its pages in use. Files are larger: they grow in steps.</summary>
    public async Task<long> BytesAsync(CancellationToken cancellationToken)
    {
        await using var connection = await OpenUnlimitedAsync(cancellationToken);
        await using var command = new SqlCommand("SELECT sum(used_pages) * 8192 FROM sys.allocation_units", connection);
        return (long)(await command.ExecuteScalarAsync(cancellationToken))!;
    }

    /// <summary>None: it counts the transactions that began in a database, and deadlocks only of the whole server.</summary>
    public Task<ServerCounts?> CountsAsync(CancellationToken cancellationToken) => Task.FromResult<ServerCounts?>(null);

    public ValueTask DisposeAsync() => ValueTask.CompletedTask;

    private async Task<SqlConnection> OpenUnlimitedAsync(CancellationToken cancellationToken)
    {
        var connection = await ConnectWhenThereIsOneAsync(cancellationToken);
        await SetAsync(connection, limited: false, cancellationToken);
        return connection;
    }

    private async Task SetAsync(SqlConnection connection, bool limited, CancellationToken cancellationToken)
    {
        var setting = source.SetAsync(connection, limited, cancellationToken);
        try
        {
            await SqlServerSource.NotForeverAsync(setting, clock, cancellationToken);
        }
        catch
        {
            _ = setting.ContinueWith(_ => connection.Dispose(), TaskScheduler.Default);
            throw;
        }
    }

    /// <summary>Clients have left a full server when they say so, and the server notices a moment later; those of other workers leave when
    /// they do.</summary>
    private async Task<SqlConnection> ConnectWhenThereIsOneAsync(CancellationToken cancellationToken)
    {
        for (var attempt = 1; ; attempt++)
        {
            try
            {
                return await source.ConnectAsync(cancellationToken);
            }
            catch (SqlException full) when (attempt < MostTries && TooManyConnections.Contains(full.Number))
            {
                await Task.Delay(BetweenTries, clock, cancellationToken);
            }
        }
    }
}
