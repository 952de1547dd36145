using AzurePerf.Core.Experiments;
using AzurePerf.Core.Experiments.Published;
using AzurePerf.Core.Results.Published;
using AzurePerf.Core.Sections;
using AzurePerf.Core.Texts;

namespace AzurePerf.Core.Reports.Sections;

/// <summary>Published figures next to those of the run.</summary>
internal static class PublishedSection
{
    public static IEnumerable<ReportSection> Of(LevelColumns names, IReadOnlyList<PublishedComparison> comparisons, string? leftOut)
    {
        if (comparisons.Count > 0 || leftOut is not null)
        {
            yield return new()
            {
                Id = "published",
                Title = "Compared with the paper",
                Tables = comparisons.Count == 0 ? [] : [TableOf(names, comparisons)],
                Notes = leftOut is null ? [] : [leftOut],
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
                new(PublishedText.Metric(one)) { Detail = one.Note },
                .. names.CellsOf(factors, one.Levels),
                SectionCell.Number(one.Published), SectionCell.Number(one.Ours), SectionCell.Number(one.Ratio),
            ])]);
    }
}
