using AzurePerf.Cli.Output;
using AzurePerf.Core.Results.Published;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Texts;

namespace AzurePerf.Cli.Runs;

/// <summary>Published figures beside those of a run.</summary>
internal static class PublishedTable
{
    public static TextTable Build(FactorText text, RunSpec spec, IReadOnlyList<PublishedComparison> comparisons)
    {
        string[] factors = [.. text.Varying(spec).Where(name => comparisons.Any(comparison => comparison.Levels.ContainsKey(name)))];
        var table = new TextTable([
            new("published in"), new("figure"),
            .. text.Columns(factors),
            new("published", RightAligned: true), new("ours", RightAligned: true), new("ratio", RightAligned: true)]);
        foreach (var comparison in comparisons)
        {
            table.Add([
                PublishedText.Place(comparison), PublishedText.Metric(comparison),
                .. text.Cells(factors, comparison.Levels),
                NumberFormat.Significant(comparison.Published), NumberFormat.Significant(comparison.Ours),
                NumberFormat.Significant(comparison.Ratio)]);
        }

        return table;
    }
}
