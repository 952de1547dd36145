using AzurePerf.Core.Experiments.Sql;
using AzurePerf.Sql.Data;
using AzurePerf.Sql.Schema;

namespace AzurePerf.Sql.Engines;

/// <summary>One database of ours: on a server, or a file.</summary>
public interface ISqlDatabase : IAsyncDisposable
{
    SqlDialect Dialect { get; }

    /// <summary>Most connections that load at once.</summary>
    int LoadConnections { get; }

    /// <summary>A new connection for a client.</summary>
    Task<ISqlSession> OpenAsync(Isolation isolation, CancellationToken cancellationToken);

    /// <summary>One whose statements may take as long as they need.</summary>
    Task<ISqlSession> OpenForChecksAsync(CancellationToken cancellationToken);

    /// <summary>One that loads. A file is made when the first one opens it.</summary>
    Task<ILoadSession> OpenForLoadAsync(CancellationToken cancellationToken);

    /// <summary>After a load: fresh statistics, and all on disk.</summary>
    Task SettleAsync(CancellationToken cancellationToken);

    /// <summary>What it takes on disk.</summary>
    Task<long> BytesAsync(CancellationToken cancellationToken);

    /// <summary>What the engine itself has counted in the database, when all clients have left it; null where it counts
    /// nothing.</summary>
    Task<ServerCounts?> CountsAsync(CancellationToken cancellationToken);
}

/// <summary>One connection that loads.</summary>
public interface ILoadSession : IAsyncDisposable
{
    /// <summary>Loads the rows of some units of a group.</summary>
    /// <returns>How many.</returns>
    Task<long> LoadAsync(Dataset data, RowGroup group, long first, long count, CancellationToken cancellationToken);

    /// <summary>Performs a command that has no result.</summary>
    Task RunAsync(string sql, CancellationToken cancellationToken);

    /// <summary>Gives the disk back at once what the tables take of it, where removing the database needs some of the disk
    /// first.</summary>
    Task DropTablesAsync(CancellationToken cancellationToken) => Task.CompletedTask;
}
