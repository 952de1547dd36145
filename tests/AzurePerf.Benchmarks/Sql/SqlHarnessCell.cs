using AzurePerf.Benchmarks.Harness;
using AzurePerf.Core.Experiments.Sql;
using Npgsql;

namespace AzurePerf.Benchmarks.Sql;

/// <summary>The same transactions of the same clients, through the runner and by the driver alone.</summary>
internal sealed class SqlHarnessCell : IHarnessCell
{
    private const int WarmUpPerClient = 50;

    private readonly Brokerage _brokerage;
    private readonly SqlOptions _options;
    private readonly NpgsqlDataSource _source;
    private readonly BareClient[] _bare;
    private readonly int _perClient;

    private SqlHarnessCell(
        Brokerage brokerage, SqlOptions options, NpgsqlDataSource source, BareClient[] bare, int perClient)
    {
        (_brokerage, _source, _bare, _perClient) = (brokerage, source, bare, perClient);
        _options = options with { Clients = bare.Length, OperationsPerClient = perClient, WarmUpOperations = WarmUpPerClient };
    }

    public int Clients => _bare.Length;

    /// <param name="brokerage">Loaded.</param>
    /// <param name="options">With a mix that only reads.</param>
    /// <param name="clients">How many at once.</param>
    /// <param name="transactions">Of all clients together, each time.</param>
    /// <param name="cancellationToken">Gives up.</param>
    public static async Task<SqlHarnessCell> MakeAsync(
        Brokerage brokerage, SqlOptions options, int clients, int transactions, CancellationToken cancellationToken)
    {
        var perClient = transactions / clients;
        var recorded = await RecordedTransactions.OfAsync(brokerage, options, clients, WarmUpPerClient + perClient, cancellationToken);
        var source = brokerage.Target.Open(Brokerage.Database);
        var bare = new BareClient[clients];
        for (var number = 0; number < clients; number++)
        {
            bare[number] = new(await source.OpenConnectionAsync(cancellationToken), recorded, number);
        }

        return new(brokerage, options, source, bare, perClient);
    }

    public async Task<HarnessReading> ThroughRunnerAsync(CancellationToken cancellationToken)
    {
        var measurement = await _brokerage.MeasureAsync(_options, cancellationToken);
        var environment = measurement.Details.Environment;
        return new(measurement.Summary.Operations, environment.WindowSeconds, environment.ProcessorSeconds);
    }

    public async Task<HarnessReading> ByLoopAsync(CancellationToken cancellationToken)
    {
        await LoopAsync(0, WarmUpPerClient, cancellationToken);
        GC.Collect();
        GC.WaitForPendingFinalizers();
        var processor = Environment.CpuUsage.TotalTime;
        var start = TimeProvider.System.GetTimestamp();
        await LoopAsync(WarmUpPerClient, _perClient, cancellationToken);
        return new(
            (long)_perClient * Clients,
            TimeProvider.System.GetElapsedTime(start).TotalSeconds,
            (Environment.CpuUsage.TotalTime - processor).TotalSeconds);
    }

    public void Dispose()
    {
        foreach (var client in _bare)
        {
            client.Dispose();
        }

        _source.Dispose();
    }

    private Task LoopAsync(int first, int count, CancellationToken cancellationToken) => Task.WhenAll(_bare.Select(client =>
        Task.Run(() => client.PerformAsync(first, count, cancellationToken), cancellationToken)));
}
