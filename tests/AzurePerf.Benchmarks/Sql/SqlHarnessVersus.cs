using System.Text.Json.Nodes;
using AzurePerf.Benchmarks.Harness;
using AzurePerf.Benchmarks.Versus;
using AzurePerf.Core.Experiments.Sql;

namespace AzurePerf.Benchmarks.Sql;

/// <summary>What the runner and the workload cost: the same transactions through them and by a loop around the driver.</summary>
internal sealed class SqlHarnessVersus : IVersusEntry
{
    private const double ShareAllowed = 1.05;
    private const int Transactions = 16_000;
    private const int Slices = 2;
    private static readonly int[] Levels = [1, 8];

    private static readonly SqlScaleOptions Reading = new() { Mix = TransactionMix.ReadOnly };

    public string Name => "sql-harness";

    public string Unit => "us";

    public Preference Better => Preference.Lower;

    public string Goal => "<= 1.05 in processor time per transaction with 1 and with 8 clients";

    public string Setup => "processor time of the process per transaction of the six types that only read, in their shares, on the "
        + "PostgreSQL server of a local start, 1,000 customers and 1 day, with 1 and with 8 clients, 16,000 transactions each time in two "
        + "alternating parts; ours through the runner, which makes inputs, checks results and hashes all rows, theirs a loop around Npgsql "
        + "that performs the same prepared statements with the same values, written down before, and reads every column of every row; both "
        + "over new connections, after 100 transactions per client and a collection; before all, 80 short points, until what a point does once is compiled. "
        + "In the cells named Direct, which have no goal, the loop too takes its answers on the threads that receive them (docs/adr/0066). "
        + "Figures are of 1 client";

    public int FewestPairs => 9;

    public IReadOnlyList<OutsideTool> Tools => [OutsideTool.Command("node", "apt-get install nodejs npm")];

    public ValueTask<IVersusSession> StartAsync(CancellationToken cancellationToken) => StartedParts.StartAsync(async parts =>
    {
        var brokerage = parts.Add(await Brokerage.LoadAsync(Reading, cancellationToken));
        var cells = new List<SqlHarnessCell>();
        foreach (var clients in Levels)
        {
            var both = await SqlHarnessCell.MakeAsync(brokerage, Reading, clients, Transactions / Slices, cancellationToken);
            cells.AddRange(both.Select(parts.Add));
        }

        return new CellsSession(tool: null, [.. cells.Select(cell => new Cell(cell))], parts);
    });

    private sealed class Cell(SqlHarnessCell cell) : IVersusCell
    {
        private readonly HarnessPairing _pairing = new("postgres", cell, Slices);

        public string Name => FormattableString.Invariant($"clients{cell.Clients}{(cell.IsDirect ? "Direct" : "")}");

        public bool? Holds => cell.IsDirect ? true : _pairing.ProcessorRatio.Decide(ratio => ratio.Median <= ShareAllowed);

        public async Task<(double Ours, double Theirs)> MeasureAsync(Turn turn, bool oursFirst, CancellationToken cancellationToken)
        {
            if (turn.IsWarmUp)
            {
                await cell.SettleAsync(cancellationToken);
            }

            await _pairing.MeasureAsync(oursFirst, cancellationToken);
            var (ours, theirs) = (_pairing.Ours[^1].ProcessorMicroseconds, _pairing.Theirs[^1].ProcessorMicroseconds);
            if (turn.IsWarmUp)
            {
                _pairing.Forget();
            }

            return (ours, theirs);
        }

        public JsonObject ToJson() => new()
        {
            ["processorRatio"] = VersusJson.Of(_pairing.ProcessorRatio),
            ["extraMicroseconds"] = VersusJson.Of(_pairing.ExtraMicroseconds),
            ["throughputRatio"] = VersusJson.Of(_pairing.ThroughputRatio),
            ["holds"] = Holds,
        };
    }
}
