using System.Globalization;
using System.Text;
using AzurePerf.Core.Charts;
using AzurePerf.Core.Experiments;
using AzurePerf.Core.Reports.Sections;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Sections;
using AzurePerf.Core.Spelling;
using AzurePerf.Core.Texts;

namespace AzurePerf.Core.Reports.Documents;

/// <summary>A run as Markdown, short enough for the summary of a build.</summary>
public static class MarkdownReport
{
    private const string Special = "\\`*_{}[]()#+!|<>~&@";

    /// <param name="experiment">Its experiment; null where nobody knows it.</param>
    /// <param name="run">Its header.</param>
    /// <param name="points">What it measured.</param>
    /// <param name="sections">What is said of it.</param>
    /// <param name="charts">Their sentences are listed.</param>
    public static string Render(
        ExperimentDefinition? experiment, RunState run, IReadOnlyList<PointRecord> points, IReadOnlyList<ReportSection> sections,
        IReadOnlyList<Chart> charts)
    {
        ArgumentNullException.ThrowIfNull(run);
        ArgumentNullException.ThrowIfNull(charts);
        var text = new StringBuilder();
        text.Append(CultureInfo.InvariantCulture, $"# {Escape(ReportFacts.TitleOf(run))}\n\n");
        Append(text, ["", ""],
            ReportFacts.Of(experiment, run, points, sections).Select(fact => (IReadOnlyList<string>)[fact.Name, fact.Value]));
        if (experiment is { Metrics.Count: > 0 } definition)
        {
            Append(text, [ResultSection.Of(definition, run.Spec, points)]);
        }

        Append(text, sections.Where(section => section is { Leads: true, HasContent: true }));
        foreach (var chart in charts)
        {
            text.Append(CultureInfo.InvariantCulture, $"- **{Escape(chart.Title)}**: {Escape(chart.Caption)}\n");
        }

        text.Append(charts.Count > 0 ? "\n" : "");
        Append(text, sections.Where(section => section is { Leads: false, HasContent: true }));
        return text.ToString();
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
                text.Append(CultureInfo.InvariantCulture, $"{Escape(table.Caption)}.\n\n");
            }

            foreach (var note in section.Notes)
            {
                text.Append(CultureInfo.InvariantCulture, $"{Escape(note)}.\n\n");
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

    /// <summary>Text of users must show as it is: neither Markdown nor HTML nor a new line in it may mean anything.</summary>
    private static string Escape(string text)
    {
        var escaped = new StringBuilder();
        foreach (var letter in text)
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
                        _ when Special.Contains(letter) => "\\" + letter,
                        _ => letter.ToString(),
                    });
        }

        return escaped.ToString();
    }
}
