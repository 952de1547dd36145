using System.Text.Json.Nodes;
using System.Text.Json.Serialization;
using AzurePerf.Core.Results;

namespace AzurePerf.Core.Series;

/// <summary>How one configuration ran in a series, in 24 intervals of equal length from its first measured point to its
/// last.</summary>
public sealed record SeriesStatistics
{
    /// <summary>Its value of each factor.</summary>
    [JsonPropertyName("configuration")]
    public required JsonObject Levels { get; init; }

    /// <summary>What of each point is looked at: bytesPerSecond where these are the headline, else mean, in an open loop p50.</summary>
    public required string Metric { get; init; }

    /// <summary>Of its values: B/s or ns.</summary>
    public required string Unit { get; init; }

    /// <summary>When the first interval begins.</summary>
    public required DateTimeOffset From { get; init; }

    /// <summary>How long each interval is.</summary>
    public required double IntervalSeconds { get; init; }

    /// <summary>All values together.</summary>
    public required SpreadStatistics Overall { get; init; }

    /// <summary>Of each interval, in the order of time. One without points is a gap in the series.</summary>
    public required IReadOnlyList<SpreadStatistics> Intervals { get; init; }

    /// <summary>One entry per combination with at least 48 values, in the order of the spec; empty for a run that is no series.</summary>
    public static IReadOnlyList<SeriesStatistics> Of(LevelResults results) => [.. MeasuredSeries.Of(results).Select(Of)];

    private static SeriesStatistics Of(MeasuredSeries series) => new()
    {
        Levels = series.Levels,
        Metric = series.Metric.Name,
        Unit = series.Metric.Unit,
        From = series.From,
        IntervalSeconds = series.Width.TotalSeconds,
        Overall = SpreadStatistics.Of(series.Values),
        Intervals = [.. series.Intervals.Select(SpreadStatistics.Of)],
    };
}
