using AzurePerf.Core.Measurements;
using AzurePerf.Core.Reports;
using AzurePerf.Core.Results;
using AzurePerf.Core.Runs;

namespace AzurePerf.Cli.Runs;

/// <summary>How first operations did against later ones, of points that compare them.</summary>
internal static class FirstOperationNotes
{
    public static IEnumerable<string> Of(RunSpec spec, IReadOnlyList<LevelResult> groups) => groups
        .Select(group => (group, Points: group.Shown.Select(point => point.Summary?.FirstOperation).OfType<FirstOperation>().ToArray()))
        .Where(row => row.Points.Length > 0)
        .Select(row => FactorText.Join(spec, row.group) + ": " + FirstOperationText.Of(row.Points));
}
