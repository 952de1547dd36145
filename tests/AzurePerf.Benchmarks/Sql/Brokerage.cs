using System.Globalization;
using AzurePerf.Cli.Local.Postgres;
using AzurePerf.Core.Experiments.Sql;
using AzurePerf.Core.Measurements;
using AzurePerf.Core.Targets.Sql;
using AzurePerf.Probes;
using AzurePerf.Probes.Sql;
using AzurePerf.Probes.Targets.Sql;
using AzurePerf.Testing.Probes;
using AzurePerf.Worker.Execution;

namespace AzurePerf.Benchmarks.Sql;

/// <summary>A database server of its own with a brokerage, and its clients as a worker runs them: by the runner, in this process.</summary>
internal sealed class Brokerage : IAsyncDisposable
{
    /// <summary>The database that all sides read.</summary>
    public const string Database = "azpversus";

    private const int Seed = 1;

    private readonly PostgresServer _server;
    private readonly PostgresTarget _target;
    private readonly ProbeRunner _runner = new(new SqlOutcomes(), TimeProvider.System, new GeneratorWatch(() => null, networkLimit: null));

    private Brokerage(PostgresServer server)
    {
        _server = server;
        Address = Parse(server.Address);
        _target = Open(Address);
    }

    public SqlAddress Address { get; }

    /// <summary>For databases besides <see cref="Database"/>.</summary>
    public PostgresTarget Target => _target;

    /// <summary>Starts the server alone.</summary>
    public static async Task<Brokerage> StartAsync(CancellationToken cancellationToken) =>
        new(await PostgresServer.StartAsync(logsFolder: null, new Progress<string>(Console.Error.WriteLine), cancellationToken));

    /// <summary>Starts the server and loads the brokerage's data.</summary>
    public static async Task<Brokerage> LoadAsync(SqlOptions options, CancellationToken cancellationToken)
    {
        var brokerage = await StartAsync(cancellationToken);
        try
        {
            await using var probe = SqlProbe.Of(options, Scope(brokerage._target));
            await probe.PrepareDatasetAsync(cancellationToken);
            return brokerage;
        }
        catch
        {
            await brokerage.DisposeAsync();
            throw;
        }
    }

    public static AzurePerf.Sql.Data.Dataset DataOf(SqlOptions options) => SqlClients.DataOf(options, Seed);

    /// <summary>Performs a point of clients that only read.</summary>
    /// <exception cref="InvalidOperationException">A transaction failed.</exception>
    public Task<Measurement> MeasureAsync(SqlOptions options, CancellationToken cancellationToken) =>
        MeasureAsync(options, _target, cancellationToken);

    /// <summary>The same over a relay.</summary>
    public async Task MeasureAsync(SqlOptions options, int port, CancellationToken cancellationToken)
    {
        using var target = Open(Parse(_server.Address.Replace(
            Colon(Address.Port) + "/", Colon(port) + "/", StringComparison.Ordinal)));
        await MeasureAsync(options, target, cancellationToken);

        static string Colon(int number) => ":" + number.ToString(CultureInfo.InvariantCulture);
    }

    public async ValueTask DisposeAsync()
    {
        _target.Dispose();
        await _server.DisposeAsync();
    }

    private static SqlAddress Parse(string setting) => SqlAddress.Parse("postgresql", setting["postgresql:".Length..]);

    private static PostgresTarget Open(SqlAddress address) => new("versus", address, token: null, TimeSpan.FromSeconds(60));

    /// <summary>All that is made here goes with the server.</summary>
    private static ProbeScope Scope(PostgresTarget target) =>
        new() { Target = target, Register = new NoRegister(), DatasetName = Database, PointName = Database, Seed = Seed };

    private async Task<Measurement> MeasureAsync(SqlOptions options, PostgresTarget target, CancellationToken cancellationToken)
    {
        await using var probe = SqlProbe.Of(options, Scope(target));
        var measurement = await _runner.RunAsync(probe, options, new(), cancellationToken);
        cancellationToken.ThrowIfCancellationRequested();
        return measurement.Summary.Outcomes.Keys.All(outcome => outcome == OperationOutcome.Ok)
            ? measurement
            : throw new InvalidOperationException("transactions failed: " + string.Join(", ", measurement.Summary.FailureMessages.Values));
    }
}
