using AzurePerf.Sql.Schema;
using AzurePerf.Sql.Workload;
using SQLitePCL;

namespace AzurePerf.Sql.Engines.Sqlite;

/// <summary>A client's connection to SQLite. Its calls block: a client needs a thread of its own.</summary>
internal sealed class SqliteSession : ISqlSession, IDisposable
{
    private readonly SqliteDatabase _database;
    private readonly SqlDialect _dialect;
    private readonly SqliteWait _wait;
    private readonly SqliteStatement _begin;
    private readonly SqliteStatement _beginToWrite;
    private readonly SqliteStatement _commit;
    private readonly SqliteStatement _rollback;
    private Prepared?[] _prepared = [];

    /// <exception cref="SqliteException">Others kept the file to themselves for as long as a client may wait: the first who opens it
    /// after a crash, and the last who closes it, work on its log alone.</exception>
    public SqliteSession(SqliteDatabase database, SqlDialect dialect, SqliteWait wait, CancellationToken cancellationToken)
    {
        _database = database;
        _dialect = dialect;
        _wait = wait;
        Set("PRAGMA foreign_keys = ON", cancellationToken);
        Set("PRAGMA synchronous = FULL", cancellationToken);
        _begin = database.Prepare("BEGIN");
        _beginToWrite = database.Prepare("BEGIN IMMEDIATE");
        _commit = database.Prepare("COMMIT");
        _rollback = database.Prepare("ROLLBACK");
    }

    public long ConnectNanoseconds { get; init; }

    /// <summary>False when it is disposed, also by who could not roll back a transaction.</summary>
    public bool IsOpen { get; private set; } = true;

    public bool CommitSent { get; private set; }

    public long WaitedNanoseconds { get; private set; }

    /// <summary>It has no answers to wait for.</summary>
    public bool AnswerDirectly(CancellationToken until) => true;

    public bool IsAnswer(Exception failure) => failure is SqliteException;

    public ValueTask BeginAsync(TransactionType type, CancellationToken cancellationToken)
    {
        CommitSent = false;
        WaitedNanoseconds = 0;
        Step(TransactionTypes.Writes(type) ? _beginToWrite : _begin, cancellationToken);
        return ValueTask.CompletedTask;
    }

    public ValueTask<ResultRows> QueryAsync(Statement statement, CancellationToken cancellationToken, params ReadOnlySpan<Cell> arguments)
    {
        using var stop = _database.StopOn(cancellationToken);
        var prepared = Find(statement);
        prepared.Rows.Clear();
        prepared.Statement.Bind(arguments);
        while (prepared.Statement.Step())
        {
            var row = prepared.Rows.Add();
            for (var column = 0; column < row.Length; column++)
            {
                row[column] = prepared.Statement[column];
            }
        }

        prepared.Statement.Reset();
        return new(prepared.Rows);
    }

    public ValueTask<int> ExecuteAsync(Statement statement, CancellationToken cancellationToken, params ReadOnlySpan<Cell> arguments)
    {
        using var stop = _database.StopOn(cancellationToken);
        var prepared = Find(statement);
        prepared.Statement.Bind(arguments);
        while (prepared.Statement.Step())
        {
        }

        prepared.Statement.Reset();
        return new(_database.Changes);
    }

    public ValueTask CommitAsync(CancellationToken cancellationToken)
    {
        CommitSent = true;
        Step(_commit, cancellationToken);
        return ValueTask.CompletedTask;
    }

    public ValueTask RollbackAsync(CancellationToken cancellationToken)
    {
        if (_database.InTransaction)
        {
            _rollback.Step();
            _rollback.Reset();
        }

        return ValueTask.CompletedTask;
    }

    public ValueTask<string> ReadIsolationAsync(TransactionType type, CancellationToken cancellationToken) => new("serializable");

    public IReadOnlyDictionary<string, string> ReadSettings(CancellationToken cancellationToken) =>
        new SortedDictionary<string, string>(StringComparer.Ordinal)
        {
            ["engine"] = "SQLite " + raw.sqlite3_libversion().utf8_to_string(),
            ["journal_mode"] = _database.Ask("PRAGMA journal_mode", cancellationToken) ?? "",
            ["synchronous"] = _database.Ask("PRAGMA synchronous", cancellationToken) switch
            {
                "0" => "OFF",
                "1" => "NORMAL",
                "2" => "FULL",
                "3" => "EXTRA",
                var other => other ?? "",
            },
        };

    public ValueTask DisposeAsync()
    {
        Dispose();
        return ValueTask.CompletedTask;
    }

    public void Dispose()
    {
        IsOpen = false;
        foreach (var statement in _prepared.Select(prepared => prepared?.Statement).Concat([_begin, _beginToWrite, _commit, _rollback]))
        {
            statement?.Dispose();
        }

        _database.Dispose();
    }

    private void Set(string pragma, CancellationToken cancellationToken)
    {
        var waited = _wait.Start();
        while (true)
        {
            try
            {
                _database.Run(pragma, cancellationToken);
                return;
            }
            catch (SqliteException busy) when (IsBusy(busy.Code))
            {
                // Not in the filter, where a cancellation would count as false.
                if (!waited.Again(cancellationToken))
                {
                    throw;
                }
            }
        }
    }

    private static bool IsBusy(int code) => (code & 0xFF) == raw.SQLITE_BUSY;

    private void Step(SqliteStatement statement, CancellationToken cancellationToken)
    {
        var waited = _wait.Start();
        try
        {
            while (true)
            {
                var code = statement.TryStep();
                statement.Reset();
                if (code == raw.SQLITE_DONE)
                {
                    return;
                }

                if (!IsBusy(code) || !waited.Again(cancellationToken))
                {
                    throw new SqliteException(code, raw.sqlite3_errstr(code).utf8_to_string());
                }
            }
        }
        finally
        {
            WaitedNanoseconds += waited.Nanoseconds;
        }
    }

    private Prepared Find(Statement statement)
    {
        if (statement.Number >= _prepared.Length)
        {
            Array.Resize(ref _prepared, statement.Number + 64);
        }

        return _prepared[statement.Number] ??=
            new(_database.Prepare(_dialect.TextOf(statement, locks: false)), new(statement.Columns.Count));
    }

    private sealed record Prepared(SqliteStatement Statement, ResultRows Rows);
}

/// <summary>How long and by which clock a client waits for another that writes.</summary>
/// <param name="clock">Tells when the wait is over.</param>
/// <param name="limit">After which the transaction fails.</param>
internal sealed class SqliteWait(TimeProvider clock, TimeSpan limit)
{
    private const int PauseMilliseconds = 1;

    public Turn Start() => new(this, clock.GetTimestamp());

    /// <summary>One wait.</summary>
    internal struct Turn(SqliteWait wait, long started)
    {
        /// <summary>What it took until it last had to wait; 0 when it never had to.</summary>
        public long Nanoseconds { get; private set; }

        /// <summary>Pauses. False when it is no longer worth it.</summary>
        /// <exception cref="OperationCanceledException">The caller ended it.</exception>
        public bool Again(CancellationToken cancellationToken)
        {
            cancellationToken.WaitHandle.WaitOne(PauseMilliseconds);
            cancellationToken.ThrowIfCancellationRequested();
            var waited = wait.Elapsed(started);
            Nanoseconds = waited.Ticks * TimeSpan.NanosecondsPerTick;
            return waited < wait.Limit;
        }
    }

    private TimeSpan Limit => limit;

    private TimeSpan Elapsed(long started) => clock.GetElapsedTime(started);
}
