using AzurePerf.Benchmarks.Harness;
using AzurePerf.Core.Experiments.Sql;
using AzurePerf.Sql.Engines.Postgres;
using Npgsql;

namespace AzurePerf.Benchmarks.Sql;

/// <summary>The same transactions of the same clients, through the runner and by the driver alone.</summary>
internal sealed class SqlHarnessCell : IHarnessCell
{
    private const int WarmUpPerClient = 100;

    // What a point does once, such as its connections and its summary, is compiled for good after its 30th and its 60th time: in the
    // background, and so within what is measured, where a reading takes a second.
    private const int ShortPoints = 80;
    private const int ShortPerClient = 20;

    private readonly Brokerage _brokerage;
    private readonly SqlOptions _options;
    private readonly RecordedTransactions _recorded;
    private readonly NpgsqlDataSource _source;
    private readonly bool _direct;

    private SqlHarnessCell(Brokerage brokerage, SqlOptions options, RecordedTransactions recorded, bool direct)
    {
        (_brokerage, _options, _recorded, _direct) = (brokerage, options, recorded, direct);
        _source = brokerage.Target.Open(Brokerage.Database);
    }

    public int Clients => _options.Clients;

    /// <summary>Whether the loop takes its answers as ours does: ADR 66.</summary>
    public bool IsDirect => _direct;

    /// <summary>One whose loop takes its answers from the thread pool, as any program with the driver does, and one that is direct.</summary>
    /// <param name="brokerage">Loaded.</param>
    /// <param name="options">With a mix that only reads.</param>
    /// <param name="clients">How many at once.</param>
    /// <param name="transactions">Of all clients together, each time.</param>
    /// <param name="cancellationToken">Gives up.</param>
    public static async Task<IReadOnlyList<SqlHarnessCell>> MakeAsync(
        Brokerage brokerage, SqlOptions options, int clients, int transactions, CancellationToken cancellationToken)
    {
        var measured = options with
        {
            Clients = clients,
            OperationsPerClient = transactions / clients,
            WarmUpOperations = WarmUpPerClient,
        };
        var recorded = await RecordedTransactions.OfAsync(
            brokerage, measured, clients, WarmUpPerClient + (int)measured.OperationsPerClient, cancellationToken);
        return [new(brokerage, measured, recorded, direct: false), new(brokerage, measured, recorded, direct: true)];
    }

    /// <summary>Performs short points until the code of a point is compiled for good.</summary>
    public async Task SettleAsync(CancellationToken cancellationToken)
    {
        var brief = _options with { OperationsPerClient = ShortPerClient, WarmUpOperations = 1 };
        for (var point = 0; point < ShortPoints; point++)
        {
            await _brokerage.MeasureAsync(brief, cancellationToken);
        }
    }

    public async Task<HarnessReading> ThroughRunnerAsync(CancellationToken cancellationToken)
    {
        var measurement = await _brokerage.MeasureAsync(_options, cancellationToken);
        var environment = measurement.Details.Environment;
        return new(measurement.Summary.Operations, environment.WindowSeconds, environment.ProcessorSeconds);
    }

    /// <summary>Over new connections, as a point has: those of a server that are older have more in their caches.</summary>
    public async Task<HarnessReading> ByLoopAsync(CancellationToken cancellationToken)
    {
        var clients = new BareClient[Clients];
        try
        {
            for (var number = 0; number < clients.Length; number++)
            {
                var connection = await _source.OpenConnectionAsync(cancellationToken);
                clients[number] = new(connection, _recorded, number);
                if (_direct && DirectAnswers.TryBegin(connection) is null)
                {
                    throw new InvalidOperationException("the loop cannot take its answers as ours does");
                }
            }

            await LoopAsync(clients, 0, WarmUpPerClient, cancellationToken);
            GC.Collect();
            GC.WaitForPendingFinalizers();
            var processor = Environment.CpuUsage.TotalTime;
            var start = TimeProvider.System.GetTimestamp();
            await LoopAsync(clients, WarmUpPerClient, (int)_options.OperationsPerClient, cancellationToken);
            return new(
                _options.OperationsPerClient * Clients,
                TimeProvider.System.GetElapsedTime(start).TotalSeconds,
                (Environment.CpuUsage.TotalTime - processor).TotalSeconds);
        }
        finally
        {
            Array.ForEach(clients, client => client?.Dispose());
        }
    }

    public void Dispose() => _source.Dispose();

    private static async Task LoopAsync(BareClient[] clients, int first, int count, CancellationToken cancellationToken)
    {
        await Task.WhenAll(
            clients.Select(client => Task.Run(() => client.PerformAsync(first, count, cancellationToken), cancellationToken)));

        // The last client may have ended on a thread that receives answers.
        await Task.Yield();
    }
}
