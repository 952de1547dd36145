using System.Text.Json.Nodes;
using AzurePerf.Core.Charts.Curves;
using AzurePerf.Core.Results;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Texts;

namespace AzurePerf.Core.Charts;

/// <summary>What charts of latencies say where more was offered than could be done.</summary>
internal static class OverloadNote
{
    /// <summary>A sentence for overloaded repetitions, and one for operations that the others never started; empty where none that is drawn
    /// has any.</summary>
    /// <param name="source">With the points.</param>
    /// <param name="drawn">The curves that the chart shows.</param>
    public static IEnumerable<string> Of(ChartSource source, IReadOnlyCollection<LevelCurves> drawn)
    {
        PointRecord[] shown =
            [.. source.Measured().Where(level => drawn.Any(curves => IsOf(curves, level))).SelectMany(level => level.Shown)];
        if (shown.Count(point => point.Summary?.OpenLoop is { IsOverloaded: true }) is > 0 and var overloaded)
        {
            yield return $"{NumberFormat.Counted(overloaded, "repetition")} overloaded: their latencies tell how long that lasted, and are "
                + "none at the offered rate.";
        }

        if (shown.Count(point => DroppedStarts(point) > 0) is > 0 and var incomplete)
        {
            yield return $"{NumberFormat.Counted(shown.Sum(DroppedStarts), "operation")} of "
                + $"{NumberFormat.Counted(incomplete, "repetition")} never started and count as longer than any: what is drawn is of the "
                + "others, and the longest times are missing.";
        }
    }

    /// <summary>Operations of a configuration that were never started, without those of overloaded repetitions, whose latencies are none at
    /// the offered rate anyway.</summary>
    /// <param name="levels">All that were measured.</param>
    /// <param name="curves">Of the configuration.</param>
    public static long DroppedStarts(IEnumerable<LevelResult> levels, LevelCurves curves) =>
        levels.Where(level => IsOf(curves, level)).SelectMany(level => level.Shown).Sum(DroppedStarts);

    private static long DroppedStarts(PointRecord point) =>
        point.Summary?.OpenLoop is { IsOverloaded: false } openLoop ? openLoop.DroppedStarts : 0;

    private static bool IsOf(LevelCurves curves, LevelResult level) => JsonNode.DeepEquals(curves.Levels, level.Levels);
}
