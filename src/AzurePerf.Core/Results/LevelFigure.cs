using System.Text.Json.Nodes;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Statistics;

namespace AzurePerf.Core.Results;

/// <summary>One metric over the repetitions of one combination of levels.</summary>
public sealed class LevelFigure
{
    private readonly double[] _sorted;

    internal LevelFigure(LevelResult level, Metric metric, IReadOnlyList<PointRecord> repetitions, IReadOnlyList<double> values, LeftOutRepetitions leftOut)
    {
        (Level, Metric, Repetitions, Values, LeftOut) = (level, metric, repetitions, values, leftOut);
        _sorted = [.. values.Order()];
    }

    /// <summary>The combination.</summary>
    public LevelResult Level { get; }

    /// <summary>What is looked at.</summary>
    public Metric Metric { get; }

    /// <summary>Those that have a value, in the order of measurement.</summary>
    public IReadOnlyList<PointRecord> Repetitions { get; }

    /// <summary>Theirs, in the metric's unit.</summary>
    public IReadOnlyList<double> Values { get; }

    /// <summary>Repetitions that do not count, by the reason.</summary>
    public LeftOutRepetitions LeftOut { get; }

    /// <summary>The value of each factor.</summary>
    public JsonObject Levels => Level.Levels;

    /// <summary>The number of this cell wherever it is shown; null without any value.</summary>
    public double? Median => Values.Count == 0 ? null : Sample.QuantileOfSorted(_sorted, 0.5);

    /// <summary>The median's distribution-free 95 % interval (<see cref="QuantileInterval"/>); null with fewer than 6 values.</summary>
    public ConfidenceInterval? Interval => QuantileInterval.For(Values.Count, 0.5) is { } ranks ? new(_sorted[ranks.LowerRank - 1], _sorted[ranks.UpperRank - 1]) : null;

    /// <summary>From the smallest value to the largest; null with fewer than two.</summary>
    public ConfidenceInterval? Range => Values.Count < 2 ? null : new(_sorted[0], _sorted[^1]);
}
