using System.Text.Json;
using AzurePerf.Core.Criteria;
using AzurePerf.Core.Experiments;
using AzurePerf.Core.Spelling;

namespace AzurePerf.Core.Runs;

/// <summary>Reads the criteria of a run request.</summary>
internal static class SpecCriteria
{
    private const string Member = "failIf";

    /// <summary>The criteria as they are stored; null when none were given, or one is wrong.</summary>
    /// <param name="request">The request, which takes the faults.</param>
    /// <param name="definition">Whose metrics can be named.</param>
    public static IReadOnlyList<string>? Read(SpecMembers request, ExperimentDefinition definition)
    {
        if (request.Member(Member) is not { } element)
        {
            return null;
        }

        if (element.ValueKind != JsonValueKind.Array || element.GetArrayLength() > SpecLimits.Criteria)
        {
            request.Fault(Member, $"must be a list of at most {SpecLimits.Criteria} criteria such as [\"p95>50ms\", \"errors>1%\"]");
            return null;
        }

        if (element.GetArrayLength() > 0 && definition.Metrics.Count == 0)
        {
            request.Fault(Member, $"is for experiments that measure something; {definition.Id} has no metric");
            return null;
        }

        string[] texts = [.. element.EnumerateArray().Select((one, index) => ReadOne(request, one, index, definition)).OfType<string>()];
        foreach (var twice in texts.GroupBy(text => text).Where(same => same.Count() > 1))
        {
            request.Fault(Member, $"has '{twice.Key}' twice");
        }

        return texts.Length > 0 ? texts : null;
    }

    private static string? ReadOne(SpecMembers request, JsonElement element, int index, ExperimentDefinition definition)
    {
        var path = $"{Member}[{index}]";
        if (element.ValueKind != JsonValueKind.String || element.GetString() is not { Length: <= SpecLimits.CriterionLength } text
            || text.Any(TextSteering.Is))
        {
            request.Fault(path, $"must be a text of at most {SpecLimits.CriterionLength} characters without control characters");
            return null;
        }

        if (CriterionReader.Read(text, definition, out var fault) is { } criterion)
        {
            return criterion.Text;
        }

        request.Fault(path, fault);
        return null;
    }
}
