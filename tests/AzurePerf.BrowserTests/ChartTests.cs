using System.Text.Json;
using System.Text.RegularExpressions;
using System.Xml.Linq;
using AzurePerf.Web.Samples;
using Microsoft.Playwright;
using Xunit;

namespace AzurePerf.BrowserTests;

/// <summary>Charts as a reader uses them: what is drawn, read out and taken away are the numbers of the API.</summary>
public sealed class ChartTests(PortalInBrowser portal)
{
    public static TheoryData<string> Pages =>
    [
        .. ExampleRuns.All.Select(sample => sample.Run.Spec.Experiment).Distinct().Where(experiment => Night.IsOn || experiment is "compute.intervals" or "tcp.rtt").Select(experiment => "/runs/" + PageTests.RunsOf(experiment).First()),
        "/trends?schedule=" + PlantedHistory.ScheduleId,
        "/runs/" + PageTests.RunsOf("blob.download").Last(),
        "/outcomes?days=7",
        "/workers",
    ];

    [Theory]
    [MemberData(nameof(Pages))]
    public async Task Every_chart_is_drawn_and_its_table_and_files_have_the_numbers_of_the_API(string address)
    {
        await using var visit = await portal.OpenAsync();
        await OpenAsync(visit, address);
        var charts = await ChartsAsync(visit);
        Assert.NotEmpty(charts);
        Assert.Equal(charts.Count, await visit.Page.Locator("#charts figure:has(canvas)").CountAsync());

        foreach (var chart in charts)
        {
            var id = chart.GetProperty("id").GetString()!;
            var figure = visit.Page.Locator("#chart-" + id);
            Assert.Equal(chart.GetProperty("caption").GetString(), await figure.Locator("figcaption p").TextContentAsync());
            var rows = chart.GetProperty("table").GetProperty("rows");
            Assert.Equal(Cells(rows), await TableAsync(figure));
            var csv = await visit.Page.RunAndWaitForDownloadAsync(() => figure.GetByRole(AriaRole.Link, new() { Name = "CSV" }).ClickAsync());
            Assert.Matches($@"(^|-|\.){Regex.Escape(id)}(-.+)?\.csv$", csv.SuggestedFilename);
            var lines = (await File.ReadAllTextAsync(await csv.PathAsync(), TestContext.Current.CancellationToken)).Split('\n', StringSplitOptions.RemoveEmptyEntries);
            Assert.Equal(1 + rows.GetArrayLength(), lines.Length);
        }
    }

    [Fact]
    public async Task The_buttons_give_a_picture_in_points_and_one_in_lines()
    {
        await using var visit = await portal.OpenAsync();
        var run = PageTests.RunsOf("blob.download").First();
        await OpenAsync(visit, "/runs/" + run);
        var figure = visit.Page.Locator("#chart-rate");

        var png = await DownloadAsync(visit, figure, "PNG of Throughput against clients");
        var svg = await DownloadAsync(visit, figure, "SVG of Throughput against clients");

        Assert.Matches($@"^blob\.download-rate-{run}-\d{{4}}-\d\d-\d\d\.png$", png.Name);
        Assert.Equal(Path.ChangeExtension(png.Name, ".svg"), svg.Name);
        Assert.Equal([0x89, (byte)'P', (byte)'N', (byte)'G'], png.Content[..4]);
        // Twice as fine as on the screen.
        var width = await figure.Locator(".chart-area").EvaluateAsync<int>("area => area.clientWidth");
        Assert.Equal(2 * width, System.Buffers.Binary.BinaryPrimitives.ReadInt32BigEndian(png.Content.AsSpan(16)));
        var drawing = XDocument.Parse(System.Text.Encoding.UTF8.GetString(svg.Content));
        Assert.Equal("svg", drawing.Root!.Name.LocalName);
        Assert.Equal("960", drawing.Root.Attribute("width")!.Value);
        Assert.Contains(drawing.Descendants(), element => element.Value.Trim() == "clients");
        Assert.True(drawing.Descendants().Count(element => element.Name.LocalName == "path") > 10);
    }

    [Fact]
    public async Task Charts_and_their_files_keep_their_colours_where_the_system_forces_its_own()
    {
        await using var visit = await portal.OpenAsync();
        await OpenAsync(visit, "/runs/" + PageTests.RunsOf("blob.download").First());
        const string Pictures = "() => [...document.querySelectorAll('#charts canvas')].map((canvas) => canvas.toDataURL())";
        var own = await visit.Page.EvaluateAsync<string[]>(Pictures);

        await visit.Page.EmulateMediaAsync(new() { ForcedColors = ForcedColors.Active });
        await OpenAsync(visit, visit.Page.Url);

        Assert.Equal(own, await visit.Page.EvaluateAsync<string[]>(Pictures));
        var svg = await DownloadAsync(visit, visit.Page.Locator("#chart-rate"), "SVG of Throughput against clients");
        Assert.Contains("rgb(11, 92, 173)", System.Text.Encoding.UTF8.GetString(svg.Content), StringComparison.Ordinal);
        await visit.Page.EmulateMediaAsync(new() { ColorScheme = ColorScheme.Dark });
        Assert.Equal("rgb(18, 23, 30)", await visit.Page.Locator("#chart-rate .chart-area > div").EvaluateAsync<string>("area => getComputedStyle(area).backgroundColor"));
    }

    [Fact]
    public async Task The_keyboard_walks_along_a_series_and_each_point_is_read_out_as_its_table_has_it()
    {
        await using var visit = await portal.OpenAsync();
        await OpenAsync(visit, "/runs/" + PageTests.RunsOf("queue.add").First());
        var chart = (await ChartsAsync(visit))[0];
        var points = chart.GetProperty("series")[0].GetProperty("points").EnumerateArray().ToArray();
        await visit.Page.Locator("#chart-rate .chart-area").FocusAsync();
        var spoken = visit.Page.Locator("#chart-rate .chart-spoken");

        foreach (var point in points)
        {
            await visit.Page.Keyboard.PressAsync("ArrowRight");
            await Assertions.Expect(spoken).ToContainTextAsync("clients: " + point.GetProperty("x").GetRawText());
            await Assertions.Expect(spoken).ToContainTextAsync("rate: " + point.GetProperty("y").GetDouble().ToString("#,0.###", System.Globalization.CultureInfo.InvariantCulture));
        }

        await visit.Page.Keyboard.PressAsync("Escape");
        await Assertions.Expect(spoken).ToHaveTextAsync("");
    }

    private static async Task OpenAsync(Visit visit, string address)
    {
        await visit.GoAsync(address);
        await visit.Page.WaitForFunctionAsync("() => Number(document.getElementById('charts').dataset.drawn) > 0");
    }

    private static async Task<IReadOnlyList<JsonElement>> ChartsAsync(Visit visit)
    {
        var source = await visit.Page.Locator("#charts").GetAttributeAsync("data-source");
        var answer = await visit.Page.APIRequest.GetAsync(source!);
        return [.. JsonDocument.Parse(await answer.TextAsync()).RootElement.GetProperty("charts").EnumerateArray()];
    }

    private static string[][] Cells(JsonElement rows) => [.. rows.EnumerateArray().Take(200).Select(row => row.EnumerateArray().Select(cell => cell.ValueKind switch
    {
        JsonValueKind.Null => "",
        JsonValueKind.Number => cell.GetDouble().ToString("#,0.############", System.Globalization.CultureInfo.InvariantCulture),
        _ => cell.GetString()!,
    }).ToArray())];

    private static async Task<string[][]> TableAsync(ILocator figure) =>
        await figure.Locator("tbody").EvaluateAsync<string[][]>("body => [...body.rows].map(row => [...row.cells].map(cell => cell.textContent))");

    private static async Task<(string Name, byte[] Content)> DownloadAsync(Visit visit, ILocator figure, string button)
    {
        var download = await visit.Page.RunAndWaitForDownloadAsync(() => figure.GetByRole(AriaRole.Button, new() { Name = button }).ClickAsync());
        return (download.SuggestedFilename, await File.ReadAllBytesAsync(await download.PathAsync(), TestContext.Current.CancellationToken));
    }
}
