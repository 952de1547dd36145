using System.Text.RegularExpressions;

namespace AzurePerf.UnitTests.Docs.Words;

/// <summary>What docs/glossary.md says: which words are not used, because another one is.</summary>
internal sealed partial class Glossary
{
    public const string Document = "docs/glossary.md";

    private readonly (string Use, string Not, Regex Pattern)[] _words;

    /// <param name="page">The text of the page. The last column of each of its tables has the words, comma-separated, that the first one replaces.</param>
    public Glossary(string page) => _words =
    [
        .. from row in Row().Matches(page)
           let cells = row.Groups["cell"].Captures
           from word in cells[^1].Value.Split(',', StringSplitOptions.TrimEntries | StringSplitOptions.RemoveEmptyEntries)
           where !word.StartsWith("---", StringComparison.Ordinal)
           select (cells[0].Value.Trim(), word, PatternOf(word)),
    ];

    public int Count => _words.Length;

    /// <summary>The uses of a word that is not used, one line each.</summary>
    /// <param name="path">File of the text.</param>
    /// <param name="text">A text that people read.</param>
    /// <param name="allowed">Uses that are right.</param>
    public IEnumerable<string> Misused(string path, string text, AllowedUses allowed) =>
        from word in _words
        from use in word.Pattern.Matches(text)
        where !allowed.Has(path, text, use)
        let start = Math.Max(0, use.Index - 40)
        select $"{path}: \"{word.Not}\" should be {word.Use}: {text[start..Math.Min(text.Length, use.Index + use.Length + 40)]}";

    /// <summary>The word, in any case and with the endings of English, but not as part of a name such as data-label or run.Status.</summary>
    private static Regex PatternOf(string words) => new(
        @"(?<![\w.\-@$])" + string.Join(' ', words.Split(' ').Select(word => Regex.Escape(word) + "(?:s|es|ed|d|ing)?")) + @"(?![\w\-=(]|\.\w)",
        RegexOptions.IgnoreCase);

    [GeneratedRegex(@"^\|(?:(?<cell>[^|\n]*)\|)+$(?!\n\|---)", RegexOptions.Multiline)]
    private static partial Regex Row();
}
