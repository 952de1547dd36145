using System.Text.Json.Nodes;
using AzurePerf.Core.Experiments;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Statistics;

namespace AzurePerf.Core.Results;

/// <summary>One metric over the repetitions of one configuration.</summary>
public sealed class LevelMetric
{
    private readonly double[] _sorted;

    /// <param name="level">The combination.</param>
    /// <param name="metric">What is looked at.</param>
    /// <param name="repetitions">Of the combination, with figures, whether they have this one or not.</param>
    /// <param name="leftOut">Those that do not count, by the reason.</param>
    internal LevelMetric(LevelResult level, Metric metric, IReadOnlyList<PointRecord> repetitions, LeftOutRepetitions leftOut)
    {
        (Level, Metric, LeftOut) = (level, metric, leftOut);
        (PointRecord Point, double Value)[] with =
        [
            .. repetitions.Select(point => (Point: point, Value: ValueOf(point))).Where(pair => pair.Value is not null)
                .Select(pair => (pair.Point, pair.Value!.Value)),
        ];
        (Repetitions, Values) = ([.. with.Select(pair => pair.Point)], [.. with.Select(pair => pair.Value)]);
        _sorted = [.. Values.Order()];
    }

    /// <summary>The combination.</summary>
    public LevelResult Level { get; }

    /// <summary>What is looked at.</summary>
    public Metric Metric { get; }

    /// <summary>Those that have a value, in the order of measurement.</summary>
    public IReadOnlyList<PointRecord> Repetitions { get; }

    /// <summary>Theirs, in the metric's unit.</summary>
    public IReadOnlyList<double> Values { get; }

    /// <summary>The same over the repetitions in which an operation succeeded: of the others a rate is 0 that was never
    /// measured.</summary>
    internal LevelMetric Succeeded => new(Level, Metric, [.. Repetitions.Where(RunSuccess.HasSuccess)], LeftOut);

    /// <summary>Repetitions that do not count, by the reason.</summary>
    public LeftOutRepetitions LeftOut { get; }

    /// <summary>Of them, those that may have been worse than all that have a value. A cache makes a repetition better, and what the
    /// measuring machine limited says nothing about the target.</summary>
    internal int MayBeWorse => LeftOut.Overloaded + LeftOut.DroppedStarts + LeftOut.TooFewOperations + LeftOut.NoValue + Level.CutShort
        + Level.Lost;

    /// <summary>The value of each factor.</summary>
    public JsonObject Levels => Level.Levels;

    /// <summary>The number of this cell wherever it is shown, the largest where the metric is one of extremes; null without any
    /// value.</summary>
    public double? Median =>
        Values.Count == 0 ? null : Metric.IsLargest ? _sorted[^1] : Sample.QuantileOfSorted(_sorted, 0.5);

    /// <summary>True where a run can be judged by that number. 0 and less are numbers like others, but for operations of which none
    /// succeeded.</summary>
    public bool IsResult =>
        Median is { } median && double.IsFinite(median) && (median > 0 || Repetitions.Any(RunSuccess.HasSuccess));

    /// <summary>The median's distribution-free 95 % interval (<see cref="QuantileInterval"/>); null with fewer than 6 values, and of a
    /// largest value, which has none.</summary>
    public ConfidenceInterval? Interval => !Metric.IsLargest && QuantileInterval.For(Values.Count, 0.5) is { } ranks
        ? new(_sorted[ranks.LowerRank - 1], _sorted[ranks.UpperRank - 1])
        : null;

    /// <summary>From the smallest value to the largest; null with fewer than two.</summary>
    public ConfidenceInterval? Range => Values.Count < 2 ? null : new(_sorted[0], _sorted[^1]);

    /// <summary>What charts draw around the median: its interval, or the range where there are too few values for one.</summary>
    public ConfidenceInterval? Band => Interval ?? Range;

    /// <summary>The value of a repetition of the same combination, in the metric's unit, whether it counts or not; null where it has
    /// none.</summary>
    public double? ValueOf(PointRecord repetition)
    {
        ArgumentNullException.ThrowIfNull(repetition);
        return Level.ValueOf(Metric, repetition);
    }
}
