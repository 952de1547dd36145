using AzurePerf.Core.Comparisons;
using AzurePerf.Core.Experiments.Published;
using AzurePerf.Core.Results;
using AzurePerf.Core.Series;
using AzurePerf.Core.Texts;

namespace AzurePerf.Core.Reports;

/// <summary>Series in words; tool and portal print the same.</summary>
public static class SeriesText
{
    /// <summary>The series that was published, and its comparison in the data set's words.</summary>
    private const string Jitter = "compute.intervals";
    private const string JitterRatio = "compute.sigma";

    /// <summary>How the spreads of two series differ, in one line.</summary>
    public static string Summary(ComparedSeries series)
    {
        ArgumentNullException.ThrowIfNull(series);
        return $"sigma of the candidate over that of the baseline: {MetricText.Ratio(series.Overall.Ratio)} "
            + $"({MetricText.Interval(series.Overall.RatioLow, series.Overall.RatioHigh)}); "
            + $"in {NumberFormat.Count(series.IntervalsAbove)} of {NumberFormat.Counted(series.Intervals.Count, "interval")} it is "
            + $"credibly above 1, in {NumberFormat.Count(series.IntervalsBelow)} below, after Holm over the intervals";
    }

    /// <summary>Standard deviations that were published of the same series as a whole, or ratios of them, in one line; null where none
    /// were.</summary>
    /// <param name="experiment">Catalogue id.</param>
    /// <param name="ratios">The ratios of two machines instead.</param>
    public static string? Published(string experiment, bool ratios)
    {
        if (experiment != Jitter)
        {
            return null;
        }

        var points = PublishedPoints.All.Where(point => point.Experiment == (ratios ? JitterRatio : Jitter) && point.X.Length == 0)
            .ToArray();
        var values = points.Select(point => $"{NumberFormat.Significant(point.Value)}{(ratios ? "" : " " + point.Unit)} ({point.Series})");
        return $"published: {string.Join(", ", values)}: {points[0].Statistic} ({points[0].Source}, {points[0].Reference})";
    }

    /// <summary>Where the figures of such a comparison come from.</summary>
    public static string ComparisonRemark { get; } =
        "sigma: standard deviation; each series is cut into intervals of equal length by its own span; ratio: sigma of the candidate "
        + "over that of the baseline with its 95 % interval (Bonett), "
        + "from 10 values on; p: Brown and Forsythe, of single intervals adjusted by Holm";
}
