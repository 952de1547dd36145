using AzurePerf.Testing.Runs;
using Microsoft.Playwright;
using Xunit;

namespace AzurePerf.BrowserTests;

/// <summary>The pages that ask for images and show them, as a reader sees them.</summary>
public sealed class ImagesPageTests(PortalInBrowser portal)
{
    private const string Request = """
        {
          "experiment": "modis.pipeline", "name": "Alps in January",
          "parameters": { "area": "box 5 45 16 55", "days": 4, "aggregateDays": 2, "reductions": "picture zones histogram" }
        }
        """;

    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    [Fact]
    public async Task The_form_is_whole_by_day_by_night_and_on_a_phone_also_with_an_estimate_and_with_faults()
    {
        await using var visit = await portal.OpenAsync();
        Assert.Equal(200, await visit.GoAsync("/images/new"));
        await visit.LookAsync("images-new");

        await visit.Page.SetViewportSizeAsync(Look.Desk.Width, 900);
        await visit.Page.EmulateMediaAsync(new() { ColorScheme = ColorScheme.Light });
        await visit.Page.GetByRole(AriaRole.Button, new() { Name = "Estimate" }).ClickAsync();
        await Assertions.Expect(visit.Page.Locator(".estimate h2")).ToHaveTextAsync("Estimate");
        await visit.LookAsync("images-new-estimate");

        await visit.Page.SetViewportSizeAsync(Look.Desk.Width, 900);
        await visit.Page.EmulateMediaAsync(new() { ColorScheme = ColorScheme.Light });
        await visit.Page.GetByLabel("Or tiles or a polygon").FillAsync("polygon 0 0, 10 10, 10 0, 0 10");
        await visit.Page.GetByRole(AriaRole.Button, new() { Name = "Make" }).ClickAsync();
        await Assertions.Expect(visit.Page.Locator(".faults li")).ToHaveTextAsync("Area: has a polygon whose sides cross or touch near longitude 5, latitude 5");
        await visit.LookAsync("images-new-faults");
    }

    [Fact]
    public async Task By_keys_alone_a_box_across_the_date_line_is_set_on_the_map_and_asked_for()
    {
        await using var visit = await portal.OpenAsync();
        await visit.GoAsync("/images/new");
        var map = visit.Page.GetByRole(AriaRole.Application, new() { Name = "Map of the tiles" });
        await map.FocusAsync();

        // From the corner of the box of the example, 5 east and 55 north.
        await PressAsync(map, ("Shift+ArrowRight", 16), ("ArrowRight", 5), ("Shift+ArrowDown", 5), ("Enter", 1));
        await Assertions.Expect(visit.Page.Locator("[data-said]")).ToHaveTextAsync("First corner at 5 N, 170 E");
        await PressAsync(map, ("Shift+ArrowRight", 2), ("Shift+ArrowDown", 2), ("Enter", 1));

        await Assertions.Expect(visit.Page.Locator("[data-said]")).ToHaveTextAsync("Box set: west 170, south -15, east -170, north 5");
        await Assertions.Expect(visit.Page.GetByLabel("West")).ToHaveValueAsync("170");
        await Assertions.Expect(visit.Page.GetByLabel("East")).ToHaveValueAsync("-170");
        await visit.LookAsync("images-new-date-line");
        await visit.Page.GetByRole(AriaRole.Button, new() { Name = "Make" }).FocusAsync();
        await visit.Page.Keyboard.PressAsync("Enter");
        await visit.Page.WaitForURLAsync("**/runs/*");
        await Assertions.Expect(visit.Page.Locator("main")).ToContainTextAsync("box 170 -15 -170 5");
    }

    [Fact]
    public async Task By_pointer_tiles_a_box_and_a_polygon_are_set_and_what_is_typed_is_shown_on_the_map()
    {
        await using var visit = await portal.OpenAsync();
        await visit.GoAsync("/images/new");
        var (map, places) = (visit.Page.GetByRole(AriaRole.Application), visit.Page.GetByLabel("Or tiles or a polygon"));
        await map.ScrollIntoViewIfNeededAsync();

        await visit.Page.GetByLabel("Tiles", new() { Exact = true }).CheckAsync();
        await ClickAsync(visit, map, (5, 45), (7, 45), (20, 45), (20, 45));
        await Assertions.Expect(places).ToHaveValueAsync("");
        await ClickAsync(visit, map, (5, 45), (20, 45));
        await Assertions.Expect(places).ToHaveValueAsync("h18v04 h19v04");
        await map.FocusAsync();
        await PressAsync(map, ("ArrowRight", 1), ("Space", 1));
        await Assertions.Expect(places).ToHaveValueAsync("h18v04 h19v04 h20v04");

        await visit.Page.GetByLabel("Polygon", new() { Exact = true }).CheckAsync();
        await ClickAsync(visit, map, (0, 0), (30, 0), (30, 30), (0, 0));
        var corners = (await places.InputValueAsync())["polygon ".Length..].Split(", ");
        Assert.Equal(3, corners.Length);
        Assert.All(corners.Zip([(0, 0), (30, 0), (30, 30)]), pair =>
        {
            var numbers = pair.First.Split(' ').Select(number => double.Parse(number, System.Globalization.CultureInfo.InvariantCulture)).ToArray();
            Assert.InRange(numbers[0], pair.Second.Item1 - 0.5, pair.Second.Item1 + 0.5);
            Assert.InRange(numbers[1], pair.Second.Item2 - 0.5, pair.Second.Item2 + 0.5);
        });

        await visit.Page.GetByLabel("Box", new() { Exact = true }).CheckAsync();
        var (fromX, fromY) = await PlaceAsync(map, (-20, 20));
        var (toX, toY) = await PlaceAsync(map, (10, -10));
        await visit.Page.Mouse.MoveAsync(fromX, fromY);
        await visit.Page.Mouse.DownAsync();
        await visit.Page.Mouse.MoveAsync(toX, toY, new() { Steps = 4 });
        await visit.Page.Mouse.UpAsync();
        await Assertions.Expect(places).ToHaveValueAsync("");
        Assert.InRange(double.Parse(await visit.Page.GetByLabel("South").InputValueAsync(), System.Globalization.CultureInfo.InvariantCulture), -10.5, -9.5);

        var drawn = await map.Locator(".chosen").GetAttributeAsync("d");
        await places.FillAsync("h08v05");
        Assert.NotEqual(drawn, await map.Locator(".chosen").GetAttributeAsync("d"));
    }

    [Fact]
    public async Task The_images_of_a_run_are_whole_by_day_by_night_and_on_a_phone()
    {
        var whole = await new SeededImages(portal.Control.AsControlPlane(), TimeProvider.System).AddAsync(Request, Cancelled);
        var torn = await new SeededImages(portal.Control.AsControlPlane(), TimeProvider.System)
        {
            IsListingFailed = task => task == 3,
            IsGap = (tile, day) => tile.H == 19 && day.Day == 25,
            IsPeriodFailed = number => number == 1,
        }.AddAsync(Request.Replace("Alps", "Less of the Alps", StringComparison.Ordinal), Cancelled);
        foreach (var (name, id) in new[] { ("run-images", whole), ("run-images-torn", torn) })
        {
            await using var visit = await portal.OpenAsync();
            Assert.Equal(200, await visit.GoAsync($"/runs/{id}/images"));
            foreach (var picture in await visit.Page.Locator("img.map").AllAsync())
            {
                await picture.ScrollIntoViewIfNeededAsync();
                await Assertions.Expect(picture).ToHaveJSPropertyAsync("complete", true);
                Assert.True(await picture.EvaluateAsync<int>("image => image.naturalWidth") > 100);
            }

            var tiles = visit.Page.Locator("section > details.by-tile");
            for (var period = 0; period < await tiles.CountAsync(); period++)
            {
                await tiles.Nth(period).Locator("summary").ClickAsync();
            }

            await Assertions.Expect(tiles.First.Locator("table.tile-grid tbody tr").First).ToContainTextAsync("v03");
            var caption = await tiles.First.Locator("caption").BoundingBoxAsync();
            Assert.InRange(caption!.Height, 10, 80);
            await visit.LookAsync(name);
        }
    }

    [Fact]
    public async Task The_pictures_of_the_periods_are_shown_one_after_the_other_on_a_slider_and_by_themselves()
    {
        var made = await new SeededImages(portal.Control.AsControlPlane(), TimeProvider.System).AddAsync(Request, Cancelled);
        await using var visit = await portal.OpenAsync();
        await visit.GoAsync($"/runs/{made}/images");
        var player = visit.Page.GetByRole(AriaRole.Region, new() { Name = "One after the other" });
        var (picture, slider, period) = (player.Locator("img"), player.GetByRole(AriaRole.Slider), player.Locator("figcaption"));
        await Assertions.Expect(period).ToContainTextAsync("2024-01-25 to 2024-01-26: ");
        await Assertions.Expect(player.Locator(".colours li")).ToHaveCountAsync(5);
        await Assertions.Expect(player.Locator(".coast path")).ToHaveCountAsync(2);
        var first = await picture.GetAttributeAsync("src");

        await slider.FocusAsync();
        await slider.PressAsync("ArrowRight");
        await Assertions.Expect(period).ToContainTextAsync("2024-01-27 to 2024-01-28: ");
        await Assertions.Expect(picture).Not.ToHaveAttributeAsync("src", first!);

        await player.GetByRole(AriaRole.Button, new() { Name = "Play" }).ClickAsync();
        await Assertions.Expect(period).ToContainTextAsync("2024-01-25 to 2024-01-26: ");
        await Assertions.Expect(period).ToContainTextAsync("2024-01-27 to 2024-01-28: ");
        await Assertions.Expect(player.GetByRole(AriaRole.Button)).ToHaveTextAsync("Play");
    }

    [Fact]
    public async Task Coverage_by_tile_follows_the_slider_and_stays_unfolded()
    {
        var torn = await new SeededImages(portal.Control.AsControlPlane(), TimeProvider.System) { IsPeriodFailed = number => number == 1 }
            .AddAsync(Request, Cancelled);
        await using var visit = await portal.OpenAsync();
        await visit.GoAsync($"/runs/{torn}/images");
        var player = visit.Page.GetByRole(AriaRole.Region, new() { Name = "One after the other" });
        var (tiles, slider) = (player.Locator("details.by-tile"), player.GetByRole(AriaRole.Slider));
        await tiles.Locator("summary").ClickAsync();
        await Assertions.Expect(tiles.Locator("caption")).ToContainTextAsync("2024-01-25 to 2024-01-26");
        await Assertions.Expect(tiles.Locator("td.not-made")).ToHaveCountAsync(1);

        await slider.FocusAsync();
        await slider.PressAsync("ArrowRight");

        await Assertions.Expect(tiles.Locator("caption")).ToContainTextAsync("2024-01-27 to 2024-01-28");
        await Assertions.Expect(tiles.Locator("td.not-made")).ToHaveCountAsync(0);
        await Assertions.Expect(tiles).ToHaveAttributeAsync("open", "");
    }

    [Fact]
    public async Task Without_scripts_images_are_estimated_and_asked_for_and_a_run_leads_to_those_of_another_place()
    {
        var made = await new SeededImages(portal.Control.AsControlPlane(), TimeProvider.System).AddAsync(Request, Cancelled);
        await using var visit = await portal.OpenAsync(Look.WithoutScripts);
        await visit.GoAsync($"/runs/{made}/images");
        await Assertions.Expect(visit.Page.Locator("img.map")).ToHaveCountAsync(2);

        await visit.Page.GetByRole(AriaRole.Link, new() { Name = "Same for other days or places" }).ClickAsync();
        await Assertions.Expect(visit.Page.GetByLabel("East")).ToHaveValueAsync("16");
        await visit.Page.GetByLabel("First day (UTC)").FillAsync("2024-02-25");
        await visit.Page.GetByRole(AriaRole.Button, new() { Name = "Estimate" }).ClickAsync();
        await Assertions.Expect(visit.Page.Locator(".estimate p").First).ToContainTextAsync("4 days, 2 periods: at most");
        await Assertions.Expect(visit.Page.GetByLabel("First day (UTC)")).ToHaveValueAsync("2024-02-25");
        await visit.Page.GetByRole(AriaRole.Button, new() { Name = "Make" }).ClickAsync();

        await visit.Page.WaitForURLAsync("**/runs/*");
        await Assertions.Expect(visit.Page.Locator("main")).ToContainTextAsync("modis.pipeline");
    }

    private static async Task PressAsync(ILocator element, params IEnumerable<(string Key, int Times)> keys)
    {
        foreach (var (key, times) in keys)
        {
            for (var time = 0; time < times; time++)
            {
                await element.PressAsync(key);
            }
        }
    }

    private static async Task ClickAsync(Visit visit, ILocator map, params IEnumerable<(double Longitude, double Latitude)> places)
    {
        foreach (var place in places)
        {
            var (x, y) = await PlaceAsync(map, place);
            await visit.Page.Mouse.ClickAsync(x, y);
        }
    }

    /// <summary>Where a place of the whole world lies in the window.</summary>
    private static async Task<(float X, float Y)> PlaceAsync(ILocator map, (double Longitude, double Latitude) place)
    {
        var box = (await map.Locator("svg").BoundingBoxAsync())!;
        return ((float)(box.X + ((place.Longitude + 180) / 360 * box.Width)), (float)(box.Y + ((90 - place.Latitude) / 180 * box.Height)));
    }
}
