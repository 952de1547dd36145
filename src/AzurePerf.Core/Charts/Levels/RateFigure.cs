using AzurePerf.Core.Statistics;

namespace AzurePerf.Core.Charts.Levels;

/// <summary>A rate over the repetitions of one combination, in base units.</summary>
/// <param name="Group">The repetitions.</param>
/// <param name="Mean">Of those that count.</param>
/// <param name="Low">Lower end of the interval; null with one repetition.</param>
/// <param name="High">Its upper end.</param>
/// <param name="IsConfidence">True for the 95 % interval of the mean; false where the ends are the smallest and the largest repetition.</param>
internal sealed record RateFigure(LevelGroup Group, double Mean, double? Low, double? High, bool IsConfidence)
{
    public static RateFigure Of(LevelGroup group, RateMetric metric)
    {
        double[] values = [.. group.Counted.Select(metric.ValueOf)];
        var interval = MeanInterval.Of(values);
        return new(
            group, values.Average(), interval?.Low ?? (values.Length > 1 ? values.Min() : null), interval?.High ?? (values.Length > 1 ? values.Max() : null), interval is not null);
    }
}
