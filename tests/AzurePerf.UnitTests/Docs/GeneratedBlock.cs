using System.Text.RegularExpressions;
using Xunit;

namespace AzurePerf.UnitTests.Docs;

/// <summary>
/// A part of a document that is made from the code: what stands between &lt;!-- name --&gt; and &lt;!-- /name --&gt;, or the table
/// of a section. A test compares it; with AZUREPERF_UPDATE_DOCS=1 in the environment it is written anew instead, and the change shows in
/// the diff.
/// </summary>
internal static class GeneratedBlock
{
    private const string UpdateVariable = "AZUREPERF_UPDATE_DOCS";

    /// <summary>Checks, or rewrites, one block of one document.</summary>
    /// <param name="document">Path from the repository's root.</param>
    /// <param name="name">Name between the markers.</param>
    /// <param name="content">What should stand there, lines ended by LF.</param>
    public static void Check(string document, string name, string content) =>
        Compare(document, $"a line <!-- {name} --> with a line <!-- /{name} --> below it", content, text => Replace(text, name, content));

    /// <summary>Checks, or rewrites, the table of a section, which needs no markers.</summary>
    /// <param name="document">Path from the repository's root.</param>
    /// <param name="heading">The line that begins the section, number signs included.</param>
    /// <param name="table">The table that should stand there, lines ended by LF; empty for none.</param>
    public static void CheckTable(string document, string heading, string table) =>
        Compare(document, $"a heading {heading}", table, text => ReplaceTable(text, heading, table));

    private static void Compare(string document, string place, string content, Func<string, string?> replace)
    {
        var path = RepositoryFolder.PathOf(document);
        var text = File.ReadAllText(path);
        var expected = replace(text) ?? throw new InvalidOperationException($"{document} has not {place}");
        if (Environment.GetEnvironmentVariable(UpdateVariable) == "1")
        {
            File.WriteAllText(path, expected);
            return;
        }

        Assert.True(
            text == expected,
            $"{document} does not fit the code: run the tests with {UpdateVariable}=1. Below {place} should be:\n{content}");
    }

    /// <summary>The text with the block's content replaced; null when a marker is missing.</summary>
    internal static string? Replace(string text, string name, string content)
    {
        var (opening, closing) = ($"<!-- {name} -->\n", $"<!-- /{name} -->\n");
        var start = text.IndexOf(opening, StringComparison.Ordinal) + opening.Length;
        var end = text.IndexOf(closing, StringComparison.Ordinal);
        return start < opening.Length || end < start ? null : text[..start] + content + text[end..];
    }

    /// <summary>The text with the first table of a section replaced, or put at the section's end where it has none; null when the
    /// heading is missing.</summary>
    internal static string? ReplaceTable(string text, string heading, string table)
    {
        var section = Regex.Match(text, $@"^{Regex.Escape(heading)}\n(?:(?![#|]).*\n)*(?<table>(?:\|.*\n)*)", RegexOptions.Multiline);
        var old = section.Groups["table"];
        return section.Success ? text[..old.Index] + table + text[(old.Index + old.Length)..] : null;
    }
}
