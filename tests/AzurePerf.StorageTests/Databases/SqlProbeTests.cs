using AzurePerf.Core.Experiments.Sql;
using AzurePerf.Core.Measurements;
using AzurePerf.Core.Probes;
using AzurePerf.Core.Targets;
using AzurePerf.Core.Targets.Sql;
using AzurePerf.Probes;
using AzurePerf.Probes.Sql;
using AzurePerf.Probes.Targets.Sql;
using AzurePerf.Sql.Checks;
using AzurePerf.Sql.Data;
using AzurePerf.Sql.Engines;
using AzurePerf.Sql.Schema;
using AzurePerf.Sql.Transactions;
using AzurePerf.Sql.Workload;
using AzurePerf.Worker.Execution;
using Npgsql;
using SQLitePCL;
using Xunit;

namespace AzurePerf.StorageTests.Databases;

public sealed class SqlProbeTests(PostgresFixture server, SqlServerFixture onSqlServer) : IAsyncLifetime
{
    private const string Sqlite = "sqlite";
    private const string Postgres = "postgresql";
    private const string SqlServer = "sqlserver";
    private static readonly SqlScaleOptions Small = new() { Customers = 100, DailyMarketDays = 30, Clients = 4, OperationsPerClient = 60, WarmUpOperations = 5 };

    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("azureperf-");
    private readonly List<(string Resource, string Name)> _registered = [];
    private readonly List<DatabaseTarget> _targets = [];

    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    public ValueTask InitializeAsync() => ValueTask.CompletedTask;

    public async ValueTask DisposeAsync()
    {
        foreach (var target in _targets)
        {
            foreach (var (resource, name) in _registered)
            {
                await target.RemoveAsync(resource, name, CancellationToken.None);
            }

            target.Dispose();
        }

        _folder.Delete(recursive: true);
    }

    [Theory]
    [InlineData(Sqlite)]
    [InlineData(Postgres)]
    public async Task Every_operation_is_counted_by_its_type_and_the_point_s_copy_is_consistent_while_the_dataset_is_as_it_was(string engine)
    {
        var scope = await ScopeAsync(engine);
        await PrepareAsync(Small, scope);
        var before = await ChecksumAsync(scope, scope.Dataset);

        var result = await MeasureAsync(Small, scope);

        var counted = result.Operations!;
        Assert.Equal(240, counted.Operations);
        Assert.Equal(240, result.OperationTypes.Sum(type => type.Operations));
        Assert.All(counted.Outcomes.Keys, outcome => Assert.True(
            outcome is OperationOutcome.Ok or OperationOutcome.Serialization or OperationOutcome.Deadlock or OperationOutcome.LockTimeout, outcome.ToString()));
        Assert.Equal(10, result.OperationTypes.Count);
        Assert.All(result.OperationTypes.Take(8), type => Assert.True(type.Operations > 0, type.Name));
        Assert.Contains(result.Notes, note => note.StartsWith("database of ", StringComparison.Ordinal));
        Assert.Contains(engine == Sqlite ? "isolation in force: serializable" : "isolation in force: serializable for Trade-Result, read committed for all others", result.Notes);
        Assert.Equal(result.OperationTypes.Sum(type => type.Operations - type.Outcomes.GetValueOrDefault(OperationOutcome.Ok)), counted.Operations - counted.Outcomes[OperationOutcome.Ok]);
        Assert.DoesNotContain(PointFlag.NotDurable, ((DatabaseTarget)scope.Target).Flags);
        Assert.Equal(engine == Sqlite ? "wal" : "on", scope.Target.ServiceSettings![engine == Sqlite ? "journal_mode" : "fsync"]);
        Assert.Equal([scope.Dataset, scope.Point], _registered.Select(made => made.Name));
        Assert.Equal(before, await ChecksumAsync(scope, scope.Dataset));
        Assert.NotEqual(before, await ChecksumAsync(scope, scope.Point));
    }

    [Theory]
    [InlineData(Sqlite)]
    [InlineData(Postgres)]
    [InlineData(SqlServer)]
    public async Task Clients_that_only_read_share_the_dataset_and_copy_nothing(string engine)
    {
        var scope = await ScopeAsync(engine);
        var options = Small with { Mix = TransactionMix.ReadOnly };
        await HaveDatasetAsync(options, scope);

        var result = await MeasureAsync(options, scope);

        Assert.Equal(240, result.Operations!.Outcomes[OperationOutcome.Ok]);
        Assert.Equal([scope.Dataset], _registered.Select(made => made.Name));
    }

    [Theory]
    [InlineData(Sqlite)]
    [InlineData(Postgres)]
    [InlineData(SqlServer)]
    public async Task A_client_that_connects_for_each_transaction_is_told_how_long_that_takes(string engine)
    {
        var scope = await ScopeAsync(engine);
        var options = Small with { Connections = ConnectionUse.PerTransaction, OperationsPerClient = Night.Size(usually: 15, atNight: 60) };
        var all = options.Clients * options.OperationsPerClient;
        await HaveDatasetAsync(options, scope);

        var result = await MeasureAsync(options, scope);

        var connecting = Assert.Single(result.Distributions, distribution => distribution.Name == "time to connect");
        Assert.Equal(all, connecting.Exact);
        Assert.InRange(connecting.Minimum!.Value, 1, result.Operations!.Latency.MaximumNanoseconds!.Value);
        Assert.Contains("each transaction had a connection of its own, with nothing prepared", result.Notes);
        Assert.Equal(all, result.Operations.Operations);
        Assert.DoesNotContain(OperationOutcome.Harness, result.Operations.Outcomes.Keys);
    }

    [Theory]
    [InlineData(Sqlite)]
    [InlineData(Postgres)]
    [InlineData(SqlServer)]
    public async Task Points_without_fresh_data_go_on_with_what_the_one_before_left(string engine)
    {
        var scope = await ScopeAsync(engine);
        var options = Small with { FreshData = FreshData.Never, Mix = TransactionMix.TradeOrder, Clients = 1 };
        await HaveDatasetAsync(options, scope);
        var sums = new List<string> { await ChecksumAsync(scope, scope.Dataset) };
        for (var point = 0; point < 3; point++)
        {
            var result = await MeasureAsync(options, scope);
            Assert.Equal(60, result.Operations!.Outcomes[OperationOutcome.Ok]);
            Assert.Contains("points of the run wrote into the same data, one after the other", result.Notes);
            sums.Add(await ChecksumAsync(scope, scope.Dataset));
        }

        Assert.Equal(4, sums.Distinct().Count());
        Assert.Equal([scope.Dataset], _registered.Select(made => made.Name));
    }

    [Theory]
    [InlineData(FreshData.Each, ConnectionUse.Kept, false, true)]
    [InlineData(FreshData.Never, ConnectionUse.PerTransaction, false, true)]
    [InlineData(FreshData.Each, ConnectionUse.Kept, true, false)]
    public async Task Clients_that_saw_other_deadlocks_than_the_server_make_the_point_corrupt_unless_it_counts_anew(
        FreshData fresh, ConnectionUse connections, bool reset, bool corrupt)
    {
        var scope = await ScopeAsync(Postgres);
        var options = Small with { Clients = 1, FreshData = fresh, Connections = connections, Mix = TransactionMix.TradeOrder };
        await HaveDatasetAsync(options, scope);
        await using var probe = SqlProbe.Of(options, scope);
        await probe.PreparePointAsync(Cancelled);
        await ((IProbe)probe).ExecuteAsync(new(0, 0, WarmUp: false), Cancelled);
        await DeadlockAsync(scope, fresh == FreshData.Each ? scope.Point : scope.Dataset);
        if (reset)
        {
            await ChangeAsync(scope, scope.Point, "UPDATE trade_type SET name = name; SELECT pg_stat_reset()");
        }

        var failure = await Record.ExceptionAsync(() => probe.FinishAsync(Cancelled));
        Assert.Equal(corrupt, failure is CorruptDataException);
        Assert.Equal(corrupt, failure is not null);
        if (failure is not null)
        {
            Assert.Matches("^the server counted [0-9]+ commits and 1 deadlock, and the clients saw 1 and 0$", failure.Message);
        }
    }

    [Fact]
    public async Task The_server_s_counts_are_those_of_its_clients()
    {
        const int Orders = 30;
        var scope = await ScopeAsync(Postgres);
        await HaveDatasetAsync(Small, scope);
        await scope.CopyForPointAsync(Cancelled);
        var database = DatabaseOf(scope, scope.Point);
        var before = (await database.CountsAsync(Cancelled))!;
        var client = new WorkloadClient(SqlClients.DataOf(Small, scope.Seed), 1, Mix.Only(TransactionType.TradeStatus));
        await using (var session = await database.OpenAsync(Isolation.Standard, Cancelled))
        {
            for (var number = 0; number < Orders; number++)
            {
                Assert.Equal(TransactionEnd.Committed, (await TransactionRunner.RunAsync(session, client.Next(), Cancelled)).End);
            }
        }

        await DeadlockAsync(scope, scope.Point);
        var after = (await database.CountsAsync(Cancelled))!;

        Assert.Null(after.Contradicts(before, Orders, deadlocks: 1, answersLost: false));
        Assert.True(after.Commits - before.Commits >= Orders, "whoever looks, and the server's own maintenance, commits too");
        Assert.Equal(1, after.Deadlocks - before.Deadlocks);
    }

    [Theory]
    [InlineData(Sqlite)]
    [InlineData(Postgres)]
    [InlineData(SqlServer)]
    public async Task A_client_that_asks_the_same_again_finds_the_same_until_a_row_changes(string engine)
    {
        var scope = await ScopeAsync(engine);
        var options = new SqlAvailabilityOptions { Customers = 100, DailyMarketDays = 30, OperationsPerClient = 600, WarmUpOperations = 5 };
        await HaveDatasetAsync(options, scope);

        var first = await ChecksumOfAsync();
        var second = await ChecksumOfAsync();
        await ChangeAsync(scope, scope.Dataset, "UPDATE trade_type SET name = 'changed'");

        Assert.Equal(first, second);
        Assert.NotEqual(first, await ChecksumOfAsync());

        async Task<double> ChecksumOfAsync() => Assert.Single((await MeasureAsync(options, scope)).Values, value => value.Name == SqlAvailabilityOptions.Checksum).Value;
    }

    [Fact]
    public async Task A_point_that_writes_loads_a_database_of_its_own_where_none_can_be_copied()
    {
        var scope = await ScopeAsync(SqlServer);
        var options = Small with { OperationsPerClient = 30 };
        await PrepareAsync(options, scope);
        Assert.Empty(_registered);

        var result = await MeasureAsync(options, scope);

        Assert.Equal(120, result.Operations!.Operations);
        Assert.Equal(120, result.OperationTypes.Sum(type => type.Operations));
        Assert.DoesNotContain(OperationOutcome.Harness, result.Operations.Outcomes.Keys);
        Assert.Contains("answers went through the thread pool, which took time of each", result.Notes);
        Assert.Contains(result.Notes, note => note.StartsWith("isolation in force: serializable for Trade-Result, read committed", StringComparison.Ordinal));
        Assert.Equal([scope.Point], _registered.Select(made => made.Name));
    }

    [Fact]
    public async Task A_client_that_once_found_no_connection_has_no_checksum_and_says_what_failed()
    {
        var scope = await ScopeAsync(Sqlite);
        var options = new SqlAvailabilityOptions { Customers = 100, DailyMarketDays = 30, OperationsPerClient = 600, WarmUpOperations = 0 };
        await PrepareAsync(options, scope);
        var file = ((SqliteTarget)scope.Target).FileOf(scope.Dataset);
        await using var probe = (SqlProbe)SqlProbe.Of(options, scope);
        await probe.PreparePointAsync(Cancelled);
        File.Move(file, file + ".away");
        Assert.ThrowsAny<Exception>(() => ((IBlockingProbe)probe).Execute(new(0, 0, WarmUp: false), Cancelled));
        var type = probe.OperationTypes[probe.TypeOf(new(0, 0, WarmUp: false))].Name;
        File.Move(file + ".away", file);
        for (var number = 1; number < 520; number++)
        {
            ((IBlockingProbe)probe).Execute(new(0, number, WarmUp: false), Cancelled);
        }

        Assert.Equal(new PointValue($"{type} failed to connect", "", 1, ValueMerge.Sum), Assert.Single(probe.Values));
    }

    [Theory]
    [InlineData(Sqlite)]
    [InlineData(Postgres)]
    [InlineData(SqlServer)]
    public async Task A_writing_point_that_is_stopped_keeps_what_it_measured_and_says_that_nobody_checked_it(string engine)
    {
        var scope = await ScopeAsync(engine);
        var options = Small with { OperationsPerClient = 100_000, Mix = TransactionMix.TradeUpdate };
        await HaveDatasetAsync(options, scope);
        using var stop = CancellationTokenSource.CreateLinkedTokenSource(Cancelled);
        var progress = new RunnerProgress();
        await using var probe = SqlProbe.Of(options, scope);
        var runner = new ProbeRunner(new SqlOutcomes(), TimeProvider.System, new GeneratorWatch(() => null, networkLimit: null));

        var running = Task.Run(() => runner.RunAsync(probe, options, progress, stop.Token), Cancelled);
        while (!running.IsCompleted && progress.Read() is not { Phase: RunnerPhase.Measuring, OperationsDone: > 20 })
        {
            await Task.Delay(10, Cancelled);
        }

        await stop.CancelAsync();
        var result = (await running).Result;

        Assert.Contains(PointFlag.Partial, result.Flags);
        Assert.True(result.Operations!.Outcomes[OperationOutcome.Ok] > 20);
        Assert.Contains("stopped before the data were checked", result.Notes);
        Assert.Equal(0, result.Operations.FollowUpFailures);
    }

    [Theory]
    [InlineData(Sqlite)]
    [InlineData(Postgres)]
    [InlineData(SqlServer)]
    public async Task A_copy_that_is_damaged_makes_the_point_corrupt_and_names_what_is_wrong(string engine)
    {
        var scope = await ScopeAsync(engine);
        var options = Small with { Mix = TransactionMix.TradeUpdate, OperationsPerClient = 5 };
        await HaveDatasetAsync(options, scope);

        await using var probe = SqlProbe.Of(options, scope);
        await probe.PreparePointAsync(Cancelled);
        await ChangeAsync(scope, scope.Point, "UPDATE holding_summary SET quantity = quantity + 1 WHERE account_id = (SELECT min(account_id) FROM holding_summary)");

        var corrupt = await Assert.ThrowsAsync<CorruptDataException>(() => probe.FinishAsync(Cancelled));
        Assert.StartsWith("a position is the sum of its lots: ", corrupt.Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Of_more_clients_than_a_server_takes_each_attempt_is_counted_once_and_those_that_never_got_in_are_named()
    {
        const int Clients = 64;
        const int Admitted = 40;
        var scope = await ScopeAsync(Postgres, limitedTo: Admitted);
        var options = Small with { Clients = Clients, OperationsPerClient = 12, WarmUpOperations = 1 };
        await PrepareAsync(options, scope);

        var result = await MeasureAsync(options, scope);

        var counted = result.Operations!;
        var succeeded = counted.Outcomes[OperationOutcome.Ok];
        var rolledBack = Assert.Single(result.Values, value => value.Name == "designed rollbacks").Value;
        Assert.Equal(Clients * 12, counted.Operations);
        Assert.Equal(counted.Operations, counted.Outcomes.Values.Sum());
        Assert.Equal(counted.Operations, result.OperationTypes.Sum(type => type.Operations));
        Assert.InRange(rolledBack, 0, succeeded);
        Assert.InRange(counted.Outcomes[OperationOutcome.Throttled], 12, Clients * 12);
        Assert.DoesNotContain(OperationOutcome.Harness, counted.Outcomes.Keys);
        Assert.Contains(PointFlag.ServiceThrottled, result.Flags);
        Assert.Contains(result.Reasons, reason => reason.Flag == PointFlag.OperationsFailed && reason.Text.Contains(" of 64 clients had no success: numbers ", StringComparison.Ordinal));
    }

    [Fact]
    public async Task Designed_rollbacks_are_counted_in_the_measurement_and_not_in_the_warm_up()
    {
        var options = Small with { Clients = 1, Mix = TransactionMix.TradeOrder };

        Assert.Equal(0, await RollbacksOfAsync(warmUp: true));
        Assert.InRange(await RollbacksOfAsync(warmUp: false), 1, 12);

        async Task<double> RollbacksOfAsync(bool warmUp)
        {
            var scope = await ScopeAsync(Sqlite);
            await HaveDatasetAsync(options, scope);
            await using var probe = (SqlProbe)SqlProbe.Of(options, scope);
            await probe.PreparePointAsync(Cancelled);
            for (var number = 0; number < 400; number++)
            {
                ((IBlockingProbe)probe).Execute(new(0, number, warmUp), Cancelled);
            }

            return Assert.Single(probe.Values).Value;
        }
    }

    [Fact]
    public async Task A_client_of_SQLite_that_waits_longer_than_it_may_for_another_s_writing_times_out_on_the_lock()
    {
        var scope = await ScopeAsync(Sqlite, operationTimeout: TimeSpan.FromSeconds(0.3));
        var options = Small with { Clients = 1, OperationsPerClient = 3, WarmUpOperations = 0, Mix = TransactionMix.TradeUpdate };
        await HaveDatasetAsync(options, scope);
        await using var probe = SqlProbe.Of(options, scope);
        await probe.PreparePointAsync(Cancelled);
        raw.sqlite3_open(((SqliteTarget)scope.Target).FileOf(scope.Point), out var holder);
        raw.sqlite3_exec(holder, "BEGIN IMMEDIATE");

        var failure = Assert.Throws<SqliteException>(() => ((IBlockingProbe)probe).Execute(new(0, 0, WarmUp: false), Cancelled));
        holder.Dispose();

        Assert.Equal(OperationOutcome.LockTimeout, new SqlOutcomes().Classify(failure, mutates: false));
        Assert.Equal("Trade-Update", probe.OperationTypes[probe.TypeOf(new(0, 0, WarmUp: false))].Name);
        Assert.Contains(new("Trade-Update failed in frame 1", "", 1, ValueMerge.Sum), probe.Values);
        ((IBlockingProbe)probe).Execute(new(0, 1, WarmUp: false), Cancelled);
    }

    private static async Task PrepareAsync(SqlOptions options, ProbeScope scope)
    {
        await using var probe = SqlProbe.Of(options, scope);
        await probe.PrepareDatasetAsync(Cancelled);
    }

    /// <summary>What <see cref="PrepareAsync"/> leaves. On a server only the first test of the same data loads them.</summary>
    private async Task HaveDatasetAsync(SqlOptions options, ProbeScope scope)
    {
        if (scope.Target is not PostgresTarget target)
        {
            await PrepareAsync(options, scope);
            return;
        }

        var loaded = await server.LoadedAsync((options.Customers, options.DailyMarketDays), name => PrepareAsync(options, scope with { DatasetName = name, Register = new Register([]) }));
        await scope.Register.RegisterAsync(DatabaseTarget.Database, scope.Dataset, Cancelled);
        await target.CopyAsync(loaded, scope.Dataset, Cancelled);
    }

    private static async Task<PointResult> MeasureAsync(SqlOptions options, ProbeScope scope)
    {
        await using var probe = SqlProbe.Of(options, scope);
        var runner = new ProbeRunner(new SqlOutcomes(), TimeProvider.System, new GeneratorWatch(() => null, networkLimit: null));
        return (await runner.RunAsync(probe, options, new(), Cancelled)).Result;
    }

    private static ISqlDatabase DatabaseOf(ProbeScope scope, string name) => ((DatabaseTarget)scope.Target).OpenDatabase(name, prepares: true);

    private static async Task<string> ChecksumAsync(ProbeScope scope, string name)
    {
        await using var database = DatabaseOf(scope, name);
        await using var session = await database.OpenForChecksAsync(Cancelled);
        var sums = new List<string>();
        foreach (var table in Tables.All)
        {
            sums.Add((await TableChecksum.OfAsync(session, table, Cancelled)).ToString());
        }

        return string.Join('\n', sums);
    }

    private static async Task ChangeAsync(ProbeScope scope, string database, string statement)
    {
        if (scope.Target is SqliteTarget folder)
        {
            raw.sqlite3_open(folder.FileOf(database), out var file);
            Assert.Equal(raw.SQLITE_OK, raw.sqlite3_exec(file, statement));
            file.Dispose();
            return;
        }

        await using var opened = DatabaseOf(scope, database);
        await using var session = await opened.OpenForLoadAsync(Cancelled);
        await session.RunAsync(statement, Cancelled);
    }

    /// <summary>Two connections that wait for each other, until the server ends one of them.</summary>
    private static async Task DeadlockAsync(ProbeScope scope, string database)
    {
        await using var source = ((PostgresTarget)scope.Target).Open(database);
        await using var first = await source.OpenConnectionAsync(Cancelled);
        await using var second = await source.OpenConnectionAsync(Cancelled);
        await RunAsync(first, "SET deadlock_timeout = '50ms'; BEGIN; SELECT pg_advisory_xact_lock(1)");
        await RunAsync(second, "SET deadlock_timeout = '50ms'; BEGIN; SELECT pg_advisory_xact_lock(2)");
        Task[] waits = [RunAsync(first, "SELECT pg_advisory_xact_lock(2)"), RunAsync(second, "SELECT pg_advisory_xact_lock(1)")];
        await Assert.ThrowsAsync<PostgresException>(() => Task.WhenAll(waits));

        static async Task RunAsync(NpgsqlConnection connection, string statement)
        {
            await using var command = new NpgsqlCommand(statement, connection);
            await command.ExecuteNonQueryAsync(Cancelled);
        }
    }

    /// <param name="engine">Where it is.</param>
    /// <param name="limitedTo">Connections that the user may have at once; null for as many as the server takes. The limit of a server would take a restart, and holds
    /// for the other tests.</param>
    /// <param name="operationTimeout">Of operations in SQLite; null for 15 s.</param>
    private async Task<ProbeScope> ScopeAsync(string engine, int? limitedTo = null, TimeSpan? operationTimeout = null)
    {
        Batteries_V2.Init();
        DatabaseTarget target = engine switch
        {
            Sqlite => new SqliteTarget("AZUREPERF_TARGET_DATABASE", _folder.FullName, operationTimeout ?? TimeSpan.FromSeconds(15)),
            SqlServer => new SqlServerTarget("AZUREPERF_TARGET_DATABASE", SqlServerFixture.Address, token: null, TimeSpan.FromSeconds(60)),
            _ => new PostgresTarget("AZUREPERF_TARGET_DATABASE", await AddressAsync(limitedTo), token: null, TimeSpan.FromSeconds(60)),
        };
        _targets.Add(target);

        return new()
        {
            Target = target,
            Register = new Register(_registered),
            DatasetName = engine == SqlServer ? onSqlServer.NewName() : server.NewName(),
            PointName = engine == SqlServer ? onSqlServer.NewName() : server.NewName(),
            Seed = 1,
        };
    }

    private async Task<SqlAddress> AddressAsync(int? limitedTo)
    {
        var setting = await server.AddressAsync();
        var address = SqlAddress.Parse("postgresql", setting["postgresql:".Length..]);
        if (limitedTo is not { } most)
        {
            return address;
        }

        var (user, password) = (server.NewName(), Guid.NewGuid().ToString("n"));
        using var administration = new PostgresTarget("AZUREPERF_TARGET_DATABASE", address, token: null, TimeSpan.FromSeconds(60));
        await using var source = administration.Open(address.Database);
        await using var command = source.CreateCommand(FormattableString.Invariant($"CREATE ROLE {user} LOGIN CREATEDB CONNECTION LIMIT {most} PASSWORD '{password}'"));
        await command.ExecuteNonQueryAsync(Cancelled);
        return SqlAddress.Parse("postgresql", FormattableString.Invariant($"//{user}:{password}@{address.Host}:{address.Port}/{address.Database}"));
    }

    private sealed class Register(List<(string Resource, string Name)> registered) : IResourceRegister
    {
        public Task RegisterAsync(string resource, string name, CancellationToken cancellationToken)
        {
            registered.Add((resource, name));
            return Task.CompletedTask;
        }
    }
}
