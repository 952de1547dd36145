using System.Text.Json.Nodes;
using AzurePerf.Benchmarks.Versus;

namespace AzurePerf.Benchmarks.Sql;

/// <summary>Some clients at once, ours and those of pgbench.</summary>
/// <param name="clients">How many.</param>
/// <param name="least">Of their transactions per second, the share that ours must have.</param>
/// <param name="mostTime">Times their median that ours may take; null where it is only shown.</param>
/// <param name="ours">Measures ours.</param>
/// <param name="theirs">Measures theirs.</param>
internal sealed class SqlClientCell(
    int clients, double least, double? mostTime,
    Func<int, CancellationToken, Task<ClientReading>> ours, Func<int, CancellationToken, Task<ClientReading>> theirs) : IVersusCell
{
    private readonly CellFigures _rates = new();
    private readonly CellFigures _times = new();
    private readonly CellFigures _processor = new();

    public string Name => FormattableString.Invariant($"clients{clients}");

    public bool? Holds => _rates.Ratio.Decide(ratio => ratio.Median >= least)
        & (mostTime is null ? true : _times.Ratio.Decide(ratio => ratio.Median <= mostTime));

    public async Task<(double Ours, double Theirs)> MeasureAsync(Turn turn, bool oursFirst, CancellationToken cancellationToken)
    {
        var first = await (oursFirst ? ours : theirs)(clients, cancellationToken);
        var second = await (oursFirst ? theirs : ours)(clients, cancellationToken);
        var (mine, other) = oursFirst ? (first, second) : (second, first);
        _rates.Add(turn, mine.TransactionsPerSecond, other.TransactionsPerSecond);
        _times.Add(turn, mine.MedianMicroseconds, other.MedianMicroseconds);
        _processor.Add(turn, mine.ProcessorMicroseconds, other.ProcessorMicroseconds);
        return (mine.TransactionsPerSecond, other.TransactionsPerSecond);
    }

    public JsonObject ToJson()
    {
        var json = _rates.ToJson();
        json["p50Microseconds"] = _times.ToJson();
        json["processorMicroseconds"] = _processor.ToJson();
        json["holds"] = Holds;
        return json;
    }
}
