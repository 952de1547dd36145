using System.Text.Json;

namespace AzurePerf.Core.Texts;

/// <summary>Why a text is not JSON, for people who do not know the library that reads it.</summary>
public static class JsonFaultText
{
    private const string Twice = "Duplicate property '";
    private const string Depth = "The maximum configured depth";

    /// <summary>"there is a mistake at line 3, column 12", or which member it has twice: what follows "is not valid JSON: ".</summary>
    public static string Of(JsonException fault)
    {
        ArgumentNullException.ThrowIfNull(fault);
        if (fault.Message.StartsWith(Twice, StringComparison.Ordinal))
        {
            return $"it has '{fault.Message[Twice.Length..].Split('\'')[0]}' twice";
        }

        if (fault.Message.StartsWith(Depth, StringComparison.Ordinal))
        {
            return "it is nested too deep";
        }

        // The library counts from 0, and editors from 1.
        return fault.LineNumber is { } line
            ? FormattableString.Invariant($"there is a mistake at line {line + 1}, column {(fault.BytePositionInLine ?? 0) + 1}")
            : "it cannot be read";
    }
}
