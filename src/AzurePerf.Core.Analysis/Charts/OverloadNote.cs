using System.Text.Json.Nodes;
using AzurePerf.Core.Charts.Curves;
using AzurePerf.Core.Texts;

namespace AzurePerf.Core.Charts;

/// <summary>What charts of latencies say where more was offered than could be done.</summary>
internal static class OverloadNote
{
    /// <summary>One sentence; empty where no repetition that is drawn was overloaded.</summary>
    /// <param name="source">With the points.</param>
    /// <param name="drawn">The curves that the chart shows.</param>
    public static IEnumerable<string> Of(ChartSource source, IReadOnlyCollection<LevelCurves> drawn)
    {
        var overloaded = source.Measured()
            .Where(level => drawn.Any(curves => JsonNode.DeepEquals(curves.Levels, level.Levels)))
            .Sum(level => level.Shown.Count(point => point.Summary?.OpenLoop is { IsOverloaded: true }));
        return overloaded == 0 ? []
            : [$"{NumberFormat.Counted(overloaded, "repetition")} overloaded: their latencies tell how long that lasted, and are none at "
                + "the offered rate."];
    }
}
