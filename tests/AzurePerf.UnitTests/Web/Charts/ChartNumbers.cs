using System.Globalization;
using System.Text.Json;
using AngleSharp.Dom;
using Xunit;

namespace AzurePerf.UnitTests.Web.Charts;

/// <summary>The numbers of one chart wherever they are shown.</summary>
internal static class ChartNumbers
{
    /// <summary>Page, file and API have the same numbers and the same sentence.</summary>
    public static async Task CheckAsync(WebUnderTest web, Page page, JsonElement chart)
    {
        var id = chart.GetProperty("id").GetString()!;
        var api = chart.GetProperty("table").GetProperty("rows").EnumerateArray().Select(row => row.EnumerateArray().Select(ApiCell).ToArray()).ToArray();
        var csv = await web.Client.GetStringAsync(page.Element($"#chart-{id} .chart-tools a").GetAttribute("href"), TestContext.Current.CancellationToken);
        var shown = page.Document.QuerySelectorAll($"#table-{id} tbody tr").Select(row => row.QuerySelectorAll("td").Select(cell => cell.TextContent).ToArray()).ToArray();
        Assert.NotEmpty(api);
        Assert.Equal(api, Csv(csv).Skip(1).Select(row => row.Select(Number).ToArray()));
        Assert.Equal(api, shown.Select(row => row.Select(Number).ToArray()));
        Assert.Equal(chart.GetProperty("caption").GetString(), page.Element($"#chart-{id} figcaption p").TextContent);
    }

    private static string ApiCell(JsonElement cell) => cell.ValueKind switch
    {
        JsonValueKind.Null => "",
        JsonValueKind.Number => Number(cell.GetRawText()),
        _ => cell.GetString()!,
    };

    /// <summary>Numbers compare as numbers, words as words.</summary>
    private static string Number(string text) => double.TryParse(text.Replace(",", "", StringComparison.Ordinal), NumberStyles.Float, CultureInfo.InvariantCulture, out var number)
        ? number.ToString("R", CultureInfo.InvariantCulture)
        : text;

    private static IEnumerable<string[]> Csv(string text)
    {
        foreach (var line in text.Split('\n', StringSplitOptions.RemoveEmptyEntries))
        {
            var cells = new List<string> { "" };
            var quoted = false;
            foreach (var letter in line)
            {
                if (letter == '"')
                {
                    quoted = !quoted;
                }
                else if (letter == ',' && !quoted)
                {
                    cells.Add("");
                }
                else
                {
                    cells[^1] += letter;
                }
            }

            yield return [.. cells];
        }
    }
}
