using AzurePerf.Core.Measurements;
using AzurePerf.Core.Reports;
using AzurePerf.Core.Results;
using AzurePerf.Core.Runs;

namespace AzurePerf.Cli.Runs;

/// <summary>How precisely the medians of points are known that were to be measured until they are.</summary>
internal static class PrecisionNotes
{
    public static IEnumerable<string> Of(RunSpec spec, IReadOnlyList<LevelResult> groups) => groups
        .Select(group => (group, Precisions: group.Shown.Select(point => point.Summary?.Precision).OfType<PrecisionSummary>().ToArray()))
        .Where(row => row.Precisions.Length > 0)
        .Select(row => FactorText.Join(spec, row.group) + ": " + PrecisionText.Of(row.Precisions));
}
