using AzurePerf.Core.Spelling;

namespace AzurePerf.Cli.Output;

/// <summary>Text from outside, made safe and short enough for a terminal.</summary>
internal static class PlainText
{
    /// <summary>The text on one line, without control characters: an error message of a server must not steer a terminal.</summary>
    public static string OneLine(string text) =>
        string.Join(' ',
            new string([.. text.Select(character => TextSteering.Is(character) ? ' ' : character)])
                .Split(' ', StringSplitOptions.RemoveEmptyEntries));

    /// <summary>The text on one line, cut to a length; a cut shows as two dots.</summary>
    public static string Shorten(string text, int length)
    {
        var line = OneLine(text);
        return line.Length <= length ? line : line[..Math.Max(0, length - 2)] + "..";
    }
}
