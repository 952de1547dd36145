using System.Text;
using System.Text.Json;

namespace AzurePerf.Core.Texts;

/// <summary>Why a text is not JSON, for people who do not know the library that reads it.</summary>
public static class JsonFaultText
{
    private const string Twice = "Duplicate property '";
    private const string Depth = "The maximum configured depth";

    /// <summary>"there is a mistake at line 3, column 12", or which member it has twice: what follows "is not valid JSON: ".</summary>
    /// <param name="fault">What the library says.</param>
    /// <param name="text">The text, in UTF-8.</param>
    public static string Of(JsonException fault, ReadOnlySpan<byte> text)
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

        return fault.LineNumber is { } line
            ? FormattableString.Invariant(
                $"there is a mistake at line {line + 1}, column {Column(text, line, fault.BytePositionInLine ?? 0)}")
            : "it cannot be read";
    }

    /// <summary>The library counts bytes from 0, and editors characters from 1.</summary>
    private static int Column(ReadOnlySpan<byte> text, long line, long bytes)
    {
        for (; line > 0; line--)
        {
            text = text[(text.IndexOf((byte)'\n') + 1)..];
        }

        return Encoding.UTF8.GetCharCount(text[..(int)Math.Min(bytes, text.Length)]) + 1;
    }
}
