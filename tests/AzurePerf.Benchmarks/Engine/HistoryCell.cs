using System.Text.Json.Nodes;
using AzurePerf.Benchmarks.Versus;

namespace AzurePerf.Benchmarks.Engine;

/// <summary>An idle engine after many runs, next to one after none, on accounts of the same kind.</summary>
/// <param name="name">The kind of account.</param>
/// <param name="rows">That the runs left.</param>
/// <param name="after">The engine after many.</param>
/// <param name="without">The other one.</param>
internal sealed class HistoryCell(string name, int rows, IdleEngine after, IdleEngine without) : IVersusCell
{
    private const double RoundAllowed = 1.2;

    /// <summary>A little more than an hour: what is done once an hour is part of each turn.</summary>
    private const int Minutes = 61;

    private static readonly TimeSpan Minute = TimeSpan.FromMinutes(1);

    private readonly List<PairFigures> _pairs = [];
    private (int Requests, long Rows) _after;
    private (int Requests, long Rows) _without;
    private long _rowsAtStart;

    public string Name => name;

    public bool? Holds => (_after == _without) & VersusFigures.Of(_pairs).Ratio?.Decide(ratio => ratio.Median <= RoundAllowed);

    public async Task<(double Ours, double Theirs)> MeasureAsync(Turn turn, bool oursFirst, CancellationToken cancellationToken)
    {
        // In turns of a minute: whatever else the machine does meets both.
        var (before, beforeWithout) = (SumOf(after), SumOf(without));
        for (var minute = 0; minute < Minutes; minute++)
        {
            await (oursFirst ? after : without).RoundsAsync(Minute, cancellationToken);
            await (oursFirst ? without : after).RoundsAsync(Minute, cancellationToken);
        }

        var (ours, theirs) = (after.TakeRoundMicroseconds(), without.TakeRoundMicroseconds());
        if (turn.IsWarmUp)
        {
            _rowsAtStart = after.RowsRead - without.RowsRead;
        }
        else
        {
            _pairs.Add(new(ours, theirs));
            _after = Plus(_after, SumOf(after), before);
            _without = Plus(_without, SumOf(without), beforeWithout);
        }

        return (ours, theirs);
    }

    public JsonObject ToJson()
    {
        var figures = VersusFigures.Of(_pairs);
        return new()
        {
            ["rowsStored"] = rows,
            ["roundMicroseconds"] = VersusJson.Of(figures.Ours),
            ["roundMicrosecondsWithout"] = VersusJson.Of(figures.Theirs!.Value),
            ["ratio"] = VersusJson.Of(figures.Ratio!.Value),
            ["requestsPerHour"] = PerHour(_after.Requests),
            ["requestsPerHourWithout"] = PerHour(_without.Requests),
            ["rowsReadPerHour"] = PerHour(_after.Rows),
            ["rowsReadPerHourWithout"] = PerHour(_without.Rows),
            ["rowsReadAtStart"] = _rowsAtStart,
            ["sweepMilliseconds"] = VersusJson.Rounded(after.SweepMilliseconds),
            ["sweepMillisecondsWithout"] = VersusJson.Rounded(without.SweepMilliseconds),
        };
    }

    private double PerHour(long count) => VersusJson.Rounded(count / (_pairs.Count * (Minutes * Minute).TotalHours));

    private static (int Requests, long Rows) SumOf(IdleEngine engine) => (engine.Requests, engine.RowsRead);

    private static (int Requests, long Rows) Plus((int Requests, long Rows) sum, (int Requests, long Rows) now, (int Requests, long Rows) before) =>
        (sum.Requests + now.Requests - before.Requests, sum.Rows + now.Rows - before.Rows);
}
