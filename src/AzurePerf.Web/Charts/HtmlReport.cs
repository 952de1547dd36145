using System.Globalization;
using System.Security.Cryptography;
using System.Text;
using System.Text.Encodings.Web;
using System.Text.Json;
using AzurePerf.Core.Charts;
using AzurePerf.Core.Reports.Documents;
using AzurePerf.Core.Sections;
using AzurePerf.Core.Texts;
using AzurePerf.Web.Pages;

namespace AzurePerf.Web.Charts;

/// <summary>A document as one HTML file that needs nothing else: styles, drawing code and data are inside, and its policy allows exactly
/// these.</summary>
internal static class HtmlReport
{
    private static readonly HtmlEncoder Html = HtmlEncoder.Default;

    private static readonly Lazy<string> Style = new(() => ChartAssets.SiteStyle.Text + ChartAssets.Style.Text);

    /// <summary>A script in a page ends at its end tag wherever that stands; in our code it stands in texts only, where the backslash
    /// changes nothing.</summary>
    private static readonly Lazy<string> Script =
        new(() => ChartAssets.Script.Text.Replace("</script", "<\\/script", StringComparison.OrdinalIgnoreCase));

    public static string Render(ReportDocument document)
    {
        var text = new StringBuilder(1 << 20);
        text.Append("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n");
        text.Append(CultureInfo.InvariantCulture,
            $"<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src '{HashOf(Style.Value)}'; script-src "
                + $"'{HashOf(Script.Value)}'; base-uri 'none'; form-action 'none'\">\n");
        text.Append(
            "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<meta name=\"color-scheme\" content=\"light "
                + "dark\">\n");
        text.Append(CultureInfo.InvariantCulture,
            $"<title>{Html.Encode(document.Title)} – AzurePerf</title>\n<style>{Style.Value}</style>\n</head>\n<body>\n");
        text.Append("<main id=\"main\">\n");
        AppendBody(text, document, _ => null);
        text.Append("</main>\n");
        AppendData(text, document);
        if (document.Charts.Count > 0)
        {
            text.Append("<script type=\"module\">").Append(Script.Value).Append("</script>\n");
        }

        return text.Append("</body>\n</html>\n").ToString();
    }

    /// <summary>What stands in the main part of a page.</summary>
    /// <param name="text">Is appended to.</param>
    /// <param name="document">What it says.</param>
    /// <param name="csvAddress">Where a chart's numbers can be had as a file; null where the page makes the file itself.</param>
    /// <param name="appendLead">Appends what stands right below the title; null for nothing.</param>
    public static void AppendBody(
        StringBuilder text, ReportDocument document, Func<Chart, string?> csvAddress, Action<StringBuilder>? appendLead = null)
    {
        var subject = Html.Encode(document.Subject);
        var (above, below) = document.Answers.Count > 0 ? ("", subject) : ($"<code>{subject}</code>", "");
        text.Append("<div class=\"title\"><div>");
        text.Append(above.Length > 0 ? $"<p class=\"crumb\">{above}</p>" : "");
        text.Append(CultureInfo.InvariantCulture, $"<h1>{Html.Encode(document.Title)}</h1></div></div>\n");
        appendLead?.Invoke(text);
        foreach (var answer in document.Answers)
        {
            AppendAnswer(text, answer);
        }

        text.Append(below.Length > 0 ? $"<p class=\"crumb\">{below}</p>\n" : "");
        AppendFacts(text, document.Facts);
        AppendSections(text, document.Leading);
        AppendCharts(text, document.Charts, csvAddress);
        AppendSections(text, document.Sections);
        text.Append(document.Origin.Length > 0 ? $"<p class=\"note\">{Html.Encode(document.Origin)}</p>\n" : "");
    }

    /// <summary>The serialiser writes no angle bracket as it is, so no text of a user can end the data.</summary>
    public static void AppendData(StringBuilder text, ReportDocument document)
    {
        if (document.Charts.Count > 0)
        {
            var data = new ChartData(document.ChartFile, document.ChartSource, document.Charts);
            text.Append("<script type=\"application/json\" id=\"charts-data\">").Append(JsonSerializer.Serialize(data, ApiJson.Options))
                .Append("</script>\n");
        }
    }

    private static void AppendAnswer(StringBuilder text, DocumentAnswer answer)
    {
        var verdict = CamelCase.Of(answer.Verdict);
        text.Append(CultureInfo.InvariantCulture, $"<div class=\"answer answer-{verdict}\">");
        text.Append(answer.About.Length > 0 ? $"<p class=\"crumb\">{Html.Encode(answer.About)}</p>" : "");
        text.Append(CultureInfo.InvariantCulture,
            $"<p class=\"answer-sentence\"><span class=\"verdict verdict-{verdict}\">{Html.Encode(answer.Sentence)}</span></p>");
        text.Append(answer.Rest.Length > 0 ? $"<p>{Html.Encode(answer.Rest)}</p>" : "").Append("</div>\n");
        if (answer.Confidence is { } confidence)
        {
            var word = CamelCase.Of(confidence);
            text.Append(CultureInfo.InvariantCulture,
                $"<p class=\"how-sure\"><strong>How sure:</strong> <span class=\"tag tag-{word}\">{word}</span> "
                    + $"{Html.Encode(answer.Reason)}");
            text.Append(answer.Next.Length > 0 ? $" <strong>Next:</strong> {Html.Encode(answer.Next)}</p>\n" : "</p>\n");
        }
    }

    private static string HashOf(string content) => "sha256-" + Convert.ToBase64String(SHA256.HashData(Encoding.UTF8.GetBytes(content)));

    private static void AppendFacts(StringBuilder text, IReadOnlyList<(string Name, string Value)> facts)
    {
        if (facts.Count == 0)
        {
            return;
        }

        text.Append("<dl class=\"facts\">");
        foreach (var (name, value) in facts)
        {
            text.Append(CultureInfo.InvariantCulture, $"<div><dt>{Html.Encode(name)}</dt><dd>{Html.Encode(value)}</dd></div>\n");
        }

        text.Append("</dl>\n");
    }

    private static void AppendCharts(StringBuilder text, IReadOnlyList<Chart> charts, Func<Chart, string?> csvAddress)
    {
        if (charts.Count == 0)
        {
            return;
        }

        text.Append("<section id=\"charts\" class=\"charts\" aria-labelledby=\"charts-heading\"><h2 id=\"charts-heading\">Charts</h2>\n");
        foreach (var chart in charts)
        {
            using var figure = new StringWriter(text, CultureInfo.InvariantCulture);
            ChartMarkup.Of(chart, csvAddress(chart), int.MaxValue).WriteTo(figure, Html);
        }

        text.Append("</section>\n");
    }

    private static void AppendSections(StringBuilder text, IEnumerable<ReportSection> sections)
    {
        foreach (var section in sections)
        {
            text.Append(CultureInfo.InvariantCulture, $"<h2>{Html.Encode(section.Title)}</h2>\n");
            foreach (var table in section.Tables)
            {
                AppendTable(text, table);
                AppendNote(text, table.Caption);
            }

            foreach (var note in section.Notes)
            {
                AppendNote(text, note);
            }
        }
    }

    private static void AppendNote(StringBuilder text, string note) =>
        text.Append(CultureInfo.InvariantCulture, $"<p class=\"note\">{Marked(note)}.</p>\n");

    /// <summary>With the commands in it marked as such.</summary>
    private static string Marked(string sentence)
    {
        using var text = new StringWriter(CultureInfo.InvariantCulture);
        MarkedText.Html(sentence).WriteTo(text, Html);
        return text.ToString();
    }

    /// <summary>A table without its caption.</summary>
    public static void AppendTable(StringBuilder text, SectionTable table)
    {
        text.Append(CultureInfo.InvariantCulture,
            $"<div class=\"scroll\" role=\"region\" tabindex=\"0\" aria-label=\"{Html.Encode(table.Name)}\"><table><thead><tr>");
        string[] classes = [.. table.Columns.Select(column => column.IsNumber ? " class=\"number\"" : "")];
        text.AppendJoin("", table.Columns.Select((column, index) =>
            $"<th scope=\"col\"{classes[index]}>{Html.Encode(column.FullHeading)}</th>")).Append("</tr></thead><tbody>\n");
        foreach (var row in table.Rows)
        {
            text.Append("<tr>").AppendJoin("", row.Select((cell, index) => $"<td{classes[index]}>{Html.Encode(cell.FullText)}</td>"))
                .Append("</tr>\n");
        }

        text.Append("</tbody></table></div>\n");
    }

    /// <summary>What the script draws, and what the files of it say of themselves.</summary>
    private sealed record ChartData(string FileName, string Source, IReadOnlyList<Chart> Charts);
}
