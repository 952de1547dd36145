using AzurePerf.Core.Statistics;

namespace AzurePerf.Core.Series;

/// <summary>How values lie and vary.</summary>
/// <param name="Count">n.</param>
/// <param name="Mean">In the unit of the values; null without any.</param>
/// <param name="StandardDeviation">Over n - 1, likewise; null below two.</param>
/// <param name="Variation">Standard deviation over the mean, whatever its sign; null likewise, and for a mean of 0.</param>
public sealed record SpreadStatistics(int Count, double? Mean, double? StandardDeviation, double? Variation)
{
    internal static SpreadStatistics Of(IReadOnlyList<double> values)
    {
        if (values.Count == 0)
        {
            return new(0, null, null, null);
        }

        var moments = SampleMoments.Of([.. values]);
        double? deviation = values.Count < 2 ? null : Math.Sqrt(moments.Variance);
        return new(values.Count, moments.Mean, deviation, moments.Mean == 0 ? null : deviation / Math.Abs(moments.Mean));
    }
}
