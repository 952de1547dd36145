using System.Text.RegularExpressions;

namespace AzurePerf.UnitTests.Docs.Words;

/// <summary>Uses of words that are right although the glossary forbids the word: another meaning, or another's name.</summary>
internal sealed class AllowedUses
{
    private readonly (string Line, string Path, Regex Phrase)[] _uses;
    private readonly HashSet<string> _seen = [];

    /// <param name="lines">File, or * for all; a bar; the phrase, in which N is a number; its last word may have an ending. Those that begin with # are comments.</param>
    public AllowedUses(IEnumerable<string> lines) => _uses =
    [
        .. from line in lines
           where line.Trim().Length > 0 && !line.StartsWith('#')
           let parts = line.Split('|', 2, StringSplitOptions.TrimEntries)
           select (line, parts[0], new Regex(Regex.Replace(Regex.Escape(parts[1]).Replace("\\ ", " "), @"\bN\b", "[0-9]+") + @"\w*", RegexOptions.IgnoreCase)),
    ];

    /// <summary>The lines that allowed nothing so far.</summary>
    public IEnumerable<string> Unused => _uses.Select(use => use.Line).Except(_seen);

    /// <summary>True when the use of a word is part of an allowed phrase.</summary>
    public bool Has(string path, string text, Capture word)
    {
        var allowing = Array.Find(_uses, use => (use.Path == "*" || use.Path == path)
            && use.Phrase.Matches(text).Any(phrase => phrase.Index <= word.Index && word.Index + word.Length <= phrase.Index + phrase.Length));
        return allowing.Line is not null && (_seen.Add(allowing.Line) || true);
    }
}
