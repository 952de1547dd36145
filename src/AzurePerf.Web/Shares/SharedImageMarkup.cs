using System.Globalization;
using System.Text;
using System.Text.Encodings.Web;
using AzurePerf.Core.Api;
using AzurePerf.Core.Texts;
using AzurePerf.Web.Charts;
using AzurePerf.Web.Images;

namespace AzurePerf.Web.Shares;

/// <summary>The pictures and tables of a shared run as HTML.</summary>
internal static class SharedImageMarkup
{
    private static readonly HtmlEncoder Html = HtmlEncoder.Default;

    /// <param name="text">Is appended to.</param>
    /// <param name="index">What the run made.</param>
    /// <param name="shown">The results that are shown.</param>
    /// <param name="address">Of the page, which the files are below.</param>
    public static void Append(StringBuilder text, ImageIndex index, IReadOnlyList<ShownResult> shown, string address)
    {
        text.Append(CultureInfo.InvariantCulture, $"<p class=\"lead\">{Html.Encode(RunImagesPage.LeadOf(index))}</p>\n");
        text.Append(index.OfMadeGranules ? $"<p class=\"notice\">{Html.Encode(ImageListResponse.MadeNotice)}</p>\n" : "");
        foreach (var period in ShownResult.ByPeriod(shown))
        {
            text.Append(CultureInfo.InvariantCulture, $"<h2>{Html.Encode(period.Key)}</h2>\n<div class=\"images\">\n");
            foreach (var result in period)
            {
                AppendResult(text, result, address);
            }

            text.Append("</div>\n");
        }

        text.Append(index.Results.Count > shown.Count
            ? $"<p class=\"note\">These are the first {NumberFormat.Count(shown.Count)} of {NumberFormat.Count(index.Results.Count)} "
                + "results.</p>\n"
            : "");
    }

    private static void AppendResult(StringBuilder text, ShownResult shown, string address)
    {
        var result = shown.Result;
        var title = result.IsOfProgram ? string.Join(", ", result.Files.Select(file => file.Name))
            : shown.Legend is { } named ? $"{named.Title}, {named.Aggregate}"
            : ImageFileNames.TitleOf(result.Reduction) + (result.DataSet.Length > 0 ? $", {result.DataSet}" : "");
        var words = shown.Legend?.Words(shown.Period)
            ?? $"{title}, {shown.Period}; {NumberFormat.Percent(result.Coverage)} of the cells have a value.";
        text.Append(CultureInfo.InvariantCulture, $"<figure class=\"image\">\n<figcaption>{Html.Encode(title)}. ");
        text.Append(CultureInfo.InvariantCulture, $"{NumberFormat.Percent(result.Coverage)} has a value.</figcaption>\n");
        if (shown.IsGone)
        {
            text.Append("<p class=\"notice\"><strong>Removed.</strong> Nobody used it for long.</p>\n");
        }
        else if (shown.Picture is { } picture)
        {
            text.Append(CultureInfo.InvariantCulture,
                $"<img class=\"map\" src=\"{AddressOf(picture.Name)}\" alt=\"{Html.Encode(words)}\" loading=\"lazy\">\n");
            text.Append(shown.Legend is { } legend
                ? $"<p class=\"note\">{Html.Encode($"Colours go from {legend.Value(legend.Low)} to {legend.Value(legend.High)}.")}</p>\n"
                : "");
        }

        if (shown.Table is { } table)
        {
            HtmlReport.AppendTable(text, table);
        }

        text.Append("<ul class=\"links\">");
        text.AppendJoin("", result.Files.Where(SharedImages.Shows).Select(file =>
            $"<li><a href=\"{AddressOf(file.Name)}\" download=\"{Html.Encode(ImageFileNames.SavedAs(result, file))}\">"
                + $"{Html.Encode(ImageFileNames.KindOf(result, file))}</a></li>"));
        text.Append("</ul>\n</figure>\n");

        string AddressOf(string file) => Html.Encode($"{address}/images/{result.Key}/{file}");
    }
}
