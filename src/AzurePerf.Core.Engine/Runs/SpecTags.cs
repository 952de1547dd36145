using System.Text.Json;
using AzurePerf.Core.Spelling;

namespace AzurePerf.Core.Runs;

/// <summary>What may be a label of a run.</summary>
internal static class SpecTags
{
    /// <summary>What is wrong with a label of a request; null when nothing is.</summary>
    /// <param name="tag">Name and value.</param>
    /// <param name="orNull">True where null takes a label away.</param>
    /// <param name="isKept">True for one of before names with an equals sign were refused.</param>
    public static SpecFault? FaultOf(JsonProperty tag, bool orNull = false, bool isKept = false)
    {
        if (tag.Name.Length is 0 or > SpecLimits.TagNameLength || tag.Name.Any(TextSteering.Is))
        {
            return new("tags", $"names must have 1 to {SpecLimits.TagNameLength} characters without control characters");
        }

        if (orNull && tag.Value.ValueKind == JsonValueKind.Null)
        {
            return null;
        }

        // Wherever a tag is written as NAME=VALUE, the name ends at the first one.
        if (!isKept && tag.Name.Contains('=', StringComparison.Ordinal))
        {
            return new("tags", "names have no equals sign");
        }

        return tag.Value.ValueKind != JsonValueKind.String || tag.Value.GetString() is not { Length: <= SpecLimits.TagValueLength } text
            || text.Any(TextSteering.Is)
            ? new("tags." + tag.Name, $"must be a text of at most {SpecLimits.TagValueLength} characters without control characters")
            : null;
    }
}
