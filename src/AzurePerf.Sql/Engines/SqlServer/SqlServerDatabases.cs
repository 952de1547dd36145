using Microsoft.Data.SqlClient;

namespace AzurePerf.Sql.Engines.SqlServer;

/// <summary>Makes and removes databases of a SQL Server or of Azure SQL.</summary>
/// <param name="server">Connects to where databases are made: master.</param>
/// <param name="sourceOf">Connects to a database of that name.</param>
public sealed class SqlServerDatabases(SqlServerSource server, Func<string, SqlServerSource> sourceOf)
{
    /// <summary>The database from which others are made.</summary>
    public const string Master = "master";

    /// <summary>EngineEdition of Azure SQL Database.</summary>
    public const int AzureEdition = 5;

    private const int MostLooks = 120;

    /// <summary>Of "the database is in use".</summary>
    private const int InUse = 3702;

    private static readonly TimeSpan BetweenLooks = TimeSpan.FromSeconds(1);

    /// <summary>What Azure SQL says of a database that has just been made: it cannot be opened, the sign-in failed, it is not available.
    /// </summary>
    private static readonly int[] NotYetOpen = [4060, 18456, 40197, 40613, 233, -2];

    /// <summary>Makes an empty database. It ends when the database lets its maker in, which in Azure takes some seconds more.</summary>
    /// <param name="name">Letters and digits.</param>
    /// <param name="objective">What Azure makes it with; null for what it takes by itself.</param>
    /// <param name="cancellationToken">Ends it; Azure may go on making the database.</param>
    public async Task CreateAsync(string name, string? objective, CancellationToken cancellationToken)
    {
        await using (var connection = await server.ConnectAsync(cancellationToken))
        {
            var how = objective is null ? "" : $" (SERVICE_OBJECTIVE = '{objective}')";
            await SqlServerSource.RunAsync(connection, $"CREATE DATABASE {name}{how}", cancellationToken);
        }

        for (var look = 1; !await IsOpenAsync(name, isLast: look == MostLooks, cancellationToken); look++)
        {
            await Task.Delay(BetweenLooks, TimeProvider.System, cancellationToken);
        }
    }

    /// <summary>Removes a database, also one that is not there.</summary>
    /// <exception cref="TimeoutException">Azure is still making it: remove it later.</exception>
    public async Task RemoveAsync(string name, CancellationToken cancellationToken)
    {
        try
        {
            await using var connection = await server.ConnectAsync(cancellationToken);
            await AwaitCreationAsync(connection, name, cancellationToken);
            await SqlServerSource.RunAsync(connection, $"DROP DATABASE IF EXISTS {name}", cancellationToken);
        }
        catch (SqlException busy) when (busy.Number == InUse)
        {
            // Clients that are still connected lose their connections, and the only place stays this one's until it leaves.
            await using var connection = await sourceOf(name).ConnectAsync(cancellationToken);
            await SqlServerSource.RunAsync(
                connection,
                $"ALTER DATABASE {name} SET SINGLE_USER WITH ROLLBACK IMMEDIATE; USE {Master}; DROP DATABASE IF EXISTS {name}",
                cancellationToken);
        }
    }

    /// <summary>Azure goes on making a database for a worker that was killed or gave up, and until it is done there may be nothing to
    /// drop: what is dropped too early stays, and costs.</summary>
    private static async Task AwaitCreationAsync(SqlConnection connection, string name, CancellationToken cancellationToken)
    {
        await using var edition = new SqlCommand("SELECT CAST(SERVERPROPERTY('EngineEdition') AS int)", connection);
        if (await edition.ExecuteScalarAsync(cancellationToken) is not AzureEdition)
        {
            return;
        }

        await using var creating = new SqlCommand(
            """
            SELECT count(*) FROM sys.dm_operation_status
            WHERE major_resource_id = @name AND operation LIKE 'CREATE%' AND state IN (0, 1)
            """,
            connection);
        creating.Parameters.AddWithValue("@name", name);
        for (var look = 1; await creating.ExecuteScalarAsync(cancellationToken) is not 0; look++)
        {
            if (look == MostLooks)
            {
                throw new TimeoutException($"Azure is still making database {name}");
            }

            await Task.Delay(BetweenLooks, TimeProvider.System, cancellationToken);
        }
    }

    /// <param name="name">Of a database that was made.</param>
    /// <param name="isLast">True to throw why it does not let its maker in.</param>
    /// <param name="cancellationToken">Ends the look.</param>
    private async Task<bool> IsOpenAsync(string name, bool isLast, CancellationToken cancellationToken)
    {
        try
        {
            await using var connection = await sourceOf(name).ConnectAsync(cancellationToken);
            return true;
        }
        catch (SqlException soon) when (!isLast && NotYetOpen.Contains(soon.Number))
        {
            return false;
        }
    }
}
