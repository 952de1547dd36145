using AzurePerf.Core.Experiments.Sql;
using AzurePerf.Sql.Checks;
using AzurePerf.Sql.Engines;
using AzurePerf.Sql.Engines.Postgres;
using AzurePerf.Sql.Loading;
using AzurePerf.Sql.Schema;
using AzurePerf.Sql.Transactions;
using AzurePerf.Sql.Workload;
using AzurePerf.Testing.Sql;
using Npgsql;
using Xunit;

namespace AzurePerf.StorageTests.Databases;

public sealed class PostgresWorkloadTests(PostgresFixture server)
{
    /// <summary>What follows the word TEMPLATE.</summary>
    private const string Empty = "template0 ENCODING 'UTF8' LC_COLLATE 'C' LC_CTYPE 'C'";

    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    /// <summary>Loaded in many commands for each table, as large data are.</summary>
    [Fact]
    public Task Thousands_of_operations_leave_what_the_model_says_and_tell_what_it_tells() => WithDatabaseAsync(
        source => new(source) { LeastBytesSent = 10_000 },
        database => SqlSuite.BehavesAsTheModelAsync(database, Night.Size(usually: 2_000, atNight: 5_000), Cancelled));

    [Theory]
    [InlineData(Isolation.Standard)]
    [InlineData(Isolation.ReadCommitted)]
    [InlineData(Isolation.RepeatableRead)]
    [InlineData(Isolation.Serializable)]
    public Task Transactions_that_meet_see_of_each_other_only_what_committed(Isolation isolation) => WithDataAsync(async database =>
    {
        var suite = new IsolationSuite(database, isolation, Cancelled);
        await suite.TwoResultsOfOnePositionAsync(exists: false);
        await suite.TwoResultsOfOnePositionAsync(exists: true);
        await suite.TwoResultsOfOneAccountAsync();
        await suite.AReaderMeetsAResultAsync();
    });

    [Fact]
    public Task Eight_clients_at_once_leave_tables_that_agree() => WithDataAsync(database =>
        SqlSuite.ClientsAgreeAsync(database, failure => failure is PostgresException { SqlState: "40001" or "40P01" or "23505" }, Cancelled));

    [Fact]
    public Task A_COMMIT_that_the_server_would_answer_with_ROLLBACK_is_no_commit() => WithDataAsync(async database =>
    {
        var client = new WorkloadClient(SqlSuite.Data, 1, Mix.Only(TransactionType.TradeOrder));
        TradeOrderInput[] orders = [.. Enumerable.Range(0, 10).Select(_ => (TradeOrderInput)client.Next()).Where(order => !order.RollsBack).Take(3)];
        await using var session = await database.OpenAsync(Isolation.Standard, Cancelled);
        var before = await TradesAsync(session);

        // The server has aborted the transaction, would answer COMMIT with ROLLBACK, and the driver would take that for success.
        foreach (var order in orders)
        {
            var done = await TransactionRunner.RunAsync(new DeafSession(session), order, Cancelled);
            Assert.Equal((TransactionEnd.Failed, 6), (done.End, done.Frame));
        }

        Assert.Equal(before, await TradesAsync(session));
        foreach (var order in orders)
        {
            Assert.Equal(TransactionEnd.Committed, (await TransactionRunner.RunAsync(session, order, Cancelled)).End);
        }

        Assert.Equal(before + orders.Length, await TradesAsync(session));
    });

    [Fact]
    public Task A_session_whose_COMMIT_the_server_refuses_goes_on() => WithDataAsync(async database =>
    {
        var client = new WorkloadClient(SqlSuite.Data, 1, Mix.Only(TransactionType.TradeOrder));
        var order = Enumerable.Range(0, 10).Select(_ => (TradeOrderInput)client.Next()).First(order => !order.RollsBack);
        await using var server = await database.OpenForLoadAsync(Cancelled);
        await server.RunAsync("CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'not now' USING ERRCODE = '40001'; END $$", Cancelled);
        await server.RunAsync("CREATE CONSTRAINT TRIGGER refuse AFTER INSERT ON trade_history DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION refuse()", Cancelled);
        await using var session = await database.OpenAsync(Isolation.Standard, Cancelled);

        var refused = await TransactionRunner.RunAsync(session, order, Cancelled);

        Assert.Equal((TransactionEnd.Failed, 6), (refused.End, refused.Frame));
        Assert.Equal(("40001", "not now"), Assert.IsType<PostgresException>(refused.Failure) is var failure ? (failure.SqlState, failure.MessageText) : default);
        await server.RunAsync("DROP FUNCTION refuse CASCADE", Cancelled);
        Assert.Equal(TransactionEnd.Committed, (await TransactionRunner.RunAsync(session, order, Cancelled)).End);
    });

    [Fact]
    public Task A_load_that_is_cancelled_ends_within_two_seconds() => WithDatabaseAsync(async database =>
    {
        using var cancel = CancellationTokenSource.CreateLinkedTokenSource(Cancelled);
        cancel.CancelAfter(TimeSpan.FromMilliseconds(500));
        var data = new AzurePerf.Sql.Data.Dataset(1, new(1_000, 20, 1_305, 10_000));
        var started = TimeProvider.System.GetTimestamp();

        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => new Loader(database, data).LoadAsync(null, cancel.Token));

        Assert.InRange(TimeProvider.System.GetElapsedTime(started), TimeSpan.FromMilliseconds(400), TimeSpan.FromSeconds(2.5));
    });

    [Fact]
    public Task A_load_that_is_cancelled_while_its_server_does_not_get_on_ends_within_two_seconds() => WithDatabaseAsync(async database =>
    {
        var loader = new Loader(database, SqlSuite.Data);
        await loader.MakeTablesAsync(Cancelled);
        await using (var session = await database.OpenForLoadAsync(Cancelled))
        {
            await session.RunAsync("CREATE FUNCTION stall() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_sleep(60); RETURN NEW; END $$", Cancelled);
            foreach (var table in Tables.All)
            {
                await session.RunAsync($"CREATE TRIGGER stall BEFORE INSERT ON {table.Name} FOR EACH ROW EXECUTE FUNCTION stall()", Cancelled);
            }
        }

        using var cancel = CancellationTokenSource.CreateLinkedTokenSource(Cancelled);
        cancel.CancelAfter(TimeSpan.FromSeconds(1));
        var started = TimeProvider.System.GetTimestamp();

        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => loader.LoadRowsAsync(null, cancel.Token));

        Assert.InRange(TimeProvider.System.GetElapsedTime(started), TimeSpan.FromSeconds(0.9), TimeSpan.FromSeconds(3));
    });

    [Fact]
    public Task A_load_that_fails_gives_the_disk_back_before_its_database_is_dropped() => WithDatabaseAsync(async database =>
    {
        await FailOnAsync(database, "ALTER TABLE", "disk_full");

        var failure = await Assert.ThrowsAsync<PostgresException>(() => new Loader(database, SqlSuite.Data).LoadAsync(null, Cancelled));

        Assert.Equal(PostgresErrorCodes.DiskFull, failure.SqlState);
        var left = await database.BytesAsync(Cancelled);
        Assert.True(left < 10_000_000, $"{left} bytes are left of an empty database and its rows");
    });

    [Fact]
    public Task A_load_that_fails_counts_as_that_even_where_its_tables_cannot_be_dropped() => WithDatabaseAsync(async database =>
    {
        await FailOnAsync(database, "ALTER TABLE", "disk_full");
        await FailOnAsync(database, "DROP SCHEMA", "insufficient_privilege");

        var failures = await Assert.ThrowsAsync<AggregateException>(() => new Loader(database, SqlSuite.Data).LoadAsync(null, Cancelled));

        Assert.Equal(
            [PostgresErrorCodes.InsufficientPrivilege, PostgresErrorCodes.DiskFull],
            failures.InnerExceptions.Select(failure => ((PostgresException)failure).SqlState));
    });

    /// <summary>Lets each such command of a database fail.</summary>
    private static async Task FailOnAsync(ISqlDatabase database, string command, string condition)
    {
        await using var session = await database.OpenForLoadAsync(Cancelled);
        await session.RunAsync($"CREATE FUNCTION {condition}() RETURNS event_trigger LANGUAGE plpgsql AS $$ BEGIN RAISE {condition}; END $$", Cancelled);
        await session.RunAsync($"CREATE EVENT TRIGGER {condition} ON ddl_command_start WHEN TAG IN ('{command}') EXECUTE FUNCTION {condition}()", Cancelled);
    }

    private static async Task<long> TradesAsync(ISqlSession session) => (await TableChecksum.OfAsync(session, Tables.Trade, Cancelled)).Rows;

    /// <summary>In an empty database.</summary>
    private Task WithDatabaseAsync(Func<ISqlDatabase, Task> test) => WithDatabaseAsync(source => new(source), test);

    private Task WithDatabaseAsync(Func<NpgsqlDataSource, PostgresDatabase> open, Func<ISqlDatabase, Task> test) => WithDatabaseAsync(Empty, open, test);

    /// <summary>In a copy of the loaded data of the suites.</summary>
    private async Task WithDataAsync(Func<ISqlDatabase, Task> test)
    {
        var loaded = await server.LoadedAsync(SqlSuite.Data, async name =>
        {
            var address = new Uri(await server.AddressAsync());
            await ExecuteAsync(address, $"CREATE DATABASE {name} TEMPLATE {Empty}");
            await using var source = SourceOf(address, name);
            await new Loader(new PostgresDatabase(source), SqlSuite.Data).LoadAsync(null, Cancelled);
        });
        await WithDatabaseAsync(loaded, source => new(source), test);
    }

    private async Task WithDatabaseAsync(string template, Func<NpgsqlDataSource, PostgresDatabase> open, Func<ISqlDatabase, Task> test)
    {
        var name = server.NewName();
        var address = new Uri(await server.AddressAsync());
        await ExecuteAsync(address, $"CREATE DATABASE {name} TEMPLATE {template}");
        await using (var source = SourceOf(address, name))
        {
            await test(open(source));
        }

        await ExecuteAsync(address, $"DROP DATABASE {name} WITH (FORCE)");
    }

    private static async Task ExecuteAsync(Uri address, string sql)
    {
        await using var source = SourceOf(address, "postgres");
        await using var command = source.CreateCommand(sql);
        await command.ExecuteNonQueryAsync(Cancelled);
    }

    private static NpgsqlDataSource SourceOf(Uri address, string database) => NpgsqlDataSource.Create(new NpgsqlConnectionStringBuilder
    {
        Host = address.Host,
        Port = address.Port,
        Username = address.UserInfo.Split(':')[0],
        Password = address.UserInfo.Split(':')[1],
        Database = database,
        SslMode = SslMode.Disable,
        GssEncryptionMode = GssEncryptionMode.Disable,
        Pooling = false,
    });

    /// <summary>Meets an error before COMMIT, and goes on as if it had not.</summary>
    private sealed class DeafSession(ISqlSession session) : ForwardingSession(session)
    {
        private static readonly Statement Wrong = new("SELECT 1 / 0", "", "i");

        public override async ValueTask CommitAsync(CancellationToken cancellationToken)
        {
            await Assert.ThrowsAsync<PostgresException>(async () => await QueryAsync(Wrong, cancellationToken));
            await base.CommitAsync(cancellationToken);
        }
    }
}
