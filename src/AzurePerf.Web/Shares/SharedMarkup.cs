using System.Globalization;
using System.Text;
using System.Text.Encodings.Web;
using AzurePerf.Core.Reports.Documents;
using AzurePerf.Web.Charts;
using AzurePerf.Web.Images;

namespace AzurePerf.Web.Shares;

/// <summary>Shared pages as HTML: the document of the page without the portal around it.</summary>
internal static class SharedMarkup
{
    private static readonly HtmlEncoder Html = HtmlEncoder.Default;

    /// <summary>What everybody sees whom a link shows nothing, for whatever reason.</summary>
    public static string Refusal { get; } = Whole("This link shows nothing", 0,
        text => text.Append(
            "<h1>This link shows nothing</h1>\n<p class=\"lead\">It is not complete, its time is over, somebody ended it, or you would "
                + "have to be signed in.</p>\n<p>Ask the sender for a new one, or <a href=\"/signin\">sign in</a> and open it "
                + "again.</p>\n"));

    /// <param name="document">What the page says.</param>
    /// <param name="address">Of the page, which its numbers are below.</param>
    /// <param name="remark">Whose it is and until when.</param>
    public static string Page(ReportDocument document, string address, string remark) => Whole(
        document.Title, document.Charts.Count, text =>
        {
            HtmlReport.AppendBody(text, document, chart => $"{address}/charts/{chart.Id}.csv");
            text.Append(CultureInfo.InvariantCulture,
                $"<p class=\"note\">The numbers as <a href=\"{Html.Encode(address)}/numbers.csv\" download>CSV</a>. ");
            text.Append(CultureInfo.InvariantCulture, $"{Html.Encode(remark)}</p>\n");
            HtmlReport.AppendData(text, document);
        });

    /// <summary>A run of images: its pictures and tables first.</summary>
    /// <param name="document">What else the page says.</param>
    /// <param name="address">Of the page, which its files are below.</param>
    /// <param name="remark">Whose it is and until when.</param>
    /// <param name="index">What the run made.</param>
    /// <param name="shown">The results that are shown.</param>
    public static string Page(
        ReportDocument document, string address, string remark, ImageIndex index, IReadOnlyList<ShownResult> shown) => Whole(
        document.Title, document.Charts.Count, text =>
        {
            HtmlReport.AppendBody(text, document, _ => null, lead => SharedImageMarkup.Append(lead, index, shown, address));
            text.Append(CultureInfo.InvariantCulture, $"<p class=\"note\">{Html.Encode(remark)}</p>\n");
        });

    private static string Whole(string title, int charts, Action<StringBuilder> append)
    {
        var text = new StringBuilder();
        text.Append("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" "
            + "content=\"width=device-width, initial-scale=1\">\n<meta name=\"color-scheme\" content=\"light dark\">\n");
        text.Append("<meta name=\"robots\" content=\"noindex, nofollow\">\n");
        text.Append(CultureInfo.InvariantCulture,
            $"<title>{Html.Encode(title)} – AzurePerf</title>\n<link rel=\"stylesheet\" href=\"/assets/site.css\">\n");
        text.Append(charts == 0 ? "" : $"<link rel=\"stylesheet\" href=\"{ChartAssets.Style.Address}\">\n"
            + $"<script type=\"module\" src=\"{ChartAssets.Script.Address}\"></script>\n");
        text.Append("<link rel=\"icon\" href=\"/assets/icon.svg\" type=\"image/svg+xml\">\n</head>\n<body>\n<main id=\"main\">\n");
        append(text);
        return text.Append("</main>\n</body>\n</html>\n").ToString();
    }
}
