using AzurePerf.Core.Api;
using AzurePerf.Core.Texts;

namespace AzurePerf.Core.Reports;

/// <summary>How a run of bags stands to the least that its tasks could have taken, in words. Tool and portal say the same.</summary>
public static class MakespanText
{
    private const string Title = "Against the ideal";

    /// <summary>"1.35 ×" with both durations and where the ideal one comes from.</summary>
    public static RunTile Tile(MakespanResponse makespan)
    {
        ArgumentNullException.ThrowIfNull(makespan);
        var work = $"{Duration(makespan.WorkSeconds)} of work in {NumberFormat.Significant(makespan.Slots)} slots";
        var path = "the longest task of each stage one after the other";
        var (reason, other) = makespan.CriticalPathSeconds > makespan.SecondsOfWork
            ? (path, $"{work}: {Duration(makespan.SecondsOfWork)}")
            : (work, $"{path}: {Duration(makespan.CriticalPathSeconds)}");
        return new(
            Title, NumberFormat.Significant(makespan.Ratio) + " \u00d7",
            $"{Duration(makespan.Seconds)} against {Duration(makespan.LeastSeconds)} for {reason} \u00b7 {other}");
    }

    private static string Duration(double seconds) => NumberFormat.Duration(TimeSpan.FromSeconds(seconds));
}
