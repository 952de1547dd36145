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
    private static readonly TimeSpan VirtualTime = TimeSpan.FromMinutes(61);

    private readonly List<PairFigures> _pairs = [];
    private (int Requests, long Rows) _after;
    private (int Requests, long Rows) _without;
    private long _rowsAtStart;

    public string Name => name;

    public bool? Holds => _after == _without && VersusFigures.Of(_pairs).Ratio?.Median <= RoundAllowed;

    public async Task<(double Ours, double Theirs)> MeasureAsync(Turn turn, bool oursFirst, CancellationToken cancellationToken)
    {
        var (ours, theirs) = (double.NaN, double.NaN);
        foreach (var isOurs in new[] { oursFirst, !oursFirst })
        {
            if (isOurs)
            {
                (ours, _after) = await MeasureAsync(after, turn, _after, cancellationToken);
            }
            else
            {
                (theirs, _without) = await MeasureAsync(without, turn, _without, cancellationToken);
            }
        }

        if (turn.IsWarmUp)
        {
            _rowsAtStart = after.RowsRead - without.RowsRead;
        }
        else
        {
            _pairs.Add(new(ours, theirs));
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

    private double PerHour(long count) => VersusJson.Rounded(count / (_pairs.Count * VirtualTime.TotalHours));

    private static async Task<(double Microseconds, (int Requests, long Rows) Sum)> MeasureAsync(
        IdleEngine engine, Turn turn, (int Requests, long Rows) sum, CancellationToken cancellationToken)
    {
        var (requests, rows) = (engine.Requests, engine.RowsRead);
        var microseconds = await engine.RoundsAsync(VirtualTime, cancellationToken);
        return (microseconds, turn.IsWarmUp ? sum : (sum.Requests + engine.Requests - requests, sum.Rows + engine.RowsRead - rows));
    }
}
