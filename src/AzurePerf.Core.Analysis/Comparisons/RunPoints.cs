using AzurePerf.Core.Experiments;
using AzurePerf.Core.Measurements;
using AzurePerf.Core.Results;
using AzurePerf.Core.Texts;

namespace AzurePerf.Core.Comparisons;

/// <summary>Makes of a run's results what can be compared.</summary>
public static class RunPoints
{
    /// <summary>
    /// One point per configuration, in the order of the spec, with the value of each repetition that counts and has one; the
    /// others are counted. A point that nothing is left of has no values and so cannot be compared.
    /// </summary>
    /// <param name="results">Of one run.</param>
    /// <param name="metric">What is compared.</param>
    /// <param name="setting">
    /// Of the whole run; client library, build and size of the machine are those that the points name instead, the scale is "emulator"
    /// where the target was one.
    /// </param>
    public static IReadOnlyList<ComparedPoint> Of(LevelResults results, Metric metric, MeasurementSetting setting)
    {
        ArgumentNullException.ThrowIfNull(results);
        ArgumentNullException.ThrowIfNull(metric);
        ArgumentNullException.ThrowIfNull(setting);
        return [.. results.Levels.Select(level => Of(level.Of(metric), setting))];
    }

    private static ComparedPoint Of(LevelMetric figure, MeasurementSetting setting)
    {
        var level = figure.Level;
        OperationSummary[] counted = [.. level.Counted.Select(record => record.Summary).OfType<OperationSummary>()];
        var own = setting with
        {
            Sdk = DistinctText.Of(level.Measured.Select(record => record.Sdk)),
            Build = DistinctText.Of(level.Measured.Select(record => record.Build)),
            Size = DistinctText.Of(level.Measured.Select(record => record.Sku)),
            Path = DistinctText.Of(
                level.Measured.Select(record => record.Result!.Flags.Contains(PointFlag.ThroughProxy) ? "proxy" : "direct")),
            Scale = level.Repetitions.Any(record => record.Emulator) ? MeasurementSetting.EmulatorScale : setting.Scale,
        };
        return new(level.Levels, own, figure.Values)
        {
            Blocks = [.. figure.Repetitions.Select(record => record.Repetition)],
            LeftOut = figure.LeftOut,
            MayBeWorse = figure.MayBeWorse,
            OperationsByRepetition = [.. counted.Select(summary => new OperationCounts(summary.Operations, summary.Failed))],
            IsLargest = figure.Metric.IsLargest,
            IsSucceededShare = figure.Metric.Is(OperationMetrics.SucceededShare),
            Span = MeasuredSpan.Of(figure.Repetitions),
            IsOfferedRate = figure.Metric.Quantity == Quantity.Rate && counted.Length > 0
                && counted.All(summary => summary.OpenLoop is { IsOverloaded: false }),
        };
    }
}
