using System.Text.Json;
using System.Text.RegularExpressions;
using AzurePerf.UnitTests.Tidy;

namespace AzurePerf.UnitTests.Docs.Words;

/// <summary>The sentences that people read: documents, pages, the description of the API, and messages in code.</summary>
internal static partial class VisibleTexts
{
    private static readonly string[] Descriptions = ["description", "summary", "title"];

    /// <summary>Every text with the path of its file. Not those of decisions, of the changelog and of the glossary, which names what it forbids.</summary>
    public static IEnumerable<(string Path, string Text)> All() =>
        from file in SourceTree.Files(".", ".md", ".cs", ".cshtml", ".js", ".json")
        from text in Of(file.Path, file.Text)
        select (file.Path, text);

    /// <summary>The texts of one file; none where people do not read it.</summary>
    internal static IEnumerable<string> Of(string path, string content) => System.IO.Path.GetExtension(path) switch
    {
        ".md" when IsDocument(path) => [OneLine(NotProse().Replace(content, " "))],
        ".json" when path == "docs/openapi.json" => Described(JsonDocument.Parse(content).RootElement),
        ".cs" when IsShipped(path) => [.. Sentences(StringLiterals.Of(content)), .. SingleWords().Matches(content).SelectMany(match => match.Groups["word"].Captures).Select(word => word.Value)],
        ".cshtml" when IsShipped(path) => OfPage(content),
        ".js" when IsShipped(path) => Sentences(ScriptLiteral().Matches(content).Select(literal => ScriptHole().Replace(literal.Value[1..^1], "{}"))),
        _ => [],
    };

    private static bool IsDocument(string path) =>
        path != "CHANGELOG.md" && path != Glossary.Document && !path.StartsWith("docs/adr/", StringComparison.Ordinal) && path.Split('/')[0] is "docs" or "README.md" or "CONTRIBUTING.md" or "SECURITY.md";

    private static bool IsShipped(string path) => path.StartsWith("src/", StringComparison.Ordinal) && !path.Contains("/test/", StringComparison.Ordinal);

    /// <summary>Of literals, those with several words or a heading of one; the rest are names and keys. Mark-up in them is left out.</summary>
    private static IEnumerable<string> Sentences(IEnumerable<string> literals) => literals
        .Select(literal => OneLine(Placeholder().Replace(Tag().Replace(literal, " "), "{}")))
        .Where(text => SeveralWords().IsMatch(text) || Heading().IsMatch(text));

    /// <summary>What a page shows: the text between its tags, attributes that are read out or shown, and literals in its code.</summary>
    private static IEnumerable<string> OfPage(string page)
    {
        var bare = Directive().Replace(page, " ");
        var shown = ShownAttribute().Matches(bare).Select(attribute => attribute.Groups["value"].Value);
        bare = Tag().Replace(Attribute().Replace(bare, " "), "\n");
        var between = from line in ScriptLiteral().Replace(bare, " ").Split('\n') where !CodeLine().IsMatch(line) select Expression().Replace(line, " ");
        return [.. Sentences(StringLiterals.Of(bare)), .. shown.Concat(between).Select(OneLine).Where(text => text.Length > 0)];
    }

    private static IEnumerable<string> Described(JsonElement element) => element.ValueKind switch
    {
        JsonValueKind.Array => element.EnumerateArray().SelectMany(Described),
        JsonValueKind.Object => element.EnumerateObject().SelectMany(member =>
            member.Value.ValueKind == JsonValueKind.String && Descriptions.Contains(member.Name) ? [OneLine(member.Value.GetString()!)] : Described(member.Value)),
        _ => [],
    };

    private static string OneLine(string text) => Blanks().Replace(text, " ").Trim();

    /// <summary>Code, addresses of links, and marks of generated parts.</summary>
    [GeneratedRegex(@"^ *```.*?^ *```|`[^`\n]*`|\]\([^)\s]*\)|<!--.*?-->", RegexOptions.Singleline | RegexOptions.Multiline)]
    private static partial Regex NotProse();

    [GeneratedRegex(@"\p{L}[^\s{}]* (?:\S+ )*\S*\p{L}")]
    private static partial Regex SeveralWords();

    [GeneratedRegex(@"^\p{Lu}\p{Ll}+$")]
    private static partial Regex Heading();

    /// <summary>The heading of a column, and the noun of a counted thing.</summary>
    [GeneratedRegex("""\b(?:new\(|Count(?:ed)?\([^"\n;]*?)"(?<word>[\w-]+)"(?:, "(?<word>[\w-]+)")?""")]
    private static partial Regex SingleWords();

    [GeneratedRegex(@"\s+")]
    private static partial Regex Blanks();

    /// <summary>The name of a value in a message that is logged.</summary>
    [GeneratedRegex(@"\{\w[^{}]*\}")]
    private static partial Regex Placeholder();

    [GeneratedRegex("</?[a-zA-Z][^<>]*>?")]
    private static partial Regex Tag();

    [GeneratedRegex(@"^@(?:page|using|model|inject|inherits|addTagHelper|namespace)\b[^\n]*|@\*.*?\*@|<!--.*?-->", RegexOptions.Multiline | RegexOptions.Singleline)]
    private static partial Regex Directive();

    [GeneratedRegex("""\s(?:title|alt|placeholder|aria-label|data-label)="(?<value>[^"@]*)["@]""")]
    private static partial Regex ShownAttribute();

    [GeneratedRegex(@"\s[a-z][\w-]*=""(?:@\((?>[^()]+|\((?<open>)|\)(?<-open>))*\)|[^""])*""")]
    private static partial Regex Attribute();

    /// <summary>A line of a page's code: a brace, a statement or a condition.</summary>
    [GeneratedRegex(@"[{};]\s*$|=>|^\s*(?:@(?:if|foreach|for|while|switch|using|await)\b|else\b|var\b|//)")]
    private static partial Regex CodeLine();

    /// <summary>A value in a page: @Name.Of(it) or @(it).</summary>
    [GeneratedRegex(@"@(?:[\w.!?]+)?(?:[(\[](?>[^()\[\]]+|[(\[](?<open>)|[)\]](?<-open>))*[)\]][\w.!?]*)*")]
    private static partial Regex Expression();

    [GeneratedRegex("""
        "[^"\n]*"|'[^'\n]*'|`[^`]*`
        """, RegexOptions.IgnorePatternWhitespace)]
    private static partial Regex ScriptLiteral();

    [GeneratedRegex(@"\$\{[^{}]*\}")]
    private static partial Regex ScriptHole();
}
