using System.Net;
using System.Text;
using System.Text.Json;
using AzurePerf.Core.Executions;
using AzurePerf.Core.Experiments.Images;
using AzurePerf.Core.Limits;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Workers;
using AzurePerf.Storage.Executions;
using AzurePerf.Storage.Products;
using AzurePerf.Storage.Runs;
using AzurePerf.Storage.Workers;
using Microsoft.Extensions.DependencyInjection;
using Xunit;

namespace AzurePerf.UnitTests.Web.Images;

/// <summary>The form for images, and what a request would come to.</summary>
public sealed class NewImagesPageTests : IAsyncDisposable
{
    private static readonly (string, string?)[] Box = [("places", ""), ("west", "5"), ("south", "45"), ("east", "16"), ("north", "55")];
    private readonly WebUnderTest _web = new();

    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    public ValueTask DisposeAsync() => _web.DisposeAsync();

    [Fact]
    public async Task The_form_as_it_comes_is_a_request_that_can_be_made()
    {
        var page = await Page.OpenAsync(_web, "/images/new");

        var run = await RunAsync(await page.SubmitAsync());

        Assert.Equal(("modis.pipeline", "box 5 45 16 55", "picture"), (run.Spec.Experiment, Text(run, "area"), Text(run, "reductions")));
        Assert.Equal("MOD11A1|LST_Day_1km|", page.Element("#field-subject option[selected]").GetAttribute("value"));
        Assert.All(page.Document.QuerySelectorAll("form.run-form input:not([type=hidden]):not([type=checkbox]), form.run-form select, form.run-form textarea"), field =>
            Assert.NotNull(page.Document.QuerySelector($"label[for={field.Id}]")));
    }

    [Fact]
    public async Task A_box_becomes_an_area_one_choice_product_data_set_and_band_and_ticks_a_list()
    {
        var page = await Page.OpenAsync(_web, "/images/new");

        var run = await RunAsync(await page.SubmitAsync([.. Box, ("subject", "MYD021KM|EV_1KM_Emissive|31"), ("parameters.from", "2024-02-01"),
            ("parameters.days", "7"), ("parameters.aggregate", "max"), ("reductions", null), ("parameters.missing", "skip"), ("parameters.projection", "webMercator"), ("name", "heat")]));

        Assert.Equal(
            ("box 5 45 16 55", "MYD021KM", "EV_1KM_Emissive", "31", "", "max", "skip", "webMercator", "heat"),
            (Text(run, "area"), Text(run, "product"), Text(run, "dataSet"), Text(run, "band"), Text(run, "reductions"), Text(run, "aggregate"), Text(run, "missing"), Text(run, "projection"), run.Spec.Name));
    }

    [Fact]
    public async Task An_estimate_is_on_the_same_page_keeps_what_was_typed_and_stores_nothing()
    {
        var page = await Page.OpenAsync(_web, "/images/new");

        var again = await Page.OfAsync(_web, await page.SubmitAsync([.. Box, ("parameters.days", "7"), ("estimate", "true")]));

        Assert.Equal(HttpStatusCode.OK, again.Response.StatusCode);
        Assert.Contains("tiles, 7 days, 1 period: at most", again.Texts(".estimate p")[0], StringComparison.Ordinal);
        Assert.EndsWith("None of them exists yet.", again.Texts(".estimate p")[0], StringComparison.Ordinal);
        Assert.Contains("no such task was done within the last 7 days, and no bag worker runs now", again.Texts(".estimate p")[1], StringComparison.Ordinal);
        Assert.Equal(
            ["source listing", "source download", "reprojection", "aggregation", "reduction", "manifest"], again.Texts(".estimate tbody th"));
        Assert.Equal(("16", "7"), (again.Element("#field-east").GetAttribute("value"), again.Element("#field-parameters-days").GetAttribute("value")));
        Assert.Equal(0, _web.Stored);
    }

    [Theory]
    [InlineData("polygon 0 0, 10 10, 10 0, 0 10", "1", "places", "has a polygon whose sides cross or touch near longitude 5, latitude 5")]
    [InlineData("polygon 0 80, 120 80, -120 80", "1", "places", "has a polygon around a pole, so that either side could be meant: write a box")]
    [InlineData("h00v00", "1", "places", "has h00v00, which shows no part of the Earth")]
    [InlineData("Switzerland", "1", "places", null)]
    [InlineData("", "1", "places", null)]
    [InlineData("h18v04", "0", "parameters.days", "must be a whole number of days from 1 to 12000")]
    [InlineData("box -180 -90 180 90", "3650", "parameters.days", null)]
    public async Task What_cannot_be_made_is_one_sentence_at_its_field_and_stays_as_it_was_typed(string places, string days, string field, string? sentence)
    {
        var page = await Page.OpenAsync(_web, "/images/new");

        var again = await Page.OfAsync(_web, await page.SubmitAsync(("west", ""), ("south", ""), ("east", ""), ("north", ""), ("places", places), ("parameters.days", days)));

        var fault = Assert.Single(again.Texts($"#field-{field.Replace('.', '-')}-fault li"));
        Assert.Equal(sentence ?? fault, fault);
        Assert.Single(again.Texts(".faults li"));
        Assert.Equal(HttpStatusCode.BadRequest, again.Response.StatusCode);
        Assert.Equal((places, days), (again.Element("#field-places").TextContent, again.Element("#field-parameters-days").GetAttribute("value")));
        Assert.Equal(0, _web.Stored);
    }

    [Fact]
    public async Task What_is_wrong_with_the_results_is_read_with_their_boxes()
    {
        var page = await Page.OpenAsync(_web, "/images/new");
        var name = page.Element("[role=group] input[type=checkbox]").GetAttribute("name")!;

        var again = await Page.OfAsync(_web, await page.SubmitAsync((name, "nothing")));

        var described = again.Element("[role=group]").GetAttribute("aria-describedby")!.Split(' ');
        Assert.NotEmpty(again.Texts("[role=group] + .fault li"));
        Assert.Contains(again.Element("[role=group] + .fault").Id, described);
    }

    [Theory]
    [InlineData("5", "", "", "", "south")]
    [InlineData("5", "45", "16", "x", "north")]
    [InlineData("5", "55", "16", "45", "west")]
    [InlineData("5", "45,5", "16", "55", "south")]
    [InlineData("5,5", "45", "", "55", "west")]
    public async Task A_box_that_is_none_is_a_fault_of_the_area_and_leads_to_the_side_that_is_wrong(string west, string south, string east, string north, string side)
    {
        var page = await Page.OpenAsync(_web, "/images/new");

        var again = await Page.OfAsync(_web, await page.SubmitAsync(("places", ""), ("west", west), ("south", south), ("east", east), ("north", north)));

        Assert.Contains("a box", Assert.Single(again.Texts($"#field-{side}-fault li")), StringComparison.Ordinal);
        Assert.NotNull(again.Element($".faults a[href='#field-{side}']"));
        Assert.Equal(["field-" + side], again.Document.QuerySelectorAll("[aria-invalid]").Select(field => field.Id));
        Assert.Equal((west, north), (again.Element("#field-west").GetAttribute("value"), again.Element("#field-north").GetAttribute("value")));
    }

    [Fact]
    public async Task A_box_across_the_date_line_and_one_to_the_pole_are_areas()
    {
        var page = await Page.OpenAsync(_web, "/images/new");

        foreach (var (west, south, east, north) in new[] { ("170", "-20", "-170", "-10"), ("-180", "80", "180", "90") })
        {
            var again = await Page.OfAsync(_web, await page.SubmitAsync(("places", ""), ("west", west), ("south", south), ("east", east), ("north", north), ("estimate", "true")));
            Assert.Empty(again.Texts(".faults li"));
        }
    }

    [Fact]
    public async Task Settings_of_an_earlier_run_fill_in_the_form()
    {
        var images = await PlantedImages.BeginAsync(_web, """{"area":"box 5 45 16 55","days":2,"from":"2024-03-01","reductions":"picture zones","missing":"skip"}""");

        var page = await Page.OpenAsync(_web, $"/images/new?from={images.Id}");

        Assert.Equal(("5", "55", "", "2024-03-01"), (page.Element("#field-west").GetAttribute("value"), page.Element("#field-north").GetAttribute("value"), page.Element("#field-places").TextContent, page.Element("#field-parameters-from").GetAttribute("value")));
        Assert.Equal(2, page.Document.QuerySelectorAll("input[name=reductions][checked]").Length);
        Assert.Equal("skip", page.Element("#field-parameters-missing option[selected]").GetAttribute("value"));
        Assert.Equal(HttpStatusCode.NotFound, (await _web.GetAsync("/images/new?from=aaaaaaaaaaaaaaaaaaaa")).StatusCode);
    }

    [Fact]
    public async Task A_choice_with_the_first_band_can_have_more_data_sets_and_comes_back_as_it_was()
    {
        const string Choice = "MOD07_L2|Retrieved_Temperature_Profile|5 hPa";
        var run = await RunAsync(await (await Page.OpenAsync(_web, "/images/new")).SubmitAsync(("subject", Choice), ("moreDataSets", "Total_Ozone")));
        var page = await Page.OpenAsync(_web, $"/images/new?from={run.RunId}");

        var again = await RunAsync(await page.SubmitAsync());

        Assert.Equal(Choice, page.Element("#field-subject option[selected]").GetAttribute("value"));
        Assert.All([run, again], one => Assert.Equal(
            ("MOD07_L2", "Retrieved_Temperature_Profile Total_Ozone", ""), (Text(one, "product"), Text(one, "dataSet"), Text(one, "band"))));
    }

    [Fact]
    public async Task Another_band_than_the_first_cannot_have_more_data_sets_and_the_sentence_says_so()
    {
        var page = await Page.OpenAsync(_web, "/images/new");

        var again = await Page.OfAsync(_web, await page.SubmitAsync(("subject", "MOD07_L2|Retrieved_Temperature_Profile|10 hPa"), ("moreDataSets", "Total_Ozone")));

        Assert.Equal("must be empty where dataSet names several: each is taken with its first band", Assert.Single(again.Texts("#field-subject-fault li")));
    }

    [Fact]
    public async Task A_form_that_is_sent_twice_starts_one_run()
    {
        var page = await Page.OpenAsync(_web, "/images/new");

        var first = await RunAsync(await page.SubmitAsync());
        var second = await RunAsync(await page.SubmitAsync());

        Assert.Equal(first.RunId, second.RunId);
    }

    [Fact]
    public async Task With_quotas_the_form_names_them_its_estimate_shows_how_they_stand_and_a_refusal_says_when_there_is_room()
    {
        await using var web = new WebUnderTest(services => services.AddSingleton(new LimitOptions { CoreHoursPerOwnerAndMonth = 0.01, OpenTasksPerOwner = 500 }));
        var page = await Page.OpenAsync(web, "/images/new");
        Assert.Contains("Your quotas: 0.01 core hours a month (UTC), 500 tasks under way.", page.Texts("p.note"));

        var estimate = await Page.OfAsync(web, await page.SubmitAsync([.. Box, ("estimate", "true")]));
        var refused = await Page.OfAsync(web, await page.SubmitAsync(Box));

        Assert.Contains(estimate.Texts(".estimate p"), text => text.StartsWith("Your month: 0 of 0.01 core hours; this request about ", StringComparison.Ordinal));
        Assert.Contains(estimate.Texts(".estimate p"), text => text.StartsWith("Your tasks under way: 0 of 500; this request at most about ", StringComparison.Ordinal));
        Assert.Equal(HttpStatusCode.UnprocessableEntity, refused.Response.StatusCode);
        Assert.EndsWith("this is more than the quota, so ask for less", Assert.Single(refused.Texts(".faults li")), StringComparison.Ordinal);
        Assert.Equal(0, web.Stored);
    }

    [Fact]
    public async Task The_estimate_counts_what_is_made_already_without_relying_on_it_and_takes_times_from_history_and_slots_from_workers()
    {
        var images = await PlantedImages.BeginAsync(_web, """{"area":"h18v04 h19v04","days":2}""");
        foreach (var tile in new[] { "h18v04", "h00v08" })
        {
            await images.AddImageAsync(tile, new(2024, 1, 25), ImageKeys.PrefixOfImage(images.Request, tile) + "0123456789abcdef01234567.tif");
        }

        await images.AddImageAsync("h19v04", new(2024, 1, 26), "h19v04-00000000-0123456789abcdef01234567.tif");
        await new ExecutionStatisticsStore(_web.Control.Rows, WebUnderTest.Clock).AddAsync(
            [.. new[] { ImageStages.Listing, ImageStages.Download, ImageStages.Reprojection, ImageStages.Aggregation, ImageStages.Reduction, ImageStages.Manifest }.Select(stage => new HourlyStatistics(
                TaskClass.For("modis.pipeline", stage, new() { ["product"] = "MOD11A1", ["dataSet"] = "" }), HourlyStatistics.HourOf(WebUnderTest.Now), ExecutionStatistics.OfSuccess(TimeSpan.FromSeconds(4))))],
            "batch", Cancelled);
        await new WorkerStore(_web.Control.Rows).TryAddAsync(
            new() { WorkerId = "w", Pool = WorkerPool.Bag, HostId = "h", Build = "1", StartedAt = WebUnderTest.Now, BeatAt = WebUnderTest.Now, Slots = 4 }, Cancelled);

        var estimate = await EstimateAsync("""{"experiment":"modis.pipeline","parameters":{"area":"h18v04 h19v04","days":2}}""");

        Assert.Equal((2, 2, 1, 1, 2, 4), (Number("tiles"), Number("days"), Number("periods"), Number("alreadyMade"), Number("daysLookedAt"), Number("slots")));
        Assert.Equal(
            ["source listing 2 8", "source download 4 16", "reprojection 4 16", "aggregation 2 8", "reduction 1 4", "manifest 1 4"],
            estimate.GetProperty("tasks").EnumerateArray().Select(tasks => $"{tasks.GetProperty("class").GetString()} {tasks.GetProperty("tasks")} {tasks.GetProperty("seconds")}"));
        Assert.Equal((56, 24, 12), (estimate.GetProperty("seconds").GetDouble(), estimate.GetProperty("duration").GetDouble(), estimate.GetProperty("bytes").GetInt64()));

        int Number(string name) => estimate.GetProperty(name).GetInt32();
    }

    [Fact]
    public async Task The_estimate_of_several_data_sets_counts_the_images_of_each()
    {
        const string Both = """{"dataSet":"LST_Day_1km LST_Night_1km","area":"h18v04 h19v04","days":2}""";
        var images = await PlantedImages.BeginAsync(_web, Both);
        foreach (var (tile, day, layer) in from tile in new[] { "h18v04", "h19v04" } from day in images.Request.Days from layer in images.Request.Layers select (tile, day, layer))
        {
            await images.AddImageAsync(tile, day, ImageKeys.PrefixOfImage(layer, tile) + "0123456789abcdef01234567.tif");
        }

        var estimate = await EstimateAsync($$"""{"experiment":"modis.pipeline","parameters":{{Both}}}""");

        Assert.Equal((8, 8), (estimate.GetProperty("images").GetInt32(), estimate.GetProperty("alreadyMade").GetInt32()));
        var page = await Page.OpenAsync(_web, "/images/new");
        var shown = await Page.OfAsync(_web, await page.SubmitAsync(
            ("places", "h18v04 h19v04"), ("parameters.days", "2"), ("moreDataSets", "LST_Night_1km"), ("estimate", "true")));
        Assert.Equal("2 tiles, 2 days, 1 period: at most 8 daily images. About 8 of them exist already.", shown.Texts(".estimate p")[0]);
    }

    [Fact]
    public async Task An_estimate_of_a_request_that_is_none_has_the_faults_of_a_submission()
    {
        const string Wrong = """{"experiment":"modis.pipeline","parameters":{"product":"MOD99","area":"polygon 0 0, 10 10, 10 0, 0 10"}}""";

        var estimate = await _web.PostJsonAsync("/api/v1/images/estimate", Wrong);
        var submission = await _web.PostJsonAsync("/api/v1/runs", Wrong);
        var other = await _web.PostJsonAsync("/api/v1/images/estimate", """{"experiment":"queue.add"}""");

        Assert.Equal(HttpStatusCode.BadRequest, estimate.StatusCode);
        Assert.Equal(
            (await WebUnderTest.JsonOf(submission)).GetProperty("errors").GetRawText(), (await WebUnderTest.JsonOf(estimate)).GetProperty("errors").GetRawText());
        Assert.Equal("must be modis.pipeline: others make no images", (await WebUnderTest.JsonOf(other)).GetProperty("errors").GetProperty("experiment")[0].GetString());
    }

    [Fact]
    public async Task Of_a_long_request_a_sample_of_ten_days_is_looked_at_and_said_to_be_one()
    {
        const string Year = """{"area":"h18v04","days":365,"aggregateDays":30}""";
        var images = await PlantedImages.BeginAsync(_web, Year);
        foreach (var day in images.Request.Days.Where((_, place) => place < 37 || place % 2 == 0))
        {
            await images.AddImageAsync("h18v04", day, ImageKeys.PrefixOfImage(images.Request, "h18v04") + "0123456789abcdef01234567.tif");
        }

        var estimate = await EstimateAsync($$"""{"experiment":"modis.pipeline","parameters":{{Year}}}""");

        Assert.Equal((10, 365, 13), (estimate.GetProperty("daysLookedAt").GetInt32(), estimate.GetProperty("days").GetInt32(), estimate.GetProperty("periods").GetInt32()));
        Assert.InRange(estimate.GetProperty("alreadyMade").GetInt32(), 150, 250);
        Assert.Equal(365 * 3, estimate.GetProperty("bytes").GetInt64());
        var page = await Page.OpenAsync(_web, "/images/new");
        var shown = await Page.OfAsync(_web, await page.SubmitAsync(("places", "h18v04"), ("parameters.days", "365"), ("parameters.aggregateDays", "30"), ("estimate", "true")));
        Assert.EndsWith(
            $" About {estimate.GetProperty("alreadyMade")} of them exist already, judged by 10 of the 365 days.", shown.Texts(".estimate p")[0], StringComparison.Ordinal);
    }

    [Fact]
    public async Task People_find_the_form_where_they_look_for_it()
    {
        foreach (var address in new[] { "/experiments", "/experiments/modis.pipeline", "/submit?experiment=modis.pipeline" })
        {
            Assert.NotNull((await Page.OpenAsync(_web, address)).Document.QuerySelector("main a[href='/images/new']"));
        }
    }

    private static string Text(RunState run, string parameter) => run.Spec.Parameters[parameter]!.ToString();

    private async Task<JsonElement> EstimateAsync(string request) =>
        await WebUnderTest.JsonOf(await _web.PostJsonAsync("/api/v1/images/estimate", request));

    private async Task<RunState> RunAsync(HttpResponseMessage answer)
    {
        Assert.True(answer.StatusCode == HttpStatusCode.Redirect, await answer.Content.ReadAsStringAsync(Cancelled));
        return (await new RunStore(_web.Control.Rows).FindAsync(answer.Headers.Location!.OriginalString["/runs/".Length..], Cancelled))!;
    }
}
