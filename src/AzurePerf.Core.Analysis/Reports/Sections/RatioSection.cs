using AzurePerf.Core.Experiments;
using AzurePerf.Core.Results;
using AzurePerf.Core.Sections;
using AzurePerf.Core.Texts;

namespace AzurePerf.Core.Reports.Sections;

/// <summary>The ratio of two levels of a factor that an experiment declares.</summary>
internal static class RatioSection
{
    public static IEnumerable<ReportSection> Of(LevelColumns names, RatioRule? rule, IReadOnlyList<DerivedRatio> ratios)
    {
        if (ratios.Count == 0)
        {
            yield break;
        }

        var factors = ratios.SelectMany(ratio => ratio.Levels.Select(level => level.Key)).Distinct().ToArray();
        SectionColumn[] columns =
            [.. names.ColumnsOf(factors), new("ratio", IsNumber: false), new("value") { Leads = true }, new("pairs")];
        yield return new()
        {
            Id = "ratios",
            Title = "Ratios",
            Leads = true,
            Tables =
            [
                new("Ratios", rule?.Caption ?? "", columns, [.. ratios.Select(ratio => (IReadOnlyList<SectionCell>)
                [
                    .. names.CellsOf(factors, ratio.Levels),
                    new(ratio.Name),
                    new(NumberFormat.Significant(ratio.Value), ratio.Value),
                    new(NumberFormat.Count(ratio.Pairs), ratio.Pairs),
                ])]),
            ],
        };
    }
}
