using System.Globalization;
using System.Text;
using AzurePerf.Core.Charts;
using AzurePerf.Core.Experiments;
using AzurePerf.Core.Results.Published;
using AzurePerf.Core.Runs;
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
    /// <param name="published">What was published, beside ours.</param>
    /// <param name="charts">Their sentences are listed.</param>
    public static string Render(
        ExperimentDefinition? experiment, RunState run, IReadOnlyList<PointRecord> points, IReadOnlyList<PublishedComparison> published,
        IReadOnlyList<Chart> charts)
    {
        ArgumentNullException.ThrowIfNull(run);
        ArgumentNullException.ThrowIfNull(published);
        ArgumentNullException.ThrowIfNull(charts);
        var text = new StringBuilder();
        text.Append(CultureInfo.InvariantCulture, $"# {Escape(ReportFacts.TitleOf(run))}\n\n");
        Append(text, ["", ""], ReportFacts.Of(experiment, run, points).Select(fact => (IReadOnlyList<string>)[fact.Name, fact.Value]));
        if (experiment is { Metrics.Count: > 0 } definition)
        {
            var table = ReportTable.Of(definition, run.Spec, points);
            text.Append("## Results\n\n");
            Append(text, table.Headings, table.Rows);
            foreach (var (title, further) in ReportTable.FurtherOf(definition, run.Spec, points))
            {
                text.Append(CultureInfo.InvariantCulture, $"## {title}\n\n");
                Append(text, further.Headings, further.Rows);
            }
        }

        foreach (var chart in charts)
        {
            text.Append(CultureInfo.InvariantCulture, $"- **{Escape(chart.Title)}**: {Escape(chart.Caption)}\n");
        }

        if (published.Count > 0)
        {
            text.Append("\n## Beside what was published\n\n");
            Append(text, ["source", "figure", "published", "ours", "ratio"], published.Select(one => (IReadOnlyList<string>)
                [PublishedText.Place(one), PublishedText.Metric(one), NumberFormat.Significant(one.Published),
                    NumberFormat.Significant(one.Ours), NumberFormat.Significant(one.Ratio)]));
        }

        return text.ToString();
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
