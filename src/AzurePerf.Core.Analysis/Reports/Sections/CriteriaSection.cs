using AzurePerf.Core.Criteria;
using AzurePerf.Core.Experiments;
using AzurePerf.Core.Sections;
using AzurePerf.Core.Texts;

namespace AzurePerf.Core.Reports.Sections;

/// <summary>How the run stands to its criteria, a row for each at each configuration.</summary>
internal static class CriteriaSection
{
    public static IEnumerable<ReportSection> Of(LevelColumns names, CriteriaReport? report)
    {
        if (report is not { Results.Count: > 0 })
        {
            yield break;
        }

        yield return new()
        {
            Id = "criteria",
            Title = "Criteria",
            Leads = true,
            Tables =
            [
                new(
                    "Criteria by configuration",
                    "missed where the whole 95 % interval over the repetitions that count is beyond the limit, or no operation succeeded; "
                        + "met where none of it is; else it cannot be told",
                    [
                        new("fails if", IsNumber: false), .. names.ColumnsOf(names.Varying),
                        new("verdict", IsNumber: false) { Leads = true }, new("value"), new("95 % interval"), new("n"),
                        new("why", IsNumber: false),
                    ],
                    [.. report.Results.Select(result => (IReadOnlyList<SectionCell>)
                    [
                        new(result.Words), .. names.CellsOf(names.Varying, result.Levels), new(CriteriaText.Of(result.Verdict)),
                        new(CriteriaText.Value(result), result.Value), new(CriteriaText.Interval(result)),
                        new(NumberFormat.Count(result.Repetitions), result.Repetitions),
                        new(result.Reason.Length > 0 ? result.Reason : "-"),
                    ])]),
            ],
        };
    }
}
