using System.Globalization;
using System.Security.Cryptography;
using System.Text;
using System.Text.Encodings.Web;
using System.Text.Json;
using AzurePerf.Core.Api;
using AzurePerf.Core.Reports.Documents;
using AzurePerf.Core.Reports.Sections;
using AzurePerf.Core.Sections;
using AzurePerf.Core.Texts;
using AzurePerf.Storage.Runs;

namespace AzurePerf.Web.Charts;

/// <summary>A run as one HTML file that needs nothing else: styles, drawing code and data are inside, and its policy allows exactly
/// these.</summary>
internal static class HtmlReport
{
    private const string SiteStyle = "AzurePerf.Web.Portal.Assets.site.css";

    private static readonly HtmlEncoder Html = HtmlEncoder.Default;

    private static readonly Lazy<string> Style = new(() => new ChartAsset(SiteStyle, "text/css").Text + ChartAssets.Style.Text);

    /// <summary>A script in a page ends at its end tag wherever that stands; in our code it stands in texts only, where the backslash
    /// changes nothing.</summary>
    private static readonly Lazy<string> Script =
        new(() => ChartAssets.Script.Text.Replace("</script", "<\\/script", StringComparison.OrdinalIgnoreCase));

    public static string Render(RunResults results)
    {
        var charts = results.ToCharts();
        var title = ReportFacts.TitleOf(results.Run);
        var text = new StringBuilder(1 << 20);
        text.Append("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n");
        text.Append(CultureInfo.InvariantCulture,
            $"<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src '{HashOf(Style.Value)}'; script-src "
                + $"'{HashOf(Script.Value)}'; base-uri 'none'; form-action 'none'\">\n");
        text.Append(
            "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<meta name=\"color-scheme\" content=\"light "
                + "dark\">\n");
        text.Append(CultureInfo.InvariantCulture,
            $"<title>{Html.Encode(title)} – AzurePerf</title>\n<style>{Style.Value}</style>\n</head>\n<body>\n<main id=\"main\">\n");
        text.Append(CultureInfo.InvariantCulture,
            $"<div class=\"title\"><div><p "
                + $"class=\"crumb\"><code>{Html.Encode(results.Run.RunId)}</code></p><h1>{Html.Encode(title)}</h1></div></div>\n");
        var sections = results.ToPoints().Sections;
        AppendFacts(text, results, sections);
        AppendSections(text, sections.Where(section => section is { Leads: true, HasContent: true }));
        AppendCharts(text, charts);
        if (results.Experiment is { Metrics.Count: > 0 } definition)
        {
            AppendSections(text, [ResultSection.Of(definition, results.Run.Spec, results.Points)]);
        }

        AppendSections(text, sections.Where(section => section is { Leads: false, HasContent: true }));
        text.Append("</main>\n");
        AppendScript(text, charts);
        return text.Append("</body>\n</html>\n").ToString();
    }

    private static string HashOf(string content) => "sha256-" + Convert.ToBase64String(SHA256.HashData(Encoding.UTF8.GetBytes(content)));

    private static void AppendFacts(StringBuilder text, RunResults results, IReadOnlyList<ReportSection> sections)
    {
        text.Append("<dl class=\"facts\">");
        foreach (var (name, value) in ReportFacts.Of(results.Experiment, results.Run, results.Points, sections))
        {
            text.Append(CultureInfo.InvariantCulture, $"<div><dt>{Html.Encode(name)}</dt><dd>{Html.Encode(value)}</dd></div>\n");
        }

        text.Append("</dl>\n");
    }

    private static void AppendCharts(StringBuilder text, ChartListResponse charts)
    {
        if (charts.Charts.Count == 0)
        {
            return;
        }

        text.Append("<section id=\"charts\" class=\"charts\" aria-labelledby=\"charts-heading\"><h2 id=\"charts-heading\">Charts</h2>\n");
        foreach (var chart in charts.Charts)
        {
            using var figure = new StringWriter(text, CultureInfo.InvariantCulture);
            ChartMarkup.Of(chart, null, int.MaxValue).WriteTo(figure, Html);
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
        text.Append(CultureInfo.InvariantCulture, $"<p class=\"note\">{Html.Encode(note)}.</p>\n");

    private static void AppendTable(StringBuilder text, SectionTable table)
    {
        text.Append(CultureInfo.InvariantCulture,
            $"<div class=\"scroll\" role=\"region\" tabindex=\"0\" aria-label=\"{Html.Encode(table.Name)}\"><table><thead><tr>");
        text.AppendJoin("", table.Columns.Select(column => $"<th scope=\"col\">{Html.Encode(column.FullHeading)}</th>"))
            .Append("</tr></thead><tbody>\n");
        foreach (var row in table.Rows)
        {
            text.Append("<tr>").AppendJoin("", row.Select(cell => $"<td>{Html.Encode(cell.FullText)}</td>")).Append("</tr>\n");
        }

        text.Append("</tbody></table></div>\n");
    }

    /// <summary>The serialiser writes no angle bracket as it is, so no text of a user can end the data.</summary>
    private static void AppendScript(StringBuilder text, ChartListResponse charts)
    {
        if (charts.Charts.Count > 0)
        {
            text.Append("<script type=\"application/json\" id=\"charts-data\">").Append(JsonSerializer.Serialize(charts, ApiJson.Options))
                .Append("</script>\n");
            text.Append("<script type=\"module\">").Append(Script.Value).Append("</script>\n");
        }
    }
}
