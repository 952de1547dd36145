using System.Data;
using System.Runtime.CompilerServices;
using AzurePerf.Core.Experiments.Sql;
using AzurePerf.Sql.Schema;
using AzurePerf.Sql.Workload;
using Microsoft.Data.SqlClient;

namespace AzurePerf.Sql.Engines.SqlServer;

/// <summary>A client's connection to a SQL Server. Its transactions begin and end by commands: those of the driver block the thread that
/// waits for them.</summary>
/// <param name="connection">Open and set, and the session's from now on.</param>
/// <param name="dialect">Of SQL Server.</param>
/// <param name="isolation">Of its transactions.</param>
/// <param name="commandTimeout">Seconds after which this side gives a statement up, 0 for never; null: that of the connection.</param>
/// <param name="prepares">Whether each statement is prepared when it is first performed.</param>
internal sealed class SqlServerSession(
    SqlConnection connection, SqlDialect dialect, Isolation isolation, int? commandTimeout, bool prepares) : ISqlSession
{
    /// <summary>From this severity on, an error ends the connection: the server did not get as far as to answer.</summary>
    public const byte Fatal = 20;

    private readonly Dictionary<string, SqlCommand> _commands = [];
    private Prepared?[] _prepared = [];
    private bool _begun;
    private volatile bool _lost;
    private CancellationToken _watched;
    private CancellationTokenRegistration _watch;
    private CancellationTokenSource _late = new();

    public long ConnectNanoseconds { get; init; }

    public bool IsOpen => !_lost && connection.State == ConnectionState.Open;

    public bool CommitSent { get; private set; }

    public long WaitedNanoseconds => 0;

    /// <summary>False: the driver has no such way.</summary>
    public bool AnswerDirectly(CancellationToken until) => false;

    /// <summary>What the driver says itself has a number of 0 or less, or what it met on the connection within.</summary>
    public bool IsAnswer(Exception failure) => failure is SqlException { Number: > 0, Class: < Fatal, InnerException: null };

    public async ValueTask BeginAsync(TransactionType type, CancellationToken cancellationToken)
    {
        CommitSent = false;
        _begun = true;
        await RunAsync(
            $"SET TRANSACTION ISOLATION LEVEL {LevelOf(type)}; BEGIN TRANSACTION", cancellationToken);
    }

    public ValueTask<ResultRows> QueryAsync(Statement statement, CancellationToken cancellationToken, params ReadOnlySpan<Cell> arguments)
    {
        var prepared = Find(statement);
        Bind(prepared, statement, arguments);
        return ReadAsync(prepared, statement.Number, cancellationToken);
    }

    public ValueTask<int> ExecuteAsync(Statement statement, CancellationToken cancellationToken, params ReadOnlySpan<Cell> arguments)
    {
        var prepared = Find(statement);
        Bind(prepared, statement, arguments);
        return PerformAsync(prepared, statement.Number, cancellationToken);
    }

    /// <summary>Fails where an error has ended the transaction: there is nothing to commit then.</summary>
    public async ValueTask CommitAsync(CancellationToken cancellationToken)
    {
        CommitSent = true;
        await RunAsync("COMMIT TRANSACTION", cancellationToken);
        _begun = false;
    }

    public async ValueTask RollbackAsync(CancellationToken cancellationToken)
    {
        if (_begun && IsOpen)
        {
            // Who gives up a transaction that was cancelled cannot be cancelled: its connection must still be told.
            await RunAsync("IF @@TRANCOUNT > 0 ROLLBACK TRANSACTION", cancellationToken);
            _begun = false;
        }
    }

    public async ValueTask<string> ReadIsolationAsync(TransactionType type, CancellationToken cancellationToken)
    {
        await BeginAsync(type, cancellationToken);
        await using var command = new SqlCommand(
            """
            SELECT s.transaction_isolation_level, d.is_read_committed_snapshot_on
            FROM sys.dm_exec_sessions s CROSS JOIN sys.databases d
            WHERE s.session_id = @@SPID AND d.database_id = DB_ID()
            """,
            connection);
        string level;
        await using (var row = await command.ExecuteReaderAsync(cancellationToken))
        {
            await row.ReadAsync(cancellationToken);
            level = NameOf(row.GetInt16(0), versions: row.GetBoolean(1));
        }

        await RollbackAsync(cancellationToken);
        return level;
    }

    public async ValueTask DisposeAsync()
    {
        await _watch.DisposeAsync();
        _late.Dispose();
        if (_lost)
        {
            // To close it waits for the call that was given up.
            _ = Task.Run(connection.Dispose);
            return;
        }

        foreach (var command in _commands.Values.Concat(_prepared.OfType<Prepared>().Select(prepared => prepared.Command)))
        {
            await command.DisposeAsync();
        }

        await connection.DisposeAsync();
    }

    /// <summary>A level in the server's words; see sys.dm_exec_sessions.</summary>
    /// <param name="level">Its number there.</param>
    /// <param name="versions">Whether "read committed" reads versions of rows in place of waiting for who changes them.</param>
    internal static string NameOf(short level, bool versions) => level switch
    {
        1 => "read uncommitted",
        2 => versions ? "read committed snapshot" : "read committed",
        3 => "repeatable read",
        4 => "serializable",
        5 => "snapshot",
        _ => "unspecified",
    };

    private static void Bind(Prepared prepared, Statement statement, ReadOnlySpan<Cell> arguments)
    {
        var parameters = prepared.Parameters;
        for (var place = 0; place < parameters.Length; place++)
        {
            parameters[place].Value = SqlServerValues.Of(arguments[place], statement.Parameters[place]);
        }
    }

    private static void ReadRow(SqlDataReader reader, Prepared prepared)
    {
        var row = prepared.Rows.Add();
        var (kinds, mayBeNull) = (prepared.Kinds, prepared.MayBeNull);
        for (var column = 0; column < row.Length; column++)
        {
            row[column] = mayBeNull[column] && reader.IsDBNull(column) ? Cell.Null : SqlServerValues.Read(reader, column, kinds[column]);
        }
    }

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
    private async ValueTask<ResultRows> ReadAsync(Prepared prepared, int number, CancellationToken cancellationToken)
    {
        prepared.Rows.Clear();
        SqlDataReader? reader = null;
        try
        {
            reader = await EndedAsync(prepared.Command.ExecuteReaderAsync(cancellationToken), cancellationToken);
            while (await EndedAsync(reader.ReadAsync(cancellationToken), cancellationToken))
            {
                ReadRow(reader, prepared);
            }
        }
        catch
        {
            Forget(prepared, number);
            throw;
        }
        finally
        {
            if (reader is not null && !_lost)
            {
                await reader.DisposeAsync();
            }
        }

        prepared.HasWorked = true;
        return prepared.Rows;
    }

    private async ValueTask<int> PerformAsync(Prepared prepared, int number, CancellationToken cancellationToken)
    {
        try
        {
            var changed = await EndedAsync(prepared.Command.ExecuteNonQueryAsync(cancellationToken), cancellationToken);
            prepared.HasWorked = true;
            return changed;
        }
        catch
        {
            Forget(prepared, number);
            throw;
        }
    }

    /// <summary>The server prepares a statement with its first performance, and an error keeps its handle from the driver, which does not
    /// ask for another.</summary>
    private void Forget(Prepared prepared, int number)
    {
        if (!prepared.HasWorked)
        {
            prepared.Command.Dispose();
            _prepared[number] = null;
        }
    }

    private Task<int> RunAsync(string sql, CancellationToken cancellationToken)
    {
        if (!_commands.TryGetValue(sql, out var command))
        {
            command = CommandOf(sql);
            _commands.Add(sql, command);
        }

        return EndedAsync(command.ExecuteNonQueryAsync(cancellationToken), cancellationToken);
    }

    /// <summary>Waits for a call of the driver, and gives it up some time after it was cancelled: the connection is lost then.</summary>
    private async Task<T> EndedAsync<T>(Task<T> call, CancellationToken cancellationToken)
    {
        if (call.IsCompleted)
        {
            return await call;
        }

        Watch(cancellationToken);
        try
        {
            return await call.WaitAsync(_late.Token);
        }
        catch (OperationCanceledException) when (!call.IsCompleted)
        {
            _lost = true;
            throw;
        }
    }

    /// <summary>A client's calls all have the same token, so it is looked at once.</summary>
    private void Watch(CancellationToken cancellationToken)
    {
        if (_watched != cancellationToken)
        {
            _watched = cancellationToken;
            _watch.Dispose();
            _late.Dispose();
            var late = _late = new();
            _watch = cancellationToken.UnsafeRegister(_ => late.CancelAfter(SqlServerSource.Grace), null);
        }
    }

    private Prepared Find(Statement statement)
    {
        if (statement.Number >= _prepared.Length)
        {
            Array.Resize(ref _prepared, statement.Number + 64);
        }

        return _prepared[statement.Number] ??= Make(statement);
    }

    private Prepared Make(Statement statement)
    {
        var command = CommandOf(dialect.TextOf(statement, locks: true));
        SqlParameter[] parameters = [.. statement.Parameters.Select((kind, place) => SqlServerValues.ParameterOf(place + 1, kind))];
        command.Parameters.AddRange(parameters);
        if (prepares)
        {
            // Sends nothing: the server prepares it with the first performance.
            command.Prepare();
        }

        return new(command, parameters, new(statement.Columns.Count), [.. statement.Columns], [.. statement.MayBeNull]);
    }

    private SqlCommand CommandOf(string sql)
    {
        var command = new SqlCommand(sql, connection);
        command.CommandTimeout = commandTimeout ?? command.CommandTimeout;
        return command;
    }

    private string LevelOf(TransactionType type) => isolation switch
    {
        Isolation.ReadCommitted => "READ COMMITTED",
        Isolation.RepeatableRead => "REPEATABLE READ",
        Isolation.Serializable => "SERIALIZABLE",
        _ => type == TransactionType.TradeResult ? "SERIALIZABLE" : "READ COMMITTED",
    };

    /// <param name="Kinds">Of the columns, as an array: each cell asks it.</param>
    /// <param name="MayBeNull">The same.</param>
    private sealed record Prepared(SqlCommand Command, SqlParameter[] Parameters, ResultRows Rows, CellKind[] Kinds, bool[] MayBeNull)
    {
        public bool HasWorked { get; set; }
    }
}
