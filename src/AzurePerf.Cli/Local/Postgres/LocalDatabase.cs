using AzurePerf.Core.Targets.Sql;

namespace AzurePerf.Cli.Local.Postgres;

/// <summary>What a local start measures where no database was given: a PostgreSQL server of its own or, where none can run,
/// SQLite.</summary>
/// <param name="server">Null for SQLite.</param>
/// <param name="folder">Of the databases; null for a server.</param>
internal sealed class LocalDatabase(PostgresServer? server, LocalFolder? folder) : IAsyncDisposable
{
    /// <summary>Name of the variable that workers read it from.</summary>
    public static string Variable { get; } = $"AZUREPERF_TARGET_{SqlTarget.OfLocalStart.ToUpperInvariant()}";

    /// <summary>As the target's setting; may hold a password.</summary>
    public string Setting { get; } = server?.Address ?? "sqlite:" + folder!.Path;

    /// <summary>The server; null where there is none.</summary>
    public ChildProcess? Process => server?.Process;

    /// <summary>Starts it. That no server can run is said, and no failure.</summary>
    public static Task<LocalDatabase> StartAsync(string? logsFolder, IProgress<string> progress, CancellationToken cancellationToken) =>
        OrSqliteAsync(() => PostgresServer.StartAsync(logsFolder, progress, cancellationToken), progress);

    /// <summary>The same, however the server is started.</summary>
    internal static async Task<LocalDatabase> OrSqliteAsync(Func<Task<PostgresServer>> start, IProgress<string> progress)
    {
        try
        {
            return new(await start(), null);
        }
        catch (LocalStartException reason)
        {
            progress.Report($"SQLite is measured, because no PostgreSQL runs here: {reason.Message}");
            return new(null, LocalFolder.Make("azureperf-sqlite-"));
        }
    }

    public async ValueTask DisposeAsync()
    {
        if (server is not null)
        {
            await server.DisposeAsync();
        }

        folder?.Dispose();
    }
}
