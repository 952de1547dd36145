using System.Text.Json.Nodes;
using AzurePerf.Core.Charts.Curves;
using AzurePerf.Core.Results;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Texts;

namespace AzurePerf.Core.Charts;

/// <summary>What charts of latencies say where more was offered than could be done.</summary>
internal static class OverloadNote
{
    /// <summary>A sentence for overloaded repetitions, and one for operations that were never started; empty where none that is drawn has
    /// any.</summary>
    /// <param name="levels">All that were measured.</param>
    /// <param name="drawn">The curves that the chart shows.</param>
    /// <param name="consequence">What follows for the chart from operations that were never started.</param>
    public static IEnumerable<string> Of(
        IReadOnlyList<LevelResult> levels, IReadOnlyCollection<LevelCurves> drawn, string consequence)
    {
        if (drawn.Sum(curves => ShownOf(levels, curves).Count(IsOverloaded)) is > 0 and var overloaded)
        {
            yield return $"{NumberFormat.Counted(overloaded, "repetition")} overloaded: their latencies tell how long that lasted, and are "
                + "none at the offered rate.";
        }

        if (drawn.Sum(curves => NeverStarted(levels, curves)) is > 0 and var neverStarted)
        {
            yield return $"{NumberFormat.Counted(neverStarted, "operation")} never started: {consequence}";
        }
    }

    /// <summary>Operations of a configuration that its curves lack because they were never started; 0 where all of it was overloaded, as
    /// its latencies are none at the offered rate anyway.</summary>
    /// <param name="levels">All that were measured.</param>
    /// <param name="curves">Of the configuration.</param>
    public static long NeverStarted(IEnumerable<LevelResult> levels, LevelCurves curves)
    {
        PointRecord[] shown = [.. ShownOf(levels, curves)];
        return shown.All(IsOverloaded) ? 0
            : curves.NeverStarted ?? shown.Sum(point => point.Summary?.OpenLoop?.DroppedStarts ?? 0);
    }

    private static IEnumerable<PointRecord> ShownOf(IEnumerable<LevelResult> levels, LevelCurves curves) =>
        levels.Where(level => JsonNode.DeepEquals(curves.Levels, level.Levels)).SelectMany(level => level.Shown);

    private static bool IsOverloaded(PointRecord point) => point.Summary?.OpenLoop is { IsOverloaded: true };
}
