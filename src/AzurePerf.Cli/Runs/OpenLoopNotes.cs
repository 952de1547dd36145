using AzurePerf.Core.Measurements.Arrivals;
using AzurePerf.Core.Reports;
using AzurePerf.Core.Results;
using AzurePerf.Core.Runs;

namespace AzurePerf.Cli.Runs;

/// <summary>What must be known of points of an open loop: what was offered, what came of it, and how late operations started.</summary>
internal static class OpenLoopNotes
{
    private const int GroupsShown = 10;

    public static IEnumerable<string> Of(FactorText text, RunSpec spec, IReadOnlyList<LevelResult> groups)
    {
        (LevelResult Group, OpenLoopSummary[] Points)[] open =
            [.. groups.Select(group => (group, group.Shown.Select(point => point.Summary?.OpenLoop).OfType<OpenLoopSummary>().ToArray()))
                .Where(row => row.Item2.Length > 0)];
        if (open.Length == 0)
        {
            return [];
        }

        return [
            "open loop: latencies count from the intended starts",
            .. open.Take(GroupsShown).Select(row => Describe(text, spec, row.Group, row.Points)),
            .. open.Length > GroupsShown ? ["... csv and json have the others"] : Array.Empty<string>(),
        ];
    }

    private static string Describe(FactorText text, RunSpec spec, LevelResult group, OpenLoopSummary[] points) =>
        $"{text.Join(spec, group)}: {OpenLoopText.Rates(points)}; {OpenLoopText.Lag(points)}; {OpenLoopText.Service(points)}";
}
