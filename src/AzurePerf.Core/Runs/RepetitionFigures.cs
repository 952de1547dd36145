using System.Text.Json.Nodes;
using AzurePerf.Core.Comparisons;
using AzurePerf.Core.Experiments;
using AzurePerf.Core.Statistics;

namespace AzurePerf.Core.Runs;

/// <summary>What the repetitions of one combination of levels say together, with 95 % intervals. An interval is null where there are too few repetitions for it.</summary>
public sealed record RepetitionFigures
{
    /// <summary>Its value of each factor.</summary>
    public required JsonObject Levels { get; init; }

    /// <summary>The figure of each repetition that is looked at: see <see cref="ComparedMetric.HeadlineOf"/>.</summary>
    public required string Metric { get; init; }

    /// <summary>Of its values: 1/s, B/s, FLOP/s or ns.</summary>
    public required string Unit { get; init; }

    /// <summary>n: repetitions with a value that counts, as in a comparison.</summary>
    public required int Repetitions { get; init; }

    /// <summary>The others, by the reason.</summary>
    public required LeftOutRepetitions LeftOut { get; init; }

    /// <summary>Of the values.</summary>
    public required double Median { get; init; }

    /// <summary>Lower end of the median's distribution-free interval (<see cref="QuantileInterval"/>), from 6 repetitions on.</summary>
    public double? MedianLow { get; init; }

    /// <summary>Its upper end.</summary>
    public double? MedianHigh { get; init; }

    /// <summary>Of the values.</summary>
    public required double Mean { get; init; }

    /// <summary>Lower end of Student's interval for the mean (<see cref="MeanInterval"/>), from 20 repetitions on.</summary>
    public double? MeanLow { get; init; }

    /// <summary>Its upper end.</summary>
    public double? MeanHigh { get; init; }

    /// <summary>Coefficient of variation: standard deviation over mean; null below two repetitions and for a mean of 0. It has no interval: none of those that were tried holds for values that are not normal.</summary>
    public double? Variation { get; init; }

    /// <summary>Whether they rise or fall in the order of measurement; null below 5 repetitions, and where one is not positive.</summary>
    public RepetitionDrift? Drift { get; init; }

    /// <summary>Whether the repetitions of the run, all combinations together, resemble the one before; null where none has 10.</summary>
    public RepetitionDependence? Dependence { get; init; }

    /// <summary>One entry per combination that has a value, in the order of the spec; empty for a bag.</summary>
    public static IReadOnlyList<RepetitionFigures> Of(RunSpec spec, IReadOnlyList<PointRecord> points)
    {
        ArgumentNullException.ThrowIfNull(spec);
        if (ExperimentCatalogue.Find(spec.Experiment) is not { IsBag: false } definition)
        {
            return [];
        }

        var metric = ComparedMetric.HeadlineOf(definition, spec.Parameters);
        ComparedPoint[] counted = [.. new MeasuredRun(spec, points).Compared(metric).Where(point => point.Values.Count > 0)];
        var dependence = RepetitionDependence.Of(counted);
        return [.. counted.Select(point => Of(point, metric) with { Dependence = dependence })];
    }

    /// <summary>Of one combination that has a value, without what takes all of them together.</summary>
    internal static RepetitionFigures Of(ComparedPoint point, ComparedMetric metric)
    {
        double[] sorted = [.. point.Values.Order()];
        var ranks = QuantileInterval.For(sorted.Length, 0.5);
        var mean = MeanInterval.Of(sorted);
        var moments = SampleMoments.Of(sorted);
        return new()
        {
            Levels = point.Levels,
            Metric = metric.Name,
            Unit = metric.Unit,
            Repetitions = sorted.Length,
            LeftOut = point.LeftOut,
            Median = Sample.QuantileOfSorted(sorted, 0.5),
            MedianLow = ranks is { } low ? sorted[low.LowerRank - 1] : null,
            MedianHigh = ranks is { } high ? sorted[high.UpperRank - 1] : null,
            Mean = moments.Mean,
            MeanLow = mean?.Low,
            MeanHigh = mean?.High,
            Variation = sorted.Length > 1 && moments.Mean != 0 ? Math.Sqrt(moments.Variance) / moments.Mean : null,
            Drift = point.Drift,
        };
    }
}
