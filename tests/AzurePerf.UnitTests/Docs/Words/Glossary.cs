using System.Text.RegularExpressions;

namespace AzurePerf.UnitTests.Docs.Words;

/// <summary>What docs/glossary.md says: which words are not used, because another one is.</summary>
internal sealed partial class Glossary
{
    public const string Document = "docs/glossary.md";

    private readonly (string Use, string Not, Regex Pattern)[] _words;

    /// <param name="page">The text of the page. Each line of its lists has a word in bold and, after "not", the words, comma-separated, that it replaces.</param>
    public Glossary(string page) => _words =
    [
        .. from line in Line().Matches(page)
           from word in line.Groups["not"].Value.Split(',', StringSplitOptions.TrimEntries)
           select (line.Groups["use"].Value, word, PatternOf(word)),
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

    [GeneratedRegex(@"^- \*\*(?<use>[^*\n]+)\*\* \(not (?<not>[^)\n]+)\)", RegexOptions.Multiline)]
    private static partial Regex Line();
}
