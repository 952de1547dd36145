using AzurePerf.Core.Experiments;
using AzurePerf.Core.Sections;

namespace AzurePerf.Core.Reports.Sections;

/// <summary>What an experiment declares must be said of its numbers: once in whatever shows them.</summary>
public static class RemarkSection
{
    /// <summary>Of the section.</summary>
    public const string Id = "remark";

    /// <param name="experiment">Null where nobody knows it: it says nothing.</param>
    public static IEnumerable<ReportSection> Of(ExperimentDefinition? experiment)
    {
        if (experiment is { Remark: { Length: > 0 } remark })
        {
            yield return new() { Id = Id, Title = "About these numbers", Notes = [remark] };
        }
    }
}
