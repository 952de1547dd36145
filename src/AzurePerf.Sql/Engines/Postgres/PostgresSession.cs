using System.Data;
using System.Net.Sockets;
using System.Runtime.CompilerServices;
using AzurePerf.Core.Experiments.Sql;
using AzurePerf.Sql.Schema;
using AzurePerf.Sql.Workload;
using Npgsql;

namespace AzurePerf.Sql.Engines.Postgres;

/// <summary>A client's connection to PostgreSQL.</summary>
/// <param name="connection">Open, and the session's from now on.</param>
/// <param name="dialect">Of PostgreSQL.</param>
/// <param name="isolation">Of its transactions.</param>
/// <param name="commandTimeout">Seconds after which this side gives a statement up, 0 for never; null: that of the connection.</param>
/// <param name="prepares">Whether each statement is prepared when it is first performed.</param>
internal sealed class PostgresSession(
    NpgsqlConnection connection, SqlDialect dialect, Isolation isolation, int? commandTimeout, bool prepares) : ISqlSession
{
    private Prepared?[] _prepared = [];
    private NpgsqlTransaction? _transaction;
    private bool _locks;
    private bool _failed;
    private Socket? _direct;
    private CancellationTokenRegistration _until;

    public long ConnectNanoseconds { get; init; }

    public bool IsOpen => connection.FullState == ConnectionState.Open;

    public bool CommitSent { get; private set; }

    public long WaitedNanoseconds => 0;

    public bool AnswerDirectly(CancellationToken until)
    {
        _direct = DirectAnswers.TryBegin(connection);
        if (_direct is null)
        {
            return false;
        }

        _until = until.UnsafeRegister(static session => ((PostgresSession)session!).Cut(), this);
        return true;
    }

    public bool IsAnswer(Exception failure) => failure is PostgresException;

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder))]
    public async ValueTask BeginAsync(TransactionType type, CancellationToken cancellationToken)
    {
        CommitSent = false;
        _failed = false;
        var level = LevelOf(type);
        _locks = level != IsolationLevel.Serializable;
        _transaction = await connection.BeginTransactionAsync(level, Passed(cancellationToken));
    }

    public ValueTask<ResultRows> QueryAsync(Statement statement, CancellationToken cancellationToken, params ReadOnlySpan<Cell> arguments)
    {
        var prepared = Find(statement);
        Bind(prepared, arguments);
        return ReadAsync(prepared, cancellationToken);
    }

    public ValueTask<int> ExecuteAsync(Statement statement, CancellationToken cancellationToken, params ReadOnlySpan<Cell> arguments)
    {
        var prepared = Find(statement);
        Bind(prepared, arguments);
        return PerformAsync(prepared, cancellationToken);
    }

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder))]
    public async ValueTask CommitAsync(CancellationToken cancellationToken)
    {
        // PostgreSQL answers the COMMIT of a transaction that met an error with ROLLBACK, which the driver takes for success.
        if (_failed)
        {
            throw new InvalidOperationException("a transaction that met an error cannot commit");
        }

        CommitSent = true;
        try
        {
            await _transaction!.CommitAsync(Passed(cancellationToken));
        }
        catch (PostgresException)
        {
            // What the server refuses to commit it has rolled back.
            await EndAsync();
            throw;
        }

        await EndAsync();
    }

    public async ValueTask RollbackAsync(CancellationToken cancellationToken)
    {
        if (_transaction is null)
        {
            return;
        }

        try
        {
            // A statement that is cancelled leaves a connection that must still be told.
            if (connection.FullState.HasFlag(ConnectionState.Open))
            {
                await _transaction.RollbackAsync(CancellationToken.None);
            }
        }
        finally
        {
            await EndAsync();
        }
    }

    public async ValueTask<string> ReadIsolationAsync(TransactionType type, CancellationToken cancellationToken)
    {
        await BeginAsync(type, cancellationToken);
        await using var command = new NpgsqlCommand("SELECT current_setting('transaction_isolation')", connection);
        var level = (string)(await command.ExecuteScalarAsync(cancellationToken))!;
        await RollbackAsync(cancellationToken);
        return level;
    }

    public async ValueTask DisposeAsync()
    {
        if (_direct is not null)
        {
            // The one who ends it may be no client. Nobody waits for a cut that is just made.
            _until.Unregister();
            DirectAnswers.End(_direct);
        }

        foreach (var prepared in _prepared)
        {
            if (prepared is not null)
            {
                await prepared.Command.DisposeAsync();
            }
        }

        await connection.DisposeAsync();
    }

    private static void Bind(Prepared prepared, ReadOnlySpan<Cell> arguments)
    {
        var parameters = prepared.Parameters;
        for (var place = 0; place < parameters.Length; place++)
        {
            PostgresValues.Set(parameters[place], arguments[place]);
        }
    }

    /// <summary>The token for the driver: none where answers are direct. With a token, the driver asks the server to cancel over a second
    /// connection, and a call that ends meanwhile waits for that. It would block the thread that the second connection needs.</summary>
    private CancellationToken Passed(CancellationToken cancellationToken) => _direct is null ? cancellationToken : CancellationToken.None;

    private void Cut()
    {
        try
        {
            _direct!.Shutdown(SocketShutdown.Both);
        }
        catch (Exception gone) when (gone is SocketException or ObjectDisposedException)
        {
            // It was lost before: there is nothing to cut.
            return;
        }
    }

    private async ValueTask EndAsync()
    {
        var ended = _transaction;
        _transaction = null;
        if (ended is not null)
        {
            await ended.DisposeAsync();
        }
    }

    private static void ReadRow(NpgsqlDataReader reader, Prepared prepared)
    {
        var row = prepared.Rows.Add();
        var (kinds, mayBeNull) = (prepared.Kinds, prepared.MayBeNull);
        for (var column = 0; column < row.Length; column++)
        {
            row[column] = mayBeNull[column] && reader.IsDBNull(column) ? Cell.Null : PostgresValues.Read(reader, column, kinds[column]);
        }
    }

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
    private async ValueTask<ResultRows> ReadAsync(Prepared prepared, CancellationToken cancellationToken)
    {
        prepared.Rows.Clear();
        try
        {
            var passed = Passed(cancellationToken);
            await PrepareAsync(prepared, passed);
            await using var reader = await prepared.Command.ExecuteReaderAsync(passed);
            while (await reader.ReadAsync(passed))
            {
                ReadRow(reader, prepared);
            }
        }
        catch
        {
            _failed = true;
            throw;
        }

        return prepared.Rows;
    }

    private async ValueTask<int> PerformAsync(Prepared prepared, CancellationToken cancellationToken)
    {
        try
        {
            var passed = Passed(cancellationToken);
            await PrepareAsync(prepared, passed);
            return await prepared.Command.ExecuteNonQueryAsync(passed);
        }
        catch
        {
            _failed = true;
            throw;
        }
    }

    private async ValueTask PrepareAsync(Prepared prepared, CancellationToken cancellationToken)
    {
        if (prepares && !prepared.Command.IsPrepared)
        {
            await prepared.Command.PrepareAsync(cancellationToken);
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
        var command = connection.CreateCommand();
        command.CommandTimeout = commandTimeout ?? command.CommandTimeout;
        command.CommandText = dialect.TextOf(statement, _locks);
        NpgsqlParameter[] parameters = [.. statement.Parameters.Select(PostgresValues.ParameterOf)];
        command.Parameters.AddRange(parameters);
        return new(command, parameters, new(statement.Columns.Count), [.. statement.Columns], [.. statement.MayBeNull]);
    }

    private IsolationLevel LevelOf(TransactionType type) => isolation switch
    {
        Isolation.ReadCommitted => IsolationLevel.ReadCommitted,
        Isolation.RepeatableRead => IsolationLevel.RepeatableRead,
        Isolation.Serializable => IsolationLevel.Serializable,
        _ => type == TransactionType.TradeResult ? IsolationLevel.Serializable : IsolationLevel.ReadCommitted,
    };

    /// <param name="Kinds">Of the columns, as an array: each cell asks it.</param>
    /// <param name="MayBeNull">The same.</param>
    private sealed record Prepared(
        NpgsqlCommand Command, NpgsqlParameter[] Parameters, ResultRows Rows, CellKind[] Kinds, bool[] MayBeNull);
}
