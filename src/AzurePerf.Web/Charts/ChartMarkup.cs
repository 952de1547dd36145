using System.Globalization;
using System.Text;
using System.Text.Encodings.Web;
using AzurePerf.Core.Charts;
using AzurePerf.Core.Texts;
using Microsoft.AspNetCore.Html;

namespace AzurePerf.Web.Charts;

/// <summary>A chart as HTML that is complete without scripts: its sentence, its notes and its table. A script draws into the empty
/// area.</summary>
internal static class ChartMarkup
{
    /// <summary>Rows of a table on a page; the file has all.</summary>
    public const int RowsOnPage = 200;

    private static readonly HtmlEncoder Html = HtmlEncoder.Default;

    /// <param name="chart">The chart.</param>
    /// <param name="csvAddress">Where its numbers can be had as a file; null in a report, which makes the file itself.</param>
    /// <param name="mostRows">Rows of the table that are shown.</param>
    public static IHtmlContent Of(Chart chart, string? csvAddress, int mostRows = RowsOnPage)
    {
        var text = new StringBuilder();
        text.Append(CultureInfo.InvariantCulture,
            $"<figure class=\"chart-figure\" id=\"chart-{chart.Id}\" "
                + $"data-chart=\"{chart.Id}\">\n"
                + $"<figcaption><h3>{Html.Encode(chart.Title)}</h3><p>{Html.Encode(chart.Caption)}</p></figcaption>\n");
        text.Append(CultureInfo.InvariantCulture, $"<div class=\"chart-area\" data-kind=\"{CamelCase.Of(chart.Kind)}\"></div>\n");
        if (chart.Notes.Count > 0)
        {
            text.Append(CultureInfo.InvariantCulture, $"<p class=\"note\">{Html.Encode(string.Join(" ", chart.Notes))}</p>\n");
        }

        if (chart.Disclaimer is { } disclaimer)
        {
            text.Append(CultureInfo.InvariantCulture, $"<p class=\"note in-picture\">{Html.Encode(Sentence.Start(disclaimer))}.</p>\n");
        }

        text.Append("<div class=\"chart-tools\">");
        if (csvAddress is not null)
        {
            text.Append(CultureInfo.InvariantCulture, $"<a href=\"{Html.Encode(csvAddress)}\" download>CSV</a>");
        }

        text.Append("</div>\n");
        AppendTable(text, chart, mostRows);
        return new HtmlString(text.Append("</figure>\n").ToString());
    }

    private static void AppendTable(StringBuilder text, Chart chart, int mostRows)
    {
        text.Append(CultureInfo.InvariantCulture,
            $"<details id=\"table-{chart.Id}\"><summary>Show as table</summary>\n<div class=\"scroll\" role=\"region\" tabindex=\"0\" "
                + $"aria-label=\"{Html.Encode(chart.Title)}, as a table\"><table><thead><tr>");
        bool[] numbers = [.. chart.Table.Columns.Select((_, column) => chart.Table.Rows.Any(row => row[column] is double or long or int))];
        foreach (var (index, column) in chart.Table.Columns.Index())
        {
            text.Append(numbers[index] ? "<th scope=\"col\" class=\"number\">" : "<th scope=\"col\">").Append(Html.Encode(column.Heading()))
                .Append("</th>");
        }

        text.Append("</tr></thead><tbody>\n");
        foreach (var row in chart.Table.Rows.Take(mostRows))
        {
            text.Append("<tr>");
            foreach (var (index, cell) in row.Index())
            {
                text.Append(numbers[index] ? "<td class=\"number\">" : "<td>").Append(Html.Encode(CellText(cell))).Append("</td>");
            }

            text.Append("</tr>\n");
        }

        text.Append("</tbody></table></div>");
        if (chart.Table.Rows.Count > mostRows)
        {
            text.Append(CultureInfo.InvariantCulture,
                $"<p class=\"note\">The first {NumberFormat.Count(mostRows)} of {NumberFormat.Counted(chart.Table.Rows.Count, "row")}; "
                    + $"the CSV has all.</p>");
        }

        text.Append("</details>\n");
    }

    private static string CellText(object? cell) => cell switch
    {
        null => "",
        double number => ChartNumber.Text(number),
        long or int => NumberFormat.Count(Convert.ToInt64(cell, CultureInfo.InvariantCulture)),
        _ => (string)cell,
    };
}
