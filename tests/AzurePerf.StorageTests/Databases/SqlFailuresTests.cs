using System.Net;
using AzurePerf.Core.Experiments.Sql;
using AzurePerf.Core.Measurements;
using AzurePerf.Core.Probes;
using AzurePerf.Core.Targets;
using AzurePerf.Core.Targets.Sql;
using AzurePerf.Probes;
using AzurePerf.Probes.Sql;
using AzurePerf.Probes.Targets.Sql;
using AzurePerf.Sql.Checks;
using AzurePerf.Sql.Engines;
using AzurePerf.Sql.Engines.Postgres;
using AzurePerf.Sql.Engines.Sqlite;
using AzurePerf.Sql.Schema;
using AzurePerf.Sql.Workload;
using AzurePerf.Testing.Network;
using AzurePerf.Testing.Probes;
using AzurePerf.Worker.Execution;
using Npgsql;
using SQLitePCL;
using Xunit;

namespace AzurePerf.StorageTests.Databases;

/// <summary>Failures are made to happen a known number of times, and a point must tell exactly those, and of commits what the server
/// has.</summary>
public sealed class SqlFailuresTests(PostgresFixture server) : IAsyncLifetime
{
    private const string Setting = "AZUREPERF_TARGET_DATABASE";
    private const int Seed = 7;

    private static readonly SqlScaleOptions Orders = new()
    {
        Customers = 100,
        DailyMarketDays = 30,
        Clients = 1,
        WarmUpOperations = 0,
        Mix = TransactionMix.TradeOrder,
    };

    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("azureperf-");

    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    public ValueTask InitializeAsync() => ValueTask.CompletedTask;

    public ValueTask DisposeAsync()
    {
        _folder.Delete(recursive: true);
        return ValueTask.CompletedTask;
    }

    [Fact]
    public async Task Each_failure_is_counted_as_often_as_it_happened_and_what_has_no_answer_may_have_landed()
    {
        var (address, role) = (SqlAddress.Parse("postgresql", (await server.AddressAsync())["postgresql:".Length..]), server.NewName());
        using var relay = new PostgresRelay(new(IPAddress.Loopback, address.Port));
        using var administration = new PostgresTarget(Setting, address, token: null, TimeSpan.FromSeconds(60));
        await using (var postgres = administration.Open("postgres"))
        {
            await using var make = postgres.CreateCommand(
                $"CREATE ROLE {role} LOGIN CREATEDB PASSWORD 'known'; ALTER ROLE {role} SET deadlock_timeout = '100ms'");
            await make.ExecuteNonQueryAsync(Cancelled);
        }

        var through = SqlAddress.Parse("postgresql", $"//{role}:known@127.0.0.1:{relay.Endpoint.Port}/postgres");
        using var patient = new PostgresTarget(Setting, through, token: null, TimeSpan.FromSeconds(60));
        using var hasty = new PostgresTarget(Setting, through, token: null, TimeSpan.FromSeconds(2));
        var dataset = server.NewName();
        await LoadAsync(Orders, ScopeOf(patient, dataset));

        await OnCopyAsync(patient, operations: 60, failures =>
        [
            failures.CutAtCommit(Cut.After, TransactionType.TradeOrder),
            failures.Refused, failures.Refused, failures.Refused, failures.Full, failures.Full,
            failures.Deadlock, failures.Deadlock,
            failures.CutBeforeCommit, failures.CutBeforeCommit,
            failures.CutAtCommit(Cut.Before, TransactionType.TradeOrder),
            failures.CutAtCommit(Cut.In, TransactionType.TradeOrder), failures.CutAtCommit(Cut.In, TransactionType.TradeOrder),
            failures.CutAtCommit(Cut.After, TransactionType.TradeOrder), failures.CutAtCommit(Cut.After, TransactionType.TradeOrder),
            failures.Shutdown, failures.Shutdown, failures.Shutdown,
            failures.CommitRefused,
            failures.Serialization, failures.Serialization,
            failures.CutAtCommit(Cut.In, TransactionType.TradeResult), failures.CutAtCommit(Cut.After, TransactionType.TradeResult),
        ]);
        await OnCopyAsync(hasty, operations: 12, failures =>
            [failures.LockTimeout, failures.StatementTimeout, failures.LockTimeout, failures.StatementTimeout]);
        await patient.RemoveAsync(DatabaseTarget.Database, dataset, Cancelled);

        async Task OnCopyAsync(PostgresTarget target, int operations, Func<PostgresFailures, IReadOnlyList<Failure>> choose)
        {
            var (options, scope) = (Orders with { OperationsPerClient = operations }, ScopeOf(target, dataset));
            await using (var probe = (SqlProbe)SqlProbe.Of(options, scope))
            {
                await probe.PreparePointAsync(Cancelled);
                await using var source = administration.Open(scope.PointName!);
                await using var failures = new PostgresFailures(relay, source, role);
                await failures.OpenAsync();
                var (chosen, cuts) = (choose(failures), relay.Cuts);

                await MeasureAsync(probe, options, new PostgresDatabase(source), chosen, failures.QuietAsync);

                Assert.Equal(
                    chosen.Count(failure => failure.Outcome is OperationOutcome.Ambiguous or OperationOutcome.ConnectionReset), relay.Cuts - cuts);
            }

            await target.RemoveAsync(DatabaseTarget.Database, scope.PointName!, Cancelled);
        }
    }

    [Fact]
    public async Task A_file_that_another_writes_for_too_long_is_a_time_out_of_a_lock_as_often_as_it_happened()
    {
        Batteries_V2.Init();
        using var target = new SqliteTarget(Setting, _folder.FullName, TimeSpan.FromSeconds(1));
        var scope = ScopeOf(target, server.NewName());
        var kept = new Failure(OperationOutcome.LockTimeout, 1, async transaction =>
        {
            raw.sqlite3_open(target.FileOf(scope.PointName!), out var other);
            using (other)
            {
                raw.sqlite3_exec(other, "BEGIN IMMEDIATE");
                await transaction();
            }
        });
        var options = Orders with { OperationsPerClient = 15, OperationTimeoutSeconds = 1 };
        await LoadAsync(options, scope);
        await using var probe = (SqlProbe)SqlProbe.Of(options, scope);
        await probe.PreparePointAsync(Cancelled);
        var database = new SqliteFile(target.FileOf(scope.PointName!), TimeSpan.FromSeconds(10));

        await MeasureAsync(probe, options, database, [kept, kept, kept with { Type = TransactionType.TradeResult }], () => Task.CompletedTask);
    }

    [Fact]
    public async Task What_was_measured_is_kept_where_nobody_can_be_reached_to_check_it()
    {
        var address = SqlAddress.Parse("postgresql", (await server.AddressAsync())["postgresql:".Length..]);
        using var relay = new PostgresRelay(new(IPAddress.Loopback, address.Port));
        using var target = await ThroughAsync(relay, address);
        var (options, scope) = (Orders with { OperationsPerClient = 10 }, ScopeOf(target, server.NewName()));
        await LoadAsync(options, scope);
        await using (var probe = (SqlProbe)SqlProbe.Of(options, scope))
        {
            var runner = new ProbeRunner(new SqlOutcomes(), TimeProvider.System, new GeneratorWatch(() => null, networkLimit: null));
            var told = (await runner.RunAsync(new LosingClient(probe, relay), options, new(), Cancelled)).Result;

            Assert.Equal(10, told.Operations!.Outcomes[OperationOutcome.Ok]);
            Assert.Equal(1, told.Operations.FollowUpFailures);
            Assert.NotEmpty(told.Operations.FollowUpMessage);
            Assert.Contains(PointFlag.OperationsFailed, told.Flags);
        }

        relay.Accept();
        await target.RemoveAsync(DatabaseTarget.Database, scope.PointName!, Cancelled);
        await target.RemoveAsync(DatabaseTarget.Database, scope.DatasetName!, Cancelled);
    }

    [Fact]
    public async Task A_server_that_is_away_when_a_repetition_begins_is_an_outage_of_that_repetition_and_of_no_point_that_writes()
    {
        var address = SqlAddress.Parse("postgresql", (await server.AddressAsync())["postgresql:".Length..]);
        using var relay = new PostgresRelay(new(IPAddress.Loopback, address.Port));
        using var target = await ThroughAsync(relay, address);
        var options = new SqlAvailabilityOptions { Customers = 100, DailyMarketDays = 30, OperationsPerClient = 10, WarmUpOperations = 0 };
        var scope = ScopeOf(target, server.NewName());
        await LoadAsync(options, scope);

        relay.Refuse();
        var away = await RepeatAsync();
        await using (var writing = (SqlProbe)SqlProbe.Of(Orders with { FreshData = FreshData.Never }, scope))
        {
            await Assert.ThrowsAnyAsync<NpgsqlException>(() => writing.PreparePointAsync(Cancelled));
        }

        relay.Accept();
        var back = await RepeatAsync();
        await target.RemoveAsync(DatabaseTarget.Database, scope.DatasetName!, Cancelled);

        Assert.Equal(10, away.Operations!.Outcomes[OperationOutcome.ConnectionRefused]);
        Assert.Equal(10, away.Operations.Operations);
        Assert.Contains(away.Notes, note => note.StartsWith("the database did not answer before the first transaction: ", StringComparison.Ordinal));
        Assert.Equal(10, back.Operations!.Outcomes[OperationOutcome.Ok]);
        Assert.DoesNotContain(back.Notes, note => note.StartsWith("the database did not answer", StringComparison.Ordinal));

        async Task<PointResult> RepeatAsync()
        {
            await using var probe = (SqlProbe)SqlProbe.Of(options, scope);
            var runner = new ProbeRunner(new SqlOutcomes(), TimeProvider.System, new GeneratorWatch(() => null, networkLimit: null));
            return (await runner.RunAsync(probe, options, new(), Cancelled)).Result;
        }
    }

    private static async Task MeasureAsync(
        SqlProbe probe, SqlOptions options, ISqlDatabase database, IReadOnlyList<Failure> failures, Func<Task> quiet)
    {
        var client = new FailingClient(
            probe, SqlClients.DataOf(options, Seed), database, failures);
        var (trades, settlements) = await RowsAsync(database);
        var runner = new ProbeRunner(new SqlOutcomes(), TimeProvider.System, new GeneratorWatch(() => null, networkLimit: null));

        var told = (await runner.RunAsync(client, options, new(), Cancelled)).Result;

        Assert.Equal(0, client.Left);
        Assert.Equal(
            Lines(client.Outcomes),
            Lines(told.OperationTypes.SelectMany(type => type.Outcomes.Select(counted => $"{type.Name} {counted.Key}: {counted.Value}"))));
        Assert.Equal(Lines(client.FailedFrames), Lines(told.Values.Where(value => value.Name.Contains(" failed ", StringComparison.Ordinal)).Select(value => $"{value.Name}: {value.Value}")));
        Assert.Equal(client.DesignedRollbacks, told.ValueOf("designed rollbacks"));

        // By what the point tells, and by what was cut after COMMIT, there are so many rows.
        var orders = told.OperationsOf("Trade-Order")!.Outcomes[OperationOutcome.Ok] - (long)told.ValueOf("designed rollbacks")!;
        var results = told.OperationsOf("Trade-Result")!.Outcomes[OperationOutcome.Ok];
        await quiet();
        Assert.Equal(
            (trades + orders + client.Landed(TransactionType.TradeOrder), settlements + results + client.Landed(TransactionType.TradeResult)),
            await RowsAsync(database));
    }

    /// <summary>A target on the far side of a relay.</summary>
    private async Task<PostgresTarget> ThroughAsync(PostgresRelay relay, SqlAddress address)
    {
        var role = server.NewName();
        using var administration = new PostgresTarget(Setting, address, token: null, TimeSpan.FromSeconds(60));
        await using var postgres = administration.Open("postgres");
        await using var make = postgres.CreateCommand($"CREATE ROLE {role} LOGIN CREATEDB PASSWORD 'known'");
        await make.ExecuteNonQueryAsync(Cancelled);
        return new(
            Setting, SqlAddress.Parse("postgresql", $"//{role}:known@127.0.0.1:{relay.Endpoint.Port}/postgres"), token: null, TimeSpan.FromSeconds(60));
    }

    private static string Lines(IEnumerable<string> counts) => string.Join('\n', counts.Order(StringComparer.Ordinal));

    private static async Task<(long Trades, long Settlements)> RowsAsync(ISqlDatabase database)
    {
        await using var session = await database.OpenForChecksAsync(Cancelled);
        return (
            (await TableChecksum.OfAsync(session, Tables.Trade, Cancelled)).Rows, (await TableChecksum.OfAsync(session, Tables.Settlement, Cancelled)).Rows);
    }

    private static async Task LoadAsync(SqlOptions options, ProbeScope scope)
    {
        await using var probe = SqlProbe.Of(options, scope);
        await probe.PrepareDatasetAsync(Cancelled);
    }

    private ProbeScope ScopeOf(DatabaseTarget target, string dataset) => new()
    {
        Target = target,
        Register = new NoRegister(),
        DatasetName = dataset,
        PointName = server.NewName(),
        Seed = Seed,
    };

    /// <summary>A client whose server is away when it has ended.</summary>
    private sealed class LosingClient(SqlProbe probe, PostgresRelay relay) : IProbe
    {
        public bool Mutates => probe.Mutates;

        public int PlannedWireRequests => probe.PlannedWireRequests;

        public IReadOnlyList<OperationType> OperationTypes => probe.OperationTypes;

        public int TypeOf(Operation operation) => probe.TypeOf(operation);

        public Task PrepareDatasetAsync(CancellationToken cancellationToken) => throw new NotSupportedException();

        public Task PreparePointAsync(CancellationToken cancellationToken) => probe.PreparePointAsync(cancellationToken);

        public ValueTask<OperationResult> ExecuteAsync(Operation operation, CancellationToken cancellationToken) =>
            ((IProbe)probe).ExecuteAsync(operation, cancellationToken);

        public Task<IReadOnlyList<FollowUpFailure>> FinishAsync(CancellationToken cancellationToken)
        {
            relay.Refuse();
            return probe.FinishAsync(cancellationToken);
        }

        public ValueTask DisposeAsync() => ValueTask.CompletedTask;
    }
}
