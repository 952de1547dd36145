using AzurePerf.Sql.Schema;
using AzurePerf.Sql.Workload;

namespace AzurePerf.Sql.Engines;

/// <summary>One connection of one client. Where it is kept, statements are prepared when they are first performed. Nothing is ever
/// repeated.</summary>
public interface ISqlSession : IAsyncDisposable
{
    /// <summary>Nanoseconds that it took to connect.</summary>
    long ConnectNanoseconds { get; }

    /// <summary>False when the connection is lost: what the client does next takes a new one.</summary>
    bool IsOpen { get; }

    /// <summary>True from when COMMIT is sent until the next transaction begins.</summary>
    bool CommitSent { get; }

    /// <summary>Nanoseconds that the transaction waited before it could begin or commit, where this engine waits on this side.</summary>
    long WaitedNanoseconds { get; }

    /// <summary>From now on, what waits for an answer goes on on the thread that received it, where there is a server and the driver can.
    /// That thread receives for other connections of the process too: it is for clients that perform one transaction after the other,
    /// and neither block nor compute for long.</summary>
    /// <param name="until">What the client's calls are cancelled by: the connection is lost then.</param>
    /// <returns>False where answers go through the thread pool, which takes time of each.</returns>
    bool AnswerDirectly(CancellationToken until);

    /// <summary>Whether a failure is what the server said, and not that nothing was heard of it.</summary>
    bool IsAnswer(Exception failure);

    ValueTask BeginAsync(TransactionType type, CancellationToken cancellationToken);

    /// <summary>Performs a statement with a result. The rows are valid until the same statement is performed again.</summary>
    ValueTask<ResultRows> QueryAsync(Statement statement, CancellationToken cancellationToken, params ReadOnlySpan<Cell> arguments);

    /// <summary>Performs a statement without a result.</summary>
    /// <returns>Rows that it changed.</returns>
    ValueTask<int> ExecuteAsync(Statement statement, CancellationToken cancellationToken, params ReadOnlySpan<Cell> arguments);

    ValueTask CommitAsync(CancellationToken cancellationToken);

    /// <summary>The isolation in force for transactions of a type, in the engine's words. Asked when none is open.</summary>
    ValueTask<string> ReadIsolationAsync(TransactionType type, CancellationToken cancellationToken);

    /// <summary>Ends a transaction that is not to commit; does nothing when there is none.</summary>
    ValueTask RollbackAsync(CancellationToken cancellationToken);
}

/// <summary>The rows of one result, in memory that is used again.</summary>
public sealed class ResultRows(int columns)
{
    private Cell[] _cells = [];
    private int _filled;

    public int Count => columns == 0 ? 0 : _filled / columns;

    public ReadOnlySpan<Cell> this[int row] => _cells.AsSpan(0, _filled).Slice(row * columns, columns);

    /// <summary>Forgets the rows; what is in their memory is kept until others are there.</summary>
    internal void Clear() => _filled = 0;

    /// <summary>The cells of one row more, to be set.</summary>
    internal Span<Cell> Add()
    {
        var first = _filled;
        _filled += columns;
        if (_filled > _cells.Length)
        {
            Array.Resize(ref _cells, Math.Max(_filled, 2 * _cells.Length));
        }

        return _cells.AsSpan(first, columns);
    }
}
