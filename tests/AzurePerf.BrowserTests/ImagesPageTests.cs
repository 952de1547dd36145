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

            await visit.LookAsync(name);
        }
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
}
