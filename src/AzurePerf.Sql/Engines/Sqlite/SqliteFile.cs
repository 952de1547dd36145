using AzurePerf.Core.Experiments.Sql;
using AzurePerf.Core.Probes;
using AzurePerf.Sql.Schema;

namespace AzurePerf.Sql.Engines.Sqlite;

/// <summary>A database of SQLite.</summary>
/// <param name="file">Its path.</param>
/// <param name="clock">By which clients wait for each other.</param>
/// <param name="lockTimeout">After which a client that waits fails.</param>
public sealed class SqliteFile(string file, TimeProvider clock, TimeSpan lockTimeout) : ISqlDatabase
{
    private static readonly string[] Companions = ["", "-wal", "-shm", "-journal"];

    /// <inheritdoc cref="SqliteFile(string, TimeProvider, TimeSpan)"/>
    public SqliteFile(string file, TimeSpan lockTimeout)
        : this(file, TimeProvider.System, lockTimeout)
    {
    }

    public SqlDialect Dialect { get; init; } = new SqliteDialect();

    public int LoadConnections => 1;

    public Task<ISqlSession> OpenAsync(Isolation isolation, CancellationToken cancellationToken) =>
        Task.FromResult<ISqlSession>(Open(cancellationToken));

    /// <summary>The settings in force for a client, by SQLite's names.</summary>
    public IReadOnlyDictionary<string, string> ReadSettings(CancellationToken cancellationToken)
    {
        using var session = Open(cancellationToken);
        return session.ReadSettings(cancellationToken);
    }

    public Task<ISqlSession> OpenForChecksAsync(CancellationToken cancellationToken) => OpenAsync(Isolation.Standard, cancellationToken);

    public Task<ILoadSession> OpenForLoadAsync(CancellationToken cancellationToken) =>
        Task.FromResult<ILoadSession>(new SqliteLoadSession(SqliteDatabase.Open(file, create: true)));

    /// <exception cref="CorruptDataException">A row refers to one that is not there.</exception>
    public Task SettleAsync(CancellationToken cancellationToken)
    {
        using var opened = SqliteDatabase.Open(file, create: false);
        opened.Run("ANALYZE", cancellationToken);
        if (opened.Ask("PRAGMA foreign_key_check", cancellationToken) is { } table)
        {
            throw new CorruptDataException($"a row of {table} refers to a row that is not there");
        }

        opened.Run("PRAGMA journal_mode = WAL", cancellationToken);
        opened.Run("PRAGMA wal_checkpoint(TRUNCATE)", cancellationToken);
        using var written = new FileStream(file, FileMode.Open, FileAccess.ReadWrite, FileShare.ReadWrite);
        written.Flush(flushToDisk: true);
        return Task.CompletedTask;
    }

    /// <summary>The file of a database and those that SQLite may keep beside it, whether they are there or not.</summary>
    public static IEnumerable<string> FilesOf(string file) => Companions.Select(companion => file + companion);

    public Task<long> BytesAsync(CancellationToken cancellationToken) => Task.FromResult(
        FilesOf(file).Select(path => new FileInfo(path)).Where(info => info.Exists).Sum(info => info.Length));

    public Task<ServerCounts?> CountsAsync(CancellationToken cancellationToken) => Task.FromResult<ServerCounts?>(null);

    public ValueTask DisposeAsync() => ValueTask.CompletedTask;

    private SqliteSession Open(CancellationToken cancellationToken)
    {
        var start = clock.GetTimestamp();
        var opened = SqliteDatabase.Open(file, create: false);
        try
        {
            return new(opened, Dialect, new(clock, lockTimeout), cancellationToken)
            {
                ConnectNanoseconds = (long)clock.GetElapsedTime(start).TotalNanoseconds,
            };
        }
        catch
        {
            opened.Dispose();
            throw;
        }
    }
}
