using Xunit;

namespace AzurePerf.UnitTests.Docs;

/// <summary>
/// A part of a document that is made from the code: what stands between &lt;!-- name --&gt; and &lt;!-- /name --&gt;. A test compares it; with
/// AZUREPERF_UPDATE_DOCS=1 in the environment it is written anew instead, and the change shows in the diff.
/// </summary>
internal static class GeneratedBlock
{
    private const string UpdateVariable = "AZUREPERF_UPDATE_DOCS";

    /// <summary>Checks, or rewrites, one block of one document.</summary>
    /// <param name="document">Path from the repository's root.</param>
    /// <param name="name">Name between the markers.</param>
    /// <param name="content">What should stand there, lines ended by LF.</param>
    public static void Check(string document, string name, string content)
    {
        var path = RepositoryFolder.PathOf(document);
        var text = File.ReadAllText(path);
        var expected = Replace(text, name, content)
            ?? throw new InvalidOperationException($"{document} has no line <!-- {name} --> with a line <!-- /{name} --> below it");
        if (Environment.GetEnvironmentVariable(UpdateVariable) == "1")
        {
            File.WriteAllText(path, expected);
            return;
        }

        Assert.True(text == expected, $"<!-- {name} --> of {document} does not fit the code: run the tests with {UpdateVariable}=1. It should be:\n{content}");
    }

    /// <summary>The text with the block's content replaced; null when a marker is missing.</summary>
    internal static string? Replace(string text, string name, string content)
    {
        var (opening, closing) = ($"<!-- {name} -->\n", $"<!-- /{name} -->\n");
        var start = text.IndexOf(opening, StringComparison.Ordinal) + opening.Length;
        var end = text.IndexOf(closing, StringComparison.Ordinal);
        return start < opening.Length || end < start ? null : text[..start] + content + text[end..];
    }
}
