using AzurePerf.Core.Sections;

namespace AzurePerf.Core.Experiments;

/// <summary>What an experiment declares must be said of its numbers: once in whatever shows them.</summary>
public static class DisclaimerSection
{
    /// <summary>Of the section.</summary>
    public const string Id = "disclaimer";

    /// <param name="experiment">Null where nobody knows it: it says nothing.</param>
    public static IEnumerable<ReportSection> Of(ExperimentDefinition? experiment)
    {
        if (experiment is { Disclaimer: { Length: > 0 } disclaimer })
        {
            yield return new() { Id = Id, Title = "About these numbers", Notes = [disclaimer] };
        }
    }
}
