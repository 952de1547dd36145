using System.Net;
using System.Net.Sockets;
using AzurePerf.Core.Experiments.Sql;
using AzurePerf.Core.Measurements;
using AzurePerf.Core.Settings;
using AzurePerf.Core.Targets.Sql;
using AzurePerf.Probes.Targets.Sql;
using AzurePerf.Sql.Checks;
using AzurePerf.Sql.Data;
using AzurePerf.Sql.Engines;
using AzurePerf.Sql.Engines.SqlServer;
using AzurePerf.Sql.Loading;
using AzurePerf.Sql.Schema;
using AzurePerf.Sql.Transactions;
using AzurePerf.Sql.Workload;
using AzurePerf.Testing.Network;
using AzurePerf.Testing.Sql;
using Microsoft.Data.SqlClient;
using Xunit;

namespace AzurePerf.StorageTests.Databases;

/// <summary>What the suites of the other engines ask, on the SQL Server that <see cref="SqlServerFixture.Variable"/> names.</summary>
public sealed class SqlServerTests(SqlServerFixture server)
{
    private const string Setting = "AZUREPERF_TARGET_DB";
    private static readonly SqlOutcomes Outcomes = new();

    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    [Fact]
    public Task Thousands_of_operations_leave_what_the_model_says_and_tell_what_it_tells() => WithDatabaseAsync((_, database) =>
        SqlSuite.BehavesAsTheModelAsync(database, Night.Size(usually: 2_000, atNight: 5_000), Cancelled));

    [Theory]
    [InlineData(Isolation.Standard)]
    [InlineData(Isolation.ReadCommitted)]
    [InlineData(Isolation.RepeatableRead)]
    [InlineData(Isolation.Serializable)]
    public Task Transactions_that_meet_see_of_each_other_only_what_committed(Isolation isolation) => WithDataAsync(async database =>
    {
        if (isolation == Isolation.ReadCommitted)
        {
            using var target = Target();
            await using var connection = await target.SourceOf("master").ConnectAsync(Cancelled);
            await SqlServerFixture.NeedHintsAsync(connection);
        }

        var suite = new IsolationSuite(database, isolation, Cancelled);
        await suite.TwoResultsOfOnePositionAsync(exists: false);
        await suite.TwoResultsOfOnePositionAsync(exists: true);
        await suite.TwoResultsOfOneAccountAsync();
        await suite.AReaderMeetsAResultAsync();
    });

    [Fact]
    public Task Eight_clients_at_once_leave_tables_that_agree() => WithDataAsync(database =>
        SqlSuite.ClientsAgreeAsync(database, failure => Outcomes.Classify(failure, mutates: false) is OperationOutcome.Deadlock or OperationOutcome.Serialization, Cancelled));

    [Fact]
    public Task A_load_that_is_cancelled_ends_within_two_seconds() => WithDatabaseAsync(async (_, database) =>
    {
        using var cancel = CancellationTokenSource.CreateLinkedTokenSource(Cancelled);
        cancel.CancelAfter(TimeSpan.FromMilliseconds(500));
        var started = TimeProvider.System.GetTimestamp();

        await Assert.ThrowsAnyAsync<OperationCanceledException>(
            () => new Loader(database, new(1, new(1_000, 20, 1_305, 10_000))).LoadAsync(null, cancel.Token));

        Assert.InRange(TimeProvider.System.GetElapsedTime(started), TimeSpan.FromMilliseconds(400), TimeSpan.FromSeconds(2.5));
    });

    [Fact]
    public async Task A_database_is_made_and_removed_however_often_and_no_other_is_touched()
    {
        using var target = Target();
        await target.CheckAsync(Cancelled);
        var name = server.NewName();
        await target.CreateAsync(name, Cancelled);
        await target.ReadSettingsAsync(name, Cancelled);

        Assert.NotEmpty(target.ServiceSettings!["server_version"]);
        Assert.Empty(target.Flags);
        await target.RemoveAsync(DatabaseTarget.Database, name, Cancelled);
        await target.RemoveAsync(DatabaseTarget.Database, name, Cancelled);
        await Assert.ThrowsAsync<NotSupportedException>(() => target.RemoveAsync(DatabaseTarget.Database, "master", Cancelled));
        Assert.Equal(4060, (await Assert.ThrowsAsync<SqlException>(() => target.ReadSettingsAsync(name, Cancelled))).Number);
    }

    [Fact]
    public async Task A_wrong_password_is_refused_and_stands_in_no_message()
    {
        var (address, setting) = (SqlServerFixture.Address, Environment.GetEnvironmentVariable(SqlServerFixture.Variable)!);
        using var target = Target(SqlServerFixture.Parse(setting.Replace(Uri.EscapeDataString(address.Password!) + "@", "wr0ng-s3cret@", StringComparison.Ordinal)));

        var refused = Assert.Single((await Assert.ThrowsAsync<SettingsException>(() => target.CheckAsync(Cancelled))).Faults);

        Assert.StartsWith($"{Setting} signs in nobody: check the user and the password in it", refused, StringComparison.Ordinal);
        Assert.DoesNotContain("s3cret", refused, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_server_that_is_not_there_refuses_the_connection()
    {
        using var target = Target(SqlServerFixture.Parse("sqlserver://me:secret@127.0.0.1:1/master"));

        var failure = await Assert.ThrowsAsync<SqlException>(() => target.CheckAsync(Cancelled));

        Assert.Equal(OperationOutcome.ConnectionRefused, Outcomes.Classify(failure, mutates: false));
    }

    [Fact]
    public Task Failures_that_are_made_to_happen_have_their_outcomes() => WithDatabaseAsync(async (target, database) =>
    {
        await using (var load = await database.OpenForLoadAsync(Cancelled))
        {
            await load.RunAsync("CREATE TABLE t (id int PRIMARY KEY, n int); INSERT INTO t VALUES (1, 0), (2, 0)", Cancelled);
        }

        await using var one = await OpenAsync(target);
        await using var two = await OpenAsync(target);
        await RunAsync(one, "BEGIN TRANSACTION; UPDATE t SET n = 1 WHERE id = 1");
        Assert.Equal(OperationOutcome.LockTimeout, await OutcomeAsync(two, "SET LOCK_TIMEOUT 100; UPDATE t SET n = 2 WHERE id = 1"));
        Assert.Equal(OperationOutcome.ClientTimeout, await OutcomeAsync(two, "SET LOCK_TIMEOUT -1; UPDATE t SET n = 2 WHERE id = 1", timeoutSeconds: 1));
        await RunAsync(one, "IF @@TRANCOUNT > 0 ROLLBACK");

        await RunAsync(one, "SET LOCK_TIMEOUT -1; BEGIN TRANSACTION; UPDATE t SET n = 1 WHERE id = 1");
        await RunAsync(two, "SET LOCK_TIMEOUT -1; BEGIN TRANSACTION; UPDATE t SET n = 1 WHERE id = 2");
        var waiting = OutcomeAsync(one, "UPDATE t SET n = 1 WHERE id = 2");
        var crossing = await OutcomeAsync(two, "UPDATE t SET n = 1 WHERE id = 1");
        Assert.Equal(OperationOutcome.Deadlock, crossing == OperationOutcome.Ok ? await waiting : crossing);
        await waiting;
        await RunAsync(one, "IF @@TRANCOUNT > 0 ROLLBACK");
        await RunAsync(two, "IF @@TRANCOUNT > 0 ROLLBACK");

        Assert.Equal(OperationOutcome.Conflict, await OutcomeAsync(one, "INSERT INTO t VALUES (1, 1)"));
        Assert.Equal(OperationOutcome.Rejected, await OutcomeAsync(one, "SELECT 1 / 0"));
    });

    [Fact]
    public Task A_statement_whose_first_performance_failed_is_prepared_again() => WithDatabaseAsync(async (_, database) =>
    {
        var insert = new Statement("INSERT INTO t (id, n) VALUES ($1, $2)", "ii");
        await using (var load = await database.OpenForLoadAsync(Cancelled))
        {
            await load.RunAsync("CREATE TABLE t (id bigint PRIMARY KEY, n bigint); INSERT INTO t VALUES (1, 0)", Cancelled);
        }

        await using var session = await database.OpenAsync(Isolation.Standard, Cancelled);
        for (var attempt = 0; attempt < 2; attempt++)
        {
            await session.BeginAsync(TransactionType.TradeOrder, Cancelled);
            var failure = await Assert.ThrowsAsync<SqlException>(async () => await session.ExecuteAsync(insert, Cancelled, 1, 1));
            Assert.Equal((2627, true), (failure.Number, session.IsAnswer(failure)));
            await session.RollbackAsync(Cancelled);
        }

        await session.BeginAsync(TransactionType.TradeOrder, Cancelled);
        Assert.Equal(1, await session.ExecuteAsync(insert, Cancelled, 2, 1));
        Assert.Equal(1, await session.ExecuteAsync(insert, Cancelled, 3, 1));
        await session.CommitAsync(Cancelled);
    });

    /// <summary>The driver waits for the answer to a cancellation without any limit.</summary>
    [Fact]
    public Task A_client_that_is_cancelled_while_the_network_is_silent_ends_soon_and_its_connection_is_lost() => WithDatabaseAsync(async (own, _) =>
    {
        var address = SqlServerFixture.Address;
        var isSilent = false;
        using var relay = new Relay(
            new((await Dns.GetHostAddressesAsync(address.Host, AddressFamily.InterNetwork, Cancelled))[0], address.Port),
            () => Volatile.Read(ref isSilent) ? TimeSpan.FromSeconds(7) : TimeSpan.Zero);
        using var target = Target(SqlServerFixture.Parse(
            FormattableString.Invariant($"sqlserver://{address.User}:{Uri.EscapeDataString(address.Password!)}@127.0.0.1:{relay.Endpoint.Port}/master")));
        await using var database = target.OpenDatabase(own.Name, prepares: true);
        var session = await database.OpenAsync(Isolation.Standard, Cancelled);
        await session.BeginAsync(TransactionType.TradeStatus, Cancelled);
        var number = (await session.QueryAsync(new Statement("SELECT CAST(@@SPID AS bigint)", "", "i"), Cancelled))[0][0].Number;
        using var cancel = CancellationTokenSource.CreateLinkedTokenSource(Cancelled);
        Volatile.Write(ref isSilent, true);
        cancel.CancelAfter(TimeSpan.FromSeconds(0.5));
        var started = TimeProvider.System.GetTimestamp();

        await Assert.ThrowsAnyAsync<OperationCanceledException>(
            async () => await session.QueryAsync(new Statement("SELECT count(*) FROM sys.objects", "", "i"), cancel.Token));

        Assert.False(session.IsOpen);
        await session.RollbackAsync(CancellationToken.None);
        await session.DisposeAsync();
        Assert.InRange(TimeProvider.System.GetElapsedTime(started), TimeSpan.FromSeconds(0.4), TimeSpan.FromSeconds(6.9));

        // Until then the server has a session that keeps the database from being dropped.
        await using var master = await own.Target.SourceOf("master").ConnectAsync(Cancelled);
        await using var sessions = new SqlCommand(FormattableString.Invariant($"SELECT count(*) FROM sys.dm_exec_sessions WHERE session_id = {number}"), master);
        while (await sessions.ExecuteScalarAsync(Cancelled) is not 0)
        {
            await Task.Delay(100, Cancelled);
        }
    });

    private static SqlServerTarget Target(SqlAddress? address = null) =>
        new(Setting, address ?? SqlServerFixture.Address, token: null, TimeSpan.FromSeconds(20));

    private Task WithDataAsync(Func<ISqlDatabase, Task> test) => WithDatabaseAsync(async (_, database) =>
    {
        await new Loader(database, SqlSuite.Data).LoadAsync(null, Cancelled);
        await test(database);
    });

    private async Task WithDatabaseAsync(Func<OwnDatabase, ISqlDatabase, Task> test)
    {
        using var target = Target();
        var name = server.NewName();
        await target.CreateAsync(name, Cancelled);
        try
        {
            await using var database = target.OpenDatabase(name, prepares: true);
            await test(new(target, name), database);
        }
        finally
        {
            await target.RemoveAsync(DatabaseTarget.Database, name, CancellationToken.None);
        }
    }

    private static async Task<SqlConnection> OpenAsync(OwnDatabase database)
    {
        var source = database.Target.SourceOf(database.Name);
        var connection = await source.ConnectAsync(Cancelled);
        await source.SetAsync(connection, limited: true, Cancelled);
        return connection;
    }

    private static Task RunAsync(SqlConnection connection, string statement) => SqlServerSource.RunAsync(connection, statement, Cancelled);

    private static async Task<OperationOutcome> OutcomeAsync(SqlConnection connection, string statement, int timeoutSeconds = 0)
    {
        try
        {
            await using var command = new SqlCommand(statement, connection) { CommandTimeout = timeoutSeconds };
            await command.ExecuteNonQueryAsync(Cancelled);
            return OperationOutcome.Ok;
        }
        catch (Exception failure)
        {
            return Outcomes.Classify(failure, mutates: true);
        }
    }

    private sealed record OwnDatabase(SqlServerTarget Target, string Name);
}
