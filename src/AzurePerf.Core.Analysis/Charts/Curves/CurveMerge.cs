using System.Text.Json.Nodes;
using AzurePerf.Core.Measurements;

namespace AzurePerf.Core.Charts.Curves;

/// <summary>Puts the curves of repetitions together: histograms are added, never percentiles.</summary>
/// <param name="levels">What the repetitions have in common.</param>
public sealed class CurveMerge(JsonObject levels)
{
    private readonly LatencyHistogram _latencies = new();
    private readonly List<WorkerRate> _workers = [];
    private IReadOnlyList<CurveInterval> _intervals = [];
    private IReadOnlyList<int> _lastIntervals = [];
    private int _exponent = int.MinValue;
    private int _repetitions;
    private int _leftOut;
    private long _neverStarted;
    private long _errorsWithoutTime;

    /// <summary>Adds a repetition.</summary>
    /// <param name="curves">What was kept of it.</param>
    /// <param name="neverStarted">Its operations that were never started.</param>
    /// <exception cref="InvalidDataException">Its histogram cannot be read; then nothing was added.</exception>
    public void Add(PointCurves curves, long neverStarted)
    {
        ArgumentNullException.ThrowIfNull(curves);
        _latencies.Merge(LatencyHistogramText.Read(curves.Latencies));
        var exponent = Math.Max(_exponent, curves.WidthExponent);
        var (before, added) = (_exponent == int.MinValue ? 0 : exponent - _exponent, exponent - curves.WidthExponent);
        _intervals = Join(Widen(_intervals, before).Concat(Widen(curves.Intervals, added)));
        _lastIntervals = [.. _lastIntervals.Select(index => Widen(index, before))];
        if (curves.Intervals.Select(interval => (int?)interval.Index).Append(curves.LastInterval).Max() is { } last)
        {
            _lastIntervals = [.. _lastIntervals, Widen(last, added)];
        }

        _exponent = exponent;
        _workers.AddRange(curves.Workers);
        _neverStarted += neverStarted;
        _errorsWithoutTime += curves.ErrorsWithoutTime;
        _repetitions++;
    }

    /// <summary>Notes repetitions that are not merged.</summary>
    public void LeaveOut(int repetitions) => _leftOut += repetitions;

    /// <summary>What was added so far; null when nothing was.</summary>
    /// <param name="inconclusive">True when no conclusion may rest on any of it.</param>
    public LevelCurves? ToCurves(bool inconclusive = false) => _repetitions == 0 ? null : new()
    {
        Inconclusive = inconclusive,
        Levels = levels.DeepClone().AsObject(),
        Repetitions = _repetitions,
        LeftOut = _leftOut,
        Latencies = LatencyHistogramText.Write(_latencies),
        NeverStarted = _neverStarted,
        WidthExponent = _exponent,
        Intervals = _intervals,
        LastIntervals = _lastIntervals,
        ErrorsWithoutTime = _errorsWithoutTime,
        Workers = [.. _workers.GroupBy(worker => worker.Member).OrderBy(same => same.Key).Select(same => new WorkerRate(
            same.Key, same.Max(worker => worker.Clients), MedianOf(same, worker => worker.OperationsPerSecond),
            MedianOf(same, worker => worker.BytesPerSecond)))],
    };

    /// <summary>One interval for all of the same index, in order.</summary>
    internal static IReadOnlyList<CurveInterval> Join(IEnumerable<CurveInterval> intervals) =>
        [.. intervals.GroupBy(interval => interval.Index).OrderBy(same => same.Key)
            .Select(same => same.Aggregate((sum, next) => sum.With(next)))];

    private static double MedianOf(IEnumerable<WorkerRate> repetitions, Func<WorkerRate, double> rate) =>
        Statistics.Sample.Median(repetitions.Select(rate));

    private static IEnumerable<CurveInterval> Widen(IReadOnlyList<CurveInterval> intervals, int doublings) =>
        intervals.Select(interval => interval with { Index = Widen(interval.Index, doublings) });

    private static int Widen(int index, int doublings) => index >> Math.Min(doublings, 31);
}
