using AzurePerf.Sql.Schema;
using SQLitePCL;

namespace AzurePerf.Sql.Engines.Sqlite;

/// <summary>One connection to a file. It waits for nothing by itself: busy_timeout is 0.</summary>
internal sealed class SqliteDatabase : IDisposable
{
    private readonly sqlite3 _handle;
    private CancellationToken _wanted;

    static SqliteDatabase() => Batteries_V2.Init();

    private SqliteDatabase(sqlite3 handle) => _handle = handle;

    /// <param name="file">Its path.</param>
    /// <param name="create">True to make it where there is none.</param>
    public static SqliteDatabase Open(string file, bool create)
    {
        var code = raw.sqlite3_open_v2(
            file, out var handle, raw.SQLITE_OPEN_READWRITE | raw.SQLITE_OPEN_NOMUTEX | (create ? raw.SQLITE_OPEN_CREATE : 0), null);
        if (code != raw.SQLITE_OK)
        {
            var reason = raw.sqlite3_errstr(code).utf8_to_string();
            var failure = new SqliteException(code, $"{Path.GetFileName(file)} cannot be opened: {reason}");
            handle?.Dispose();
            throw failure;
        }

        raw.sqlite3_extended_result_codes(handle, 1);
        raw.sqlite3_busy_timeout(handle, 0);
        return new(handle);
    }

    public int Changes => raw.sqlite3_changes(_handle);

    public bool InTransaction => raw.sqlite3_get_autocommit(_handle) == 0;

    public void Run(string sql)
    {
        using var statement = Prepare(sql);
        while (statement.Step())
        {
        }
    }

    /// <summary>Performs a command, and ends it when it is no longer wanted.</summary>
    public void Run(string sql, CancellationToken cancellationToken)
    {
        using var stop = StopOn(cancellationToken);
        Run(sql);
    }

    /// <summary>The first value of a query, as a text.</summary>
    public string? Ask(string sql, CancellationToken cancellationToken)
    {
        using var stop = StopOn(cancellationToken);
        using var statement = Prepare(sql);
        return statement.Step() ? statement.Text(0) : null;
    }

    /// <summary>Until it is disposed, statements of this connection end, also in the middle, when the caller no longer wants them: they
    /// throw <see cref="OperationCanceledException"/>. One at a time.</summary>
    /// <exception cref="OperationCanceledException">It does not want them already.</exception>
    public Stop StopOn(CancellationToken cancellationToken)
    {
        cancellationToken.ThrowIfCancellationRequested();
        _wanted = cancellationToken;
        return new(this, cancellationToken.UnsafeRegister(static handle => raw.sqlite3_interrupt((sqlite3)handle!), _handle));
    }

    /// <summary>True when the caller wants no more of this connection's statements.</summary>
    public bool IsUnwanted => _wanted.IsCancellationRequested;

    public SqliteStatement Prepare(string sql)
    {
        Check(raw.sqlite3_prepare_v3(_handle, sql, raw.SQLITE_PREPARE_PERSISTENT, out var statement));
        return new(this, statement);
    }

    public void Check(int code)
    {
        if (code != raw.SQLITE_OK)
        {
            throw Failure(code);
        }
    }

    /// <summary>What to throw for an answer: a cancellation where the caller wants no more.</summary>
    public Exception Failure(int code) => code == raw.SQLITE_INTERRUPT && IsUnwanted
        ? new OperationCanceledException(_wanted)
        : new SqliteException(
            code is raw.SQLITE_MISUSE ? code : raw.sqlite3_extended_errcode(_handle), raw.sqlite3_errmsg(_handle).utf8_to_string());

    public void Dispose() => _handle.Dispose();

    /// <summary>See <see cref="StopOn"/>.</summary>
    public readonly struct Stop(SqliteDatabase database, CancellationTokenRegistration registration) : IDisposable
    {
        public void Dispose()
        {
            // Returns when an interruption under way has been made: none reaches a later statement.
            registration.Dispose();
            database._wanted = CancellationToken.None;
        }
    }
}

/// <summary>A statement that SQLite prepared.</summary>
internal sealed class SqliteStatement(SqliteDatabase database, sqlite3_stmt handle) : IDisposable
{
    public void Bind(ReadOnlySpan<Cell> cells)
    {
        for (var place = 0; place < cells.Length; place++)
        {
            var cell = cells[place];
            database.Check(
                cell.IsNull ? raw.sqlite3_bind_null(handle, place + 1)
                : cell.IsText ? raw.sqlite3_bind_text(handle, place + 1, cell.Text)
                : raw.sqlite3_bind_int64(handle, place + 1, cell.Number));
        }
    }

    /// <summary>True when it has a row for us, false when it is done.</summary>
    /// <exception cref="SqliteException">SQLite answered with an error, BUSY included.</exception>
    /// <exception cref="OperationCanceledException">The caller wants no more: see <see cref="SqliteDatabase.StopOn"/>.</exception>
    public bool Step()
    {
        var code = database.IsUnwanted ? raw.SQLITE_INTERRUPT : TryStep();
        return code == raw.SQLITE_ROW || (code == raw.SQLITE_DONE ? false : throw Fail(code));
    }

    /// <summary>Steps and says what SQLite answered.</summary>
    public int TryStep() => raw.sqlite3_step(handle);

    public Cell this[int column] => raw.sqlite3_column_type(handle, column) switch
    {
        raw.SQLITE_NULL => Cell.Null,
        raw.SQLITE_TEXT => Text(column),
        _ => raw.sqlite3_column_int64(handle, column),
    };

    public string Text(int column) => raw.sqlite3_column_text(handle, column).utf8_to_string();

    public void Reset() => raw.sqlite3_reset(handle);

    public void Dispose() => handle.Dispose();

    private Exception Fail(int code)
    {
        var failure = database.Failure(code);
        Reset();
        return failure;
    }
}
