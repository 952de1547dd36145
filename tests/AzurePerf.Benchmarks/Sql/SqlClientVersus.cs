using System.Text.Json.Nodes;
using AzurePerf.Benchmarks.Versus;
using AzurePerf.Core.Experiments.Sql;

namespace AzurePerf.Benchmarks.Sql;

/// <summary>Trade-Status on PostgreSQL against pgbench.</summary>
internal sealed class SqlClientVersus : IVersusEntry
{
    private const int Seconds = 20;
    private const int WarmUpSeconds = 1;

    private static readonly SqlScaleOptions Reading = new() { Mix = TransactionMix.TradeStatus };

    public string Name => "sql-client";

    public string Unit => "transactions/s";

    public Preference Better => Preference.Higher;

    public string Goal => ">= 0.9 with 1 client and a median time <= 1.2 of theirs, >= 0.7 with 8 clients";

    public string Setup => "Trade-Status on the PostgreSQL server of a local start, over loopback without TLS, 1,000 customers and 1 day, "
        + "20 s each time with 1 and with 8 clients; ours one process through the runner, theirs pgbench -M prepared with a thread for "
        + "each client as long as there are processors; the same statements and round trips (counted over a relay), and accounts drawn "
        + "alike, but pgbench sends more messages, as it has each result described and begins and ends by prepared statements, and gets "
        + "text that it does not read, where ours gets binary values and reads them. Figures are of 1 client";

    public int FewestPairs => 9;

    public IReadOnlyList<OutsideTool> Tools =>
        [PostgresTool.Pgbench.Declared, OutsideTool.Command("node", "apt-get install nodejs npm")];

    public ValueTask<IVersusSession> StartAsync(CancellationToken cancellationToken) => StartedParts.StartAsync(async parts =>
    {
        var brokerage = parts.Add(await Brokerage.LoadAsync(Reading, cancellationToken));
        var recorded = await RecordedTransactions.OfAsync(brokerage, Reading, clients: 1, transactions: 1, cancellationToken);
        var pgbench = parts.Add(new PgbenchClients(
            brokerage.Address, PgbenchScript.Of(Reading, [.. recorded.Of(0)[0].Select(step => step.Statement.Sql)])));
        var (mine, other) = await CountAsync(brokerage, pgbench, cancellationToken);
        return new CellsSession(
            await PostgresTool.Pgbench.VersionAsync(cancellationToken),
            [
                new SqlClientCell(1, least: 0.9, mostTime: 1.2, OursAsync, TheirsAsync),
                new SqlClientCell(8, least: 0.7, mostTime: null, OursAsync, TheirsAsync),
            ],
            parts)
        {
            Shared = new() { ["perTransaction"] = new JsonObject { ["ours"] = mine.ToJson(), ["theirs"] = other.ToJson() } },
        };

        Task<ClientReading> TheirsAsync(int clients, CancellationToken token) => pgbench.MeasureAsync(clients, Seconds, token);

        async Task<ClientReading> OursAsync(int clients, CancellationToken token)
        {
            var measurement = await brokerage.MeasureAsync(
                Reading with
                {
                    Clients = clients,
                    OperationsPerClient = 0,
                    DurationSeconds = Seconds,
                    WarmUpOperations = int.MaxValue,
                    WarmUpSeconds = WarmUpSeconds,
                },
                token);
            var (summary, environment) = (measurement.Summary, measurement.Details.Environment);
            return new(
                summary.OperationsPerSecond.Total,
                summary.Latency.P50Nanoseconds!.Value / 1e3,
                environment.ProcessorSeconds / summary.Operations * 1e6);
        }
    });

    /// <exception cref="InvalidOperationException">The sides do not the same.</exception>
    private static async Task<(TransactionTraffic Ours, TransactionTraffic Theirs)> CountAsync(
        Brokerage brokerage, PgbenchClients pgbench, CancellationToken cancellationToken)
    {
        var ours = await TransactionTraffic.CountAsync(brokerage.Address.Port, (port, transactions) => brokerage.MeasureAsync(
            Reading with { Clients = 1, OperationsPerClient = transactions, WarmUpOperations = 0 }, port, cancellationToken));
        var theirs = await TransactionTraffic.CountAsync(
            brokerage.Address.Port, (port, transactions) => pgbench.PerformAsync(port, transactions, cancellationToken));
        Console.Error.WriteLine($"ours in each transaction: {ours}");
        Console.Error.WriteLine($"theirs in each transaction: {theirs}");
        return ours.IsLike(theirs)
            ? (ours, theirs)
            : throw new InvalidOperationException("the sides cannot be compared, because what they send differs");
    }
}
