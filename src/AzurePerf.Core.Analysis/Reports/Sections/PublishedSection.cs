using AzurePerf.Core.Experiments;
using AzurePerf.Core.Experiments.Published;
using AzurePerf.Core.Results.Published;
using AzurePerf.Core.Sections;
using AzurePerf.Core.Texts;

namespace AzurePerf.Core.Reports.Sections;

/// <summary>Published figures next to those of the run.</summary>
internal static class PublishedSection
{
    /// <param name="names">Of the factors that vary.</param>
    /// <param name="comparisons">What is compared.</param>
    /// <param name="missing">Which points are in no comparison or in some only; empty for none.</param>
    /// <param name="notCompared">What else was published.</param>
    public static IEnumerable<ReportSection> Of(
        LevelColumns names, IReadOnlyList<PublishedComparison> comparisons, IReadOnlyList<string> missing,
        IReadOnlyList<string> notCompared)
    {
        if (comparisons.Count + notCompared.Count + missing.Count > 0)
        {
            yield return new()
            {
                Id = "published",
                Title = "Compared with the paper",
                Tables = comparisons.Count == 0 ? [] : [TableOf(names, comparisons)],
                Notes = [.. missing, .. notCompared.Select(one => $"published, and not compared {one}")],
            };
        }
    }

    private static SectionTable TableOf(LevelColumns names, IReadOnlyList<PublishedComparison> comparisons)
    {
        string[] factors = [.. names.Varying.Where(name => comparisons.Any(comparison => comparison.Levels.ContainsKey(name)))];
        return new(
            "Published figures and ours",
            PublishedText.Remark,
            [
                new("published in", IsNumber: false), new("figure", IsNumber: false), .. names.ColumnsOf(factors),
                new("published"), new("ours") { Leads = true }, new("ratio"),
            ],
            [.. comparisons.Select(one => (IReadOnlyList<SectionCell>)
            [
                new(PublishedText.Place(one)) { Hint = PublishedPoints.Citations[one.Source] },
                new(PublishedText.Metric(one)) { Detail = PublishedText.Rest(one) },
                .. names.CellsOf(factors, one.Levels),
                SectionCell.Number(one.Published), SectionCell.Number(one.Ours), SectionCell.Number(one.Ratio),
            ])]);
    }
}
