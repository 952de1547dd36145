using System.Text.Json.Nodes;
using System.Text.Json.Serialization;
using AzurePerf.Core.Results;
using AzurePerf.Core.Statistics;

namespace AzurePerf.Core.Comparisons;

/// <summary>What the repetitions of one configuration say together, with 95 % intervals. An interval is null where there are too
/// few repetitions for it.</summary>
public sealed record RepetitionStatistics
{
    /// <summary>Its value of each factor.</summary>
    [JsonPropertyName("configuration")]
    public required JsonObject Levels { get; init; }

    /// <summary>The metric of each repetition that is looked at: what the run is about.</summary>
    public required string Metric { get; init; }

    /// <summary>Of its values: 1/s, B/s, FLOP/s or ns.</summary>
    public required string Unit { get; init; }

    /// <summary>n: repetitions with a value that counts.</summary>
    public required int Repetitions { get; init; }

    /// <summary>The others, by the reason.</summary>
    public required LeftOutRepetitions LeftOut { get; init; }

    /// <summary>Of the values: the number of this configuration wherever it is shown.</summary>
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

    /// <summary>Coefficient of variation: standard deviation over the mean, whatever its sign; null below two repetitions and for a mean of
    /// 0. It has no interval: none of those that were tried holds for values that are not normal.</summary>
    public double? Variation { get; init; }

    /// <summary>Whether they rise or fall in the order of measurement; null below 5 repetitions, and where one is not positive.</summary>
    public RepetitionDrift? Drift { get; init; }

    /// <summary>Whether the repetitions of the run, all configurations together, resemble the one before; null where none has 10.</summary>
    public RepetitionDependence? Dependence { get; init; }

    /// <summary>One entry per configuration that has a value, in the order of the spec; empty for a bag.</summary>
    public static IReadOnlyList<RepetitionStatistics> Of(LevelResults results)
    {
        ArgumentNullException.ThrowIfNull(results);
        if (results.Headlines() is not [{ Metric: var metric }, ..] figures)
        {
            return [];
        }

        ComparedPoint[] points = [.. MeasuredRun.Compared(results, metric).Where(point => point.Values.Count > 0)];
        var dependence = RepetitionDependence.Of(points);
        return [.. figures.Where(figure => figure.Values.Count > 0)
            .Zip(points, (figure, point) => Of(figure) with { Drift = point.Drift, Dependence = dependence })];
    }

    private static RepetitionStatistics Of(LevelMetric figure)
    {
        double[] values = [.. figure.Values.Order()];
        var (interval, mean, moments) = (figure.Interval, MeanInterval.Of(values), SampleMoments.Of(values));
        return new()
        {
            Levels = figure.Levels,
            Metric = figure.Metric.Name,
            Unit = figure.Metric.Unit,
            Repetitions = values.Length,
            LeftOut = figure.LeftOut,
            Median = figure.Median!.Value,
            MedianLow = interval?.Low,
            MedianHigh = interval?.High,
            Mean = moments.Mean,
            MeanLow = mean?.Low,
            MeanHigh = mean?.High,
            Variation = values.Length > 1 && moments.Mean != 0 ? Math.Sqrt(moments.Variance) / Math.Abs(moments.Mean) : null,
        };
    }
}
