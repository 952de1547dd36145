using System.Text.RegularExpressions;

namespace AzurePerf.Cli.Output;

/// <summary>What text for people is written on: its width, and whether there is a person at all.</summary>
internal sealed partial record Sheet
{
    /// <summary>The width where nobody knows one.</summary>
    public const int UsualColumns = 100;

    /// <summary>Below this nothing can be laid out.</summary>
    private const int LeastColumns = 40;

    /// <summary>A pipe or a file: no emphasis, and every name whole, however wide a table becomes.</summary>
    public static Sheet Pipe { get; } = new();

    /// <summary>The width that text is broken at.</summary>
    public int Columns { get; private init; } = UsualColumns;

    /// <summary>True where a line that is longer than <see cref="Columns"/> would be broken by the terminal.</summary>
    public bool IsTerminal { get; private init; }

    /// <summary>By which commands that are advised reach the same API, each after a blank; empty for none.</summary>
    public string Options { get; init; } = "";

    private bool Emphasises { get; init; }

    /// <summary>A terminal.</summary>
    /// <param name="columns">Its width.</param>
    /// <param name="emphasises">False where its user wants no colours.</param>
    public static Sheet Terminal(int columns, bool emphasises) =>
        new() { Columns = Math.Max(LeastColumns, columns), IsTerminal = true, Emphasises = emphasises };

    public string Bold(string text) => Emphasises && text.Length > 0 ? "\e[1m" + text + "\e[0m" : text;

    /// <summary>A command that can be pasted, on one line however long it is.</summary>
    public string Command(string text) => PlainText.OneLine(text + Options);

    /// <summary>A sentence whose commands, in backticks, can be pasted.</summary>
    public string Advise(string sentence) => AdvisedCommand.Complete(sentence, Options);

    /// <summary>The text broken between words, the first line after a label and the others after an indent. A command of this tool is not
    /// broken, so that it can be copied.</summary>
    public IEnumerable<string> Wrap(string text, string label = "", string indent = "  ")
    {
        var line = label;
        var words = 0;
        foreach (var word in Words.Matches(PlainText.OneLine(text)).Select(match => match.Value).DefaultIfEmpty(""))
        {
            if (words > 0 && line.Length + 1 + word.Length > Columns)
            {
                yield return line;
                line = indent;
                words = 0;
            }

            line += words++ == 0 ? word : " " + word;
        }

        yield return line;
    }

    [GeneratedRegex("(?:`azureperf [^`]*`|[^ ])+")]
    private static partial Regex Words { get; }
}
