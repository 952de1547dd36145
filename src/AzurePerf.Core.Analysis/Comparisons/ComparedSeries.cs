using System.Text.Json.Nodes;
using System.Text.Json.Serialization;
using AzurePerf.Core.Series;
using AzurePerf.Core.Statistics;

namespace AzurePerf.Core.Comparisons;

/// <summary>How differently one configuration varies in two series, as a whole and interval by interval. Each series is cut by its
/// own span.</summary>
public sealed record ComparedSeries
{
    /// <summary>Its value of each factor.</summary>
    [JsonPropertyName("configuration")]
    public required JsonObject Levels { get; init; }

    /// <summary>As in <see cref="SeriesStatistics.Metric"/>.</summary>
    public required string Metric { get; init; }

    /// <summary>Of the standard deviations.</summary>
    public required string Unit { get; init; }

    /// <summary>Over the whole series.</summary>
    public required ComparedSpread Overall { get; init; }

    /// <summary>In the order of time.</summary>
    public required IReadOnlyList<ComparedSpread> Intervals { get; init; }

    /// <summary>Intervals in which the candidate varies more: the ratio lies above 1 with its whole interval, and the probability, adjusted
    /// for the number of intervals, is at most 5 %.</summary>
    public int IntervalsAbove => Intervals.Count(interval => interval.RatioLow > 1 && IsCredible(interval));

    /// <summary>Intervals whose ratio lies below 1 likewise.</summary>
    public int IntervalsBelow => Intervals.Count(interval => interval.RatioHigh < 1 && IsCredible(interval));

    /// <summary>One entry per combination with at least 48 values in both runs; empty unless both are series.</summary>
    public static IReadOnlyList<ComparedSeries> Of(MeasuredRun baseline, MeasuredRun candidate)
    {
        ArgumentNullException.ThrowIfNull(baseline);
        ArgumentNullException.ThrowIfNull(candidate);
        var others = MeasuredSeries.Of(candidate.Results());
        return [.. MeasuredSeries.Of(baseline.Results())
            .Select(series =>
                (series,
                    other: others.FirstOrDefault(other =>
                        KeyOf(series) == KeyOf(other) && series.Metric == other.Metric)))
            .Where(pair => pair.other is not null)
            .Select(pair => Of(pair.series, pair.other!))];

        string KeyOf(MeasuredSeries series) => PointPairing.KeyOf(series.Levels, baseline.Experiment);
    }

    private static bool IsCredible(ComparedSpread interval) => interval.Probability <= ComparisonRule.Significance;

    private static ComparedSeries Of(MeasuredSeries baseline, MeasuredSeries candidate)
    {
        ComparedSpread[] intervals = [.. baseline.Intervals.Zip(candidate.Intervals, ComparedSpread.Of)];
        var adjusted = new Queue<double>(HolmAdjustment.Of([.. intervals.Select(interval => interval.Probability).OfType<double>()]));
        return new()
        {
            Levels = PointPairing.NameOf(baseline.Levels, candidate.Levels),
            Metric = baseline.Metric.Name,
            Unit = baseline.Metric.Unit,
            Overall = ComparedSpread.Of(baseline.Values, candidate.Values),
            Intervals = [.. intervals.Select(interval =>
                interval.Probability is null ? interval : interval with { Probability = adjusted.Dequeue() })],
        };
    }
}
