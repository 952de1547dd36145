using System.Globalization;
using System.Text;
using AzurePerf.Core.Sections;
using AzurePerf.Core.Spelling;
using AzurePerf.Core.Texts;

namespace AzurePerf.Core.Reports.Documents;

/// <summary>A document as Markdown, short enough for the summary of a build.</summary>
public static class MarkdownReport
{
    private const string Special = "\\`*_{}[]()#+!|<>~&@";

    /// <summary>The whole document; of its charts the sentences are listed.</summary>
    public static string Render(ReportDocument document)
    {
        ArgumentNullException.ThrowIfNull(document);
        var text = new StringBuilder();
        text.Append(CultureInfo.InvariantCulture, $"# {Escape(document.Title)}\n\n");
        foreach (var answer in document.Answers)
        {
            Append(text, answer);
        }

        if (document.Answers.Count > 0 && document.Subject.Length > 0)
        {
            text.Append(CultureInfo.InvariantCulture, $"{Line(document.Subject)}\n\n");
        }

        if (document.Facts.Count > 0)
        {
            Append(text, ["", ""], document.Facts.Select(fact => (IReadOnlyList<string>)[fact.Name, fact.Value]));
        }

        Append(text, document.Leading);
        foreach (var chart in document.Charts)
        {
            text.Append(CultureInfo.InvariantCulture, $"- **{Escape(chart.Title)}**: {Escape(chart.Caption)}\n");
        }

        text.Append(document.Charts.Count > 0 ? "\n" : "");
        Append(text, document.Sections);
        text.Append(document.Origin.Length > 0 ? Line(document.Origin, linksAddresses: true) + "\n" : "");
        return text.ToString();
    }

    private static void Append(StringBuilder text, DocumentAnswer answer)
    {
        if (answer.About.Length > 0)
        {
            text.Append(CultureInfo.InvariantCulture, $"**{Escape(answer.About)}**:\n\n");
        }

        text.Append(CultureInfo.InvariantCulture, $"**{Escape(answer.Sentence)}**\n\n");
        string[] more =
        [
            answer.Rest,
            answer.Confidence is { } confidence ? $"How sure: {CamelCase.Of(confidence)}. {answer.Reason}" : "",
            answer.Next.Length > 0 ? "Next: " + answer.Next : "",
        ];
        foreach (var paragraph in more.Where(paragraph => paragraph.Length > 0))
        {
            text.Append(CultureInfo.InvariantCulture, $"{Line(paragraph)}\n\n");
        }
    }

    private static void Append(StringBuilder text, IEnumerable<ReportSection> sections)
    {
        foreach (var section in sections)
        {
            text.Append(CultureInfo.InvariantCulture, $"## {Escape(section.Title)}\n\n");
            foreach (var table in section.Tables)
            {
                Append(
                    text,
                    [.. table.Columns.Select(column => column.FullHeading)],
                    table.Rows.Select(row => row.Select(cell => cell.FullText).ToArray()));
                text.Append(CultureInfo.InvariantCulture, $"{Line(table.Caption)}.\n\n");
            }

            foreach (var note in section.Notes)
            {
                text.Append(CultureInfo.InvariantCulture, $"{Line(note)}.\n\n");
            }
        }
    }

    private static void Append(StringBuilder text, IReadOnlyList<string> headings, IEnumerable<IReadOnlyList<string>> rows)
    {
        text.Append("| ").AppendJoin(" | ", headings.Select(Escape)).Append(" |\n|")
            .Append(string.Concat(Enumerable.Repeat("---|", headings.Count))).Append('\n');
        foreach (var row in rows)
        {
            text.Append("| ").AppendJoin(" | ", row.Select(Escape)).Append(" |\n");
        }

        text.Append('\n');
    }

    /// <summary>At the beginning of a line a text must not become an item of a list, a rule or what marks the line above as a
    /// heading.</summary>
    private static string Line(string text, bool linksAddresses = false)
    {
        var start = text.TakeWhile(letter => char.IsWhiteSpace(letter) || TextSteering.Is(letter)).Count();
        var marker = start + text.Skip(start).TakeWhile(char.IsAsciiDigit).Count();
        return marker < text.Length && (marker == start ? text[marker] is '-' or '=' : text[marker] == '.')
            ? Escape(text[..marker]) + "\\" + Escape(text[marker..], linksAddresses)
            : Escape(text, linksAddresses);
    }

    /// <summary>Text of users must show as it is: neither Markdown nor HTML nor a new line in it may mean anything, nor may an address
    /// become a link, but the one that a document comes from.</summary>
    private static string Escape(string text) => Escape(text, linksAddresses: false);

    private static string Escape(string text, bool linksAddresses)
    {
        var escaped = new StringBuilder();
        foreach (var (index, letter) in text.Index())
        {
            escaped.Append(
                TextSteering.Is(letter)
                    ? " "
                    : letter switch
                    {
                        '<' => "&lt;",
                        '>' => "&gt;",
                        '&' => "&amp;",
                        '@' => "&#64;",
                        ':' when !linksAddresses && text.AsSpan(index).StartsWith("://") => "\\:",
                        '.' when !linksAddresses && text.AsSpan(0, index).EndsWith("www", StringComparison.OrdinalIgnoreCase) => "\\.",
                        _ when Special.Contains(letter) => "\\" + letter,
                        _ => letter.ToString(),
                    });
        }

        return escaped.ToString();
    }
}
