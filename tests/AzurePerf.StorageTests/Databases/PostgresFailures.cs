using AzurePerf.Core.Measurements;
using AzurePerf.Sql.Workload;
using AzurePerf.Testing.Network;
using Npgsql;

namespace AzurePerf.StorageTests.Databases;

/// <summary>What makes the transactions of a client fail: a relay on its way to the server, and others who work on its database.</summary>
/// <param name="relay">On the client's way.</param>
/// <param name="source">Of the client's database, as a user who may do everything.</param>
/// <param name="role">Of the client alone; deadlocks are to be looked for soon.</param>
internal sealed class PostgresFailures(PostgresRelay relay, NpgsqlDataSource source, string role) : IAsyncDisposable
{
    private const string Broken = "azpbroken";

    private readonly NpgsqlConnection _other = source.CreateConnection();
    private readonly NpgsqlConnection _third = source.CreateConnection();

    /// <summary>Nobody listens.</summary>
    public Failure Refused => new(OperationOutcome.ConnectionRefused, 0, async transaction =>
    {
        relay.Refuse();
        try
        {
            await transaction();
        }
        finally
        {
            relay.Accept();
        }
    })
    { Type = null };

    /// <summary>53300: the client may have no connection more.</summary>
    public Failure Full => new(OperationOutcome.Throttled, 0, async transaction =>
    {
        await RunAsync(_other, $"ALTER ROLE {role} CONNECTION LIMIT 0");
        try
        {
            await transaction();
        }
        finally
        {
            await RunAsync(_other, $"ALTER ROLE {role} CONNECTION LIMIT -1");
        }
    })
    { Type = null };

    /// <summary>Another has trade and waits for broker; the client has broker and waits for trade, last of the two.</summary>
    public Failure Deadlock => new(OperationOutcome.Deadlock, 4, async transaction =>
    {
        Task running;
        Task crossing;
        await using (await HoldAsync(_third, "LOCK TABLE trade IN SHARE MODE; SET LOCAL deadlock_timeout = '1h'"))
        {
            await using (await HoldAsync(_other, "LOCK TABLE charge"))
            {
                running = transaction();
                await WaitingAsync(running, "charge");
                crossing = RunAsync(_third, "LOCK TABLE broker");
                await WaitingAsync(running, "broker");
            }

            try
            {
                await running;
            }
            finally
            {
                await crossing;
            }
        }
    });

    /// <summary>40001: another changes a row between the client's first look and its change.</summary>
    public Failure Serialization => WhileItWaits(OperationOutcome.Serialization, 5, "UPDATE broker SET commission = commission; COMMIT") with
    {
        Type = TransactionType.TradeResult,
    };

    /// <summary>57P01: the server ends the client's connection.</summary>
    public Failure Shutdown => WhileItWaits(
        OperationOutcome.Failover, 4, $"SELECT pg_terminate_backend(pid) {Waiting("trade_history")}");

    /// <summary>55P03: another keeps a table for longer than the client may wait.</summary>
    public Failure LockTimeout => new(OperationOutcome.LockTimeout, 4, async transaction =>
    {
        await using (await HoldAsync(_other, "LOCK TABLE trade_history"))
        {
            await transaction();
        }
    });

    /// <summary>57014: a statement takes longer than it may, and waits for nobody.</summary>
    public Failure StatementTimeout => Breaking(OperationOutcome.ServerTimeout, 4, "PERFORM pg_sleep(60)", "IMMEDIATE");

    /// <summary>The server answers COMMIT with an error.</summary>
    public Failure CommitRefused => Breaking(OperationOutcome.Serialization, 6, "RAISE EXCEPTION USING ERRCODE = '40001'", "DEFERRED");

    /// <summary>Cuts the connection before the client sends COMMIT, at a statement of the fourth frame.</summary>
    public Failure CutBeforeCommit => new(OperationOutcome.ConnectionReset, 4, Cutting("INSERT INTO trade_history", Cut.Before));

    /// <summary>Cuts the connection at a COMMIT that was sent.</summary>
    public Failure CutAtCommit(Cut where, TransactionType type) =>
        new(OperationOutcome.Ambiguous, 6, Cutting("COMMIT", where)) { Type = type, Lands = where == Cut.After };

    public async Task OpenAsync()
    {
        await _other.OpenAsync();
        await _third.OpenAsync();
    }

    /// <summary>Waits until no transaction of the client is under way in the server.</summary>
    public async Task QuietAsync()
    {
        while (await AskAsync($"SELECT EXISTS (SELECT FROM pg_stat_activity WHERE usename = '{role}' AND state <> 'idle')"))
        {
        }
    }

    public async ValueTask DisposeAsync()
    {
        await _other.DisposeAsync();
        await _third.DisposeAsync();
    }

    /// <summary>Who waits for a table; its number means another in a database that was copied from the same.</summary>
    private static string Waiting(string table) =>
        $"""
        FROM pg_locks WHERE relation = '{table}'::regclass AND NOT granted
            AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
        """;

    private static async Task RunAsync(NpgsqlConnection connection, string sql)
    {
        await using var command = new NpgsqlCommand(sql, connection);
        await command.ExecuteNonQueryAsync();
    }

    /// <summary>Begins a transaction, which ends with what is returned.</summary>
    private static async Task<IAsyncDisposable> HoldAsync(NpgsqlConnection connection, string sql)
    {
        await RunAsync(connection, $"BEGIN; {sql}");
        return new Held(connection);
    }

    private async Task<bool> AskAsync(string question)
    {
        await using var command = new NpgsqlCommand(question, _other);
        return (bool)(await command.ExecuteScalarAsync())!;
    }

    /// <summary>Returns when somebody waits for a table; throws when the transaction ends without.</summary>
    private async Task WaitingAsync(Task running, string table)
    {
        while (!await AskAsync($"SELECT EXISTS (SELECT {Waiting(table)})"))
        {
            if (running.IsCompleted)
            {
                await running;
                throw new InvalidOperationException($"the transaction ended and never waited for {table}");
            }
        }
    }

    /// <summary>Another does something while the client waits to add to the history of a trade.</summary>
    private Failure WhileItWaits(OperationOutcome outcome, int frame, string deed) => new(outcome, frame, async transaction =>
    {
        Task running;
        await using (await HoldAsync(_other, "LOCK TABLE trade_history"))
        {
            running = transaction();
            await WaitingAsync(running, "trade_history");
            await RunAsync(_other, deed);
        }

        await running;
    });

    /// <summary>The server does something of its own for each row of trade_history, at once or at COMMIT.</summary>
    private Failure Breaking(OperationOutcome outcome, int frame, string deed, string when) => new(outcome, frame, async transaction =>
    {
        await RunAsync(
            _other,
            $"""
            CREATE FUNCTION {Broken}() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN {deed.Replace("'", "''", StringComparison.Ordinal)}; RETURN NULL; END';
            CREATE CONSTRAINT TRIGGER {Broken} AFTER INSERT ON trade_history DEFERRABLE INITIALLY {when}
                FOR EACH ROW EXECUTE FUNCTION {Broken}()
            """);
        try
        {
            await transaction();
        }
        finally
        {
            await RunAsync(_other, $"DROP FUNCTION {Broken} CASCADE");
        }
    });

    private Func<Func<Task>, Task> Cutting(string statement, Cut where) => transaction =>
    {
        relay.CutNext(statement, where);
        return transaction();
    };

    private sealed class Held(NpgsqlConnection connection) : IAsyncDisposable
    {
        public ValueTask DisposeAsync() => new(RunAsync(connection, "ROLLBACK"));
    }
}
