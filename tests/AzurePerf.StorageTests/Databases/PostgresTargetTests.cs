using AzurePerf.Core.Measurements;
using AzurePerf.Core.Settings;
using AzurePerf.Core.Targets;
using AzurePerf.Core.Targets.Sql;
using AzurePerf.Probes.Targets;
using AzurePerf.Probes.Targets.Sql;
using AzurePerf.Sql.Data;
using AzurePerf.Sql.Engines.Postgres;
using AzurePerf.Sql.Loading;
using AzurePerf.Testing.Sql;
using Npgsql;
using Xunit;

namespace AzurePerf.StorageTests.Databases;

public sealed class PostgresTargetTests(PostgresFixture server)
{
    private static readonly SqlOutcomes Outcomes = new();

    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    [Fact]
    public async Task A_database_is_made_copied_with_its_rows_and_removed_however_often()
    {
        using var target = await OpenAsync();
        var (source, copy) = (server.NewName(), server.NewName());
        await target.CreateAsync(source, Cancelled);
        await using (var data = target.Open(source))
        {
            await ExecuteAsync(data, "CREATE TABLE t (n int PRIMARY KEY); INSERT INTO t SELECT generate_series(1, 1000)");
        }

        await target.CopyAsync(source, copy, Cancelled);

        await using var copied = target.Open(copy);
        await using (var connection = await copied.OpenConnectionAsync(Cancelled))
        {
            Assert.Equal(1000L, await new NpgsqlCommand("SELECT count(*) FROM t", connection).ExecuteScalarAsync(Cancelled));
            Assert.Equal("C", await new NpgsqlCommand("SELECT datcollate FROM pg_database WHERE datname = current_database()", connection).ExecuteScalarAsync(Cancelled));

            // A client that still has a connection keeps nothing there.
            await target.RemoveAsync(DatabaseTarget.Database, copy, Cancelled);
            await target.RemoveAsync(DatabaseTarget.Database, copy, Cancelled);
        }

        await target.RemoveAsync(DatabaseTarget.Database, source, Cancelled);
        Assert.DoesNotContain(await DatabasesAsync(target), name => name == source || name == copy);
    }

    [Fact]
    public async Task No_database_that_no_run_made_is_ever_removed_or_copied()
    {
        using var target = await OpenAsync();

        await Assert.ThrowsAsync<NotSupportedException>(() => target.RemoveAsync(DatabaseTarget.Database, "postgres", Cancelled));
        await Assert.ThrowsAsync<NotSupportedException>(() => target.RemoveAsync("container", "azpx", Cancelled));
        await Assert.ThrowsAsync<NotSupportedException>(() => target.CopyAsync("template1", server.NewName(), Cancelled));
        Assert.Contains("postgres", await DatabasesAsync(target));
    }

    [Fact]
    public async Task Settings_in_force_are_read_and_a_server_that_may_lose_commits_is_flagged()
    {
        using var target = await OpenAsync();
        Assert.Null(target.ServiceSettings);
        await target.ReadSettingsAsync("postgres", Cancelled);

        Assert.Equal(("on", "on", "on", "off"), (Of("fsync"), Of("synchronous_commit"), Of("full_page_writes"), Of("tls")));
        Assert.StartsWith("18.", Of("server_version"), StringComparison.Ordinal);
        Assert.Empty(target.Flags);
        Assert.Equal(["client and server share this machine"], target.Notes);

        await UserAsync(target, "azplossy", "CREATEDB", "ALTER ROLE azplossy SET synchronous_commit = off");
        using var lossy = await OpenAsync("azplossy:known@");
        await lossy.ReadSettingsAsync("postgres", Cancelled);
        Assert.Equal([PointFlag.NotDurable], lossy.Flags);

        string Of(string name) => target.ServiceSettings![name];
    }

    [Fact]
    public async Task What_cannot_be_measured_is_told_in_one_sentence_that_names_the_setting()
    {
        using var target = await OpenAsync();
        await target.CheckAsync(Cancelled);
        await UserAsync(target, "azpweak", "NOCREATEDB");

        Assert.Equal(
            "AZUREPERF_TARGET_DB signs in as a user who may not create databases: an administrator gives the right with ALTER ROLE ... CREATEDB",
            await FaultAsync(await AddressAsync("azpweak:known@")));
        Assert.StartsWith("AZUREPERF_TARGET_DB names a database that the server does not have", await FaultAsync((await AddressAsync()).Replace("/postgres", "/nothing", StringComparison.Ordinal)), StringComparison.Ordinal);
        Assert.StartsWith("AZUREPERF_TARGET_DB leads to a server whose TLS was refused", await FaultAsync(await AddressAsync() + "?tls=on"), StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_wrong_password_is_refused_and_stands_in_no_message()
    {
        using var target = Open((await AddressAsync()).Replace("azureperf:", "azureperf:wr0ng-s3cret-", StringComparison.Ordinal));

        var refused = await Assert.ThrowsAsync<SettingsException>(() => target.CheckAsync(Cancelled));

        Assert.Equal(
            ["AZUREPERF_TARGET_DB signs in nobody: check the user and the password in it, or the roles of the identity "
                + "(PostgresException: 28P01: password authentication failed for user \"azureperf\")"],
            refused.Faults);
        Assert.DoesNotContain("s3cret", refused.ToString(), StringComparison.Ordinal);
    }

    [Fact]
    public async Task Nobody_signs_in_without_the_password_of_the_server()
    {
        var address = SqlAddress.Parse("postgresql", (await AddressAsync())["postgresql:".Length..]);
        await using var data = NpgsqlDataSource.Create($"Host={address.Host};Port={address.Port};Username=azureperf;Database=postgres;Pooling=false");

        await Assert.ThrowsAsync<NpgsqlException>(async () => await data.OpenConnectionAsync(Cancelled));
    }

    [Fact]
    public async Task Failures_that_are_made_to_happen_have_their_outcomes()
    {
        using var target = await OpenAsync(timeout: TimeSpan.FromSeconds(4));
        var name = server.NewName();
        await target.CreateAsync(name, Cancelled);
        await using var data = target.Open(name);
        await ExecuteAsync(data, "CREATE TABLE t (id int PRIMARY KEY, n int); INSERT INTO t VALUES (1, 0), (2, 0)");
        await using var one = await data.OpenConnectionAsync(Cancelled);
        await using var two = await data.OpenConnectionAsync(Cancelled);

        // The lock may take less time than a statement, and in the second transaction alone much less.
        await RunAsync(one, "BEGIN; UPDATE t SET n = 1 WHERE id = 1");
        await RunAsync(two, "BEGIN; SET LOCAL lock_timeout = 100");
        Assert.Equal(OperationOutcome.LockTimeout, await OutcomeAsync(two, "UPDATE t SET n = 2 WHERE id = 1"));
        await RunAsync(two, "ROLLBACK");
        Assert.Equal(OperationOutcome.ServerTimeout, await OutcomeAsync(two, "SELECT pg_sleep(30)"));
        await RunAsync(one, "ROLLBACK");

        await RunAsync(one, "BEGIN; SET LOCAL deadlock_timeout = 100; UPDATE t SET n = 1 WHERE id = 1");
        await RunAsync(two, "BEGIN; SET LOCAL deadlock_timeout = 100; UPDATE t SET n = 1 WHERE id = 2");
        var waiting = OutcomeAsync(one, "UPDATE t SET n = 1 WHERE id = 2");
        var crossing = await OutcomeAsync(two, "UPDATE t SET n = 1 WHERE id = 1");
        Assert.Equal(OperationOutcome.Deadlock, crossing == OperationOutcome.Ok ? await waiting : crossing);
        await waiting;
        await RunAsync(one, "ROLLBACK");
        await RunAsync(two, "ROLLBACK");

        await RunAsync(one, "BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT n FROM t");
        await RunAsync(two, "UPDATE t SET n = 3 WHERE id = 1");
        Assert.Equal(OperationOutcome.Serialization, await OutcomeAsync(one, "UPDATE t SET n = 4 WHERE id = 1"));
        await RunAsync(one, "ROLLBACK");

        Assert.Equal(OperationOutcome.Conflict, await OutcomeAsync(one, "INSERT INTO t VALUES (1, 1)"));
        Assert.Equal(OperationOutcome.Rejected, await OutcomeAsync(one, "SELECT 1 / 0"));
        await RunAsync(two, $"SELECT pg_terminate_backend({one.ProcessID})");
        Assert.Equal(OperationOutcome.Failover, await OutcomeAsync(one, "SELECT 1"));
        await target.RemoveAsync(DatabaseTarget.Database, name, Cancelled);
    }

    [Fact]
    public async Task A_load_waits_for_the_server_longer_than_clients_may()
    {
        using var target = await OpenAsync();
        var name = server.NewName();
        await target.CreateAsync(name, Cancelled);
        var address = SqlAddress.Parse("postgresql", (await AddressAsync())["postgresql:".Length..]);
        await using (var data = target.Open(name))
        await using (var database = new PostgresDatabase(SourceOf(commandTimeout: 1)) { Unlimited = SourceOf(commandTimeout: 0) })
        await using (var limited = new PostgresDatabase(SourceOf(commandTimeout: 1)))
        {
            await new Loader(database, SqlSuite.Data).MakeTablesAsync(Cancelled);
            await using var other = await data.OpenConnectionAsync(Cancelled);
            await RunAsync(other, "BEGIN; LOCK TABLE customer");
            await using var load = await database.OpenForLoadAsync(Cancelled);
            await using var likeClients = await limited.OpenForLoadAsync(Cancelled);
            var loading = load.LoadAsync(SqlSuite.Data, RowGroup.Customers, 0, 1, Cancelled);

            await Assert.ThrowsAsync<NpgsqlException>(() => likeClients.LoadAsync(SqlSuite.Data, RowGroup.Customers, 0, 1, Cancelled));
            await RunAsync(other, "COMMIT");

            Assert.InRange(await loading, 1, int.MaxValue);
        }

        await target.RemoveAsync(DatabaseTarget.Database, name, Cancelled);

        NpgsqlDataSource SourceOf(int commandTimeout) => NpgsqlDataSource.Create(new NpgsqlConnectionStringBuilder
        {
            Host = address.Host,
            Port = address.Port,
            Username = address.User,
            Password = address.Password,
            Database = name,
            Pooling = false,
            CommandTimeout = commandTimeout,
        });
    }

    [Fact]
    public async Task A_server_that_is_not_there_refuses_the_connection()
    {
        using var target = Open("postgresql://me:secret@127.0.0.1:1/postgres");

        var failure = await Assert.ThrowsAsync<NpgsqlException>(() => target.CheckAsync(Cancelled));

        Assert.Equal(OperationOutcome.ConnectionRefused, Outcomes.Classify(failure, mutates: false));
    }

    private async Task<string> AddressAsync(string? user = null)
    {
        var address = await server.AddressAsync();
        return user is null ? address : $"postgresql://{user}{address[(address.IndexOf('@', StringComparison.Ordinal) + 1)..]}";
    }

    private async Task<PostgresTarget> OpenAsync(string? user = null, TimeSpan? timeout = null) => Open(await AddressAsync(user), timeout);

    private static PostgresTarget Open(string setting, TimeSpan? timeout = null)
    {
        var accounts = StorageAccounts.Read(
            [new("AZUREPERF_CONTROL", "UseDevelopmentStorage=true"), new("AZUREPERF_TARGET_DB", setting)], needsTarget: true);
        return (PostgresTarget)new SqlDriver(accounts, TimeProvider.System.GetUtcNow).Read(Assert.Single(accounts.Settings)).Open(new TargetOpening(1, 1, timeout ?? TimeSpan.FromSeconds(10)));
    }

    private static async Task<string> FaultAsync(string setting)
    {
        using var target = Open(setting);
        return Assert.Single((await Assert.ThrowsAsync<SettingsException>(() => target.CheckAsync(Cancelled))).Faults);
    }

    private static async Task UserAsync(PostgresTarget target, string name, string right, string more = "SELECT 1")
    {
        await using var data = target.Open("postgres");
        await ExecuteAsync(data, $"DROP ROLE IF EXISTS {name}; CREATE ROLE {name} LOGIN PASSWORD 'known' {right}; {more}");
    }

    private static async Task<IReadOnlyList<string>> DatabasesAsync(PostgresTarget target)
    {
        await using var data = target.Open("postgres");
        await using var connection = await data.OpenConnectionAsync(Cancelled);
        await using var rows = await new NpgsqlCommand("SELECT datname FROM pg_database", connection).ExecuteReaderAsync(Cancelled);
        var names = new List<string>();
        while (await rows.ReadAsync(Cancelled))
        {
            names.Add(rows.GetString(0));
        }

        return names;
    }

    private static async Task ExecuteAsync(NpgsqlDataSource data, string statement)
    {
        await using var connection = await data.OpenConnectionAsync(Cancelled);
        await RunAsync(connection, statement);
    }

    private static Task<int> RunAsync(NpgsqlConnection connection, string statement) => new NpgsqlCommand(statement, connection).ExecuteNonQueryAsync(Cancelled);

    private static async Task<OperationOutcome> OutcomeAsync(NpgsqlConnection connection, string statement)
    {
        try
        {
            await RunAsync(connection, statement);
            return OperationOutcome.Ok;
        }
        catch (Exception failure)
        {
            return Outcomes.Classify(failure, mutates: true);
        }
    }
}
