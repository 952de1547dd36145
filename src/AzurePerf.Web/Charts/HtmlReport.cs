using System.Globalization;
using System.Security.Cryptography;
using System.Text;
using System.Text.Encodings.Web;
using System.Text.Json;
using AzurePerf.Core.Api;
using AzurePerf.Core.Reports.Documents;
using AzurePerf.Core.Results.Published;
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
        AppendFacts(text, results);
        AppendCharts(text, charts);
        AppendResults(text, results);
        AppendPublished(text, results.ToPoints().Published);
        text.Append("</main>\n");
        AppendScript(text, charts);
        return text.Append("</body>\n</html>\n").ToString();
    }

    private static string HashOf(string content) => "sha256-" + Convert.ToBase64String(SHA256.HashData(Encoding.UTF8.GetBytes(content)));

    private static void AppendFacts(StringBuilder text, RunResults results)
    {
        text.Append("<dl class=\"facts\">");
        foreach (var (name, value) in ReportFacts.Of(results.Experiment, results.Run, results.Points))
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
            ChartFigure.Of(chart, null, int.MaxValue).WriteTo(figure, Html);
        }

        text.Append("</section>\n");
    }

    private static void AppendResults(StringBuilder text, RunResults results)
    {
        if (results.Experiment is { Metrics.Count: > 0 } definition)
        {
            var table = ReportTable.Of(definition, results.Run.Spec, results.Points);
            AppendTable(text, "Results", table.Headings, table.Rows);
            foreach (var (title, further) in ReportTable.FurtherOf(definition, results.Run.Spec, results.Points))
            {
                AppendTable(text, title, further.Headings, further.Rows);
            }
        }
    }

    private static void AppendPublished(StringBuilder text, IReadOnlyList<PublishedComparison> published)
    {
        if (published.Count > 0)
        {
            AppendTable(text, "Beside what was published", ["source", "figure", "published", "ours", "ratio"],
                published.Select(one => (IReadOnlyList<string>)
                [PublishedText.Place(one), PublishedText.Metric(one), NumberFormat.Significant(one.Published),
                    NumberFormat.Significant(one.Ours), NumberFormat.Significant(one.Ratio)]));
        }
    }

    private static void AppendTable(
        StringBuilder text, string title, IReadOnlyList<string> headings, IEnumerable<IReadOnlyList<string>> rows)
    {
        text.Append(CultureInfo.InvariantCulture,
            $"<h2>{title}</h2>\n<div class=\"scroll\" role=\"region\" tabindex=\"0\" aria-label=\"{title}\"><table><thead><tr>");
        text.AppendJoin("", headings.Select(heading => $"<th scope=\"col\">{Html.Encode(heading)}</th>")).Append("</tr></thead><tbody>\n");
        foreach (var row in rows)
        {
            text.Append("<tr>").AppendJoin("", row.Select(cell => $"<td>{Html.Encode(cell)}</td>")).Append("</tr>\n");
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
