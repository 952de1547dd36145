using System.Xml.Linq;
using AzurePerf.Core.Charts;
using AzurePerf.Storage;
using AzurePerf.Web.Charts;
using Xunit;

namespace AzurePerf.UnitTests.Web.Charts;

public sealed class ChartDrawingTests
{
    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    [Fact]
    public async Task Every_kind_of_chart_is_drawn_without_a_browser_with_its_title_its_source_and_its_numbers()
    {
        using var drawing = new ChartDrawing();
        foreach (var kind in Enum.GetValues<ChartKind>())
        {
            var svg = XDocument.Parse(await drawing.SvgAsync(ChartOf(kind) with { Disclaimer = "derived & marked" }, "run abc, measured with AzurePerf", Cancelled));

            Assert.Equal("{http://www.w3.org/2000/svg}svg", svg.Root!.Name.ToString());
            var texts = svg.Descendants().Where(element => element.Name.LocalName == "text").Select(element => element.Value).ToArray();
            Assert.Equal(("Rates & <more>", "run abc, measured with AzurePerf"), (texts[0], texts[^1]));
            Assert.Contains("clients", texts);
            Assert.Contains("derived & marked", texts);
            Assert.Contains(svg.Descendants(), element => element.Name.LocalName == "path");
        }
    }

    [Fact]
    public async Task A_published_value_far_above_ours_is_named_at_the_edge()
    {
        using var drawing = new ChartDrawing();
        var chart = ChartOf(ChartKind.Line) with
        {
            Series = [new("", SeriesRole.Measured, [new(1, 10), new(4, 12)]), new("published: A", SeriesRole.Published, [new(4, 5_000)])],
        };

        Assert.Contains(">5,000 MB/s<", await drawing.SvgAsync(chart, "", Cancelled), StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_name_with_characters_that_XML_has_no_place_for_is_drawn_without_them()
    {
        using var drawing = new ChartDrawing();
        var chart = ChartOf(ChartKind.Line) with
        {
            Title = "a\ufffeb",
            Series = [new("c\uffffd", SeriesRole.Measured, [new(1, 10), new(4, 12)]), new("e\u0001f", SeriesRole.Measured, [new(1, 11), new(4, 13)])],
        };

        var texts = XDocument.Parse(await drawing.SvgAsync(chart, "", Cancelled)).Descendants().Select(element => element.Value).ToArray();

        Assert.Contains("a b", texts);
        Assert.Contains("c d", texts);
        Assert.Contains("e f", texts);
    }

    [Fact]
    public async Task After_a_chart_that_cannot_be_drawn_the_next_one_is()
    {
        using var drawing = new ChartDrawing();

        await Assert.ThrowsAnyAsync<Exception>(() => drawing.SvgAsync(ChartOf(ChartKind.Heat) with { Series = [] }, "", Cancelled));

        Assert.Contains("Rates &amp; &lt;more&gt;", await drawing.SvgAsync(ChartOf(ChartKind.Line), "", Cancelled), StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_chart_that_takes_too_long_is_not_laid_on_the_control_account()
    {
        using var drawing = new ChartDrawing(TimeSpan.FromMilliseconds(1));

        var failure = await Assert.ThrowsAsync<InvalidOperationException>(() => drawing.SvgAsync(ChartOf(ChartKind.Line), "", Cancelled));

        Assert.Equal("the chart rate was not drawn in 0.001 s", failure.Message);
        Assert.False(StorageFailure.Matches(failure));
    }

    internal static Chart ChartOf(ChartKind kind) => new()
    {
        Id = "rate",
        Kind = kind,
        Title = "Rates & <more>",
        Caption = "Rises.",
        X = new("clients", "", kind == ChartKind.Heat ? ChartScale.Category : ChartScale.Linear) { Categories = kind == ChartKind.Heat ? ["1", "4"] : [] },
        Y = new("rate", "MB/s", kind == ChartKind.Heat ? ChartScale.Category : ChartScale.Linear) { Categories = kind == ChartKind.Heat ? ["a", "b"] : [] },
        Series = [new("", SeriesRole.Measured, [new(0, 1) { Low = 0.9, High = 1.1, Count = 3 }, new(1, 0) { Low = 0, High = 0.2, Count = 5 }]) { Panel = kind == ChartKind.Panels ? "worker 1" : "" }],
        Table = new([new("clients"), new("rate", "MB/s")], [[1L, 100.0]]),
    };
}
