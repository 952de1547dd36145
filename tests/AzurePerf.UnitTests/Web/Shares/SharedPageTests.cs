using System.Net;
using System.Text.Json;
using AngleSharp.Html.Dom;
using AngleSharp.Html.Parser;
using AzurePerf.Core.Experiments;
using AzurePerf.UnitTests.Web.Access;
using AzurePerf.UnitTests.Web.Images;
using Microsoft.Extensions.DependencyInjection;
using Xunit;

namespace AzurePerf.UnitTests.Web.Shares;

public sealed class SharedPageTests
{
    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    [Fact]
    public async Task A_link_shows_its_run_to_whoever_has_it_and_its_numbers()
    {
        await using var web = await SharedWeb.StartAsync();
        var (path, _) = await web.ShareAsync("/runs/" + web.Candidate);

        var response = await web.OpenAsync(path);
        var page = await ReadAsync(response);

        Assert.Equal(HttpStatusCode.OK, response.StatusCode);
        Assert.Equal("<b>secret</b>", page.QuerySelector("h1")!.TextContent);
        Assert.Equal("no-store", response.Headers.CacheControl!.ToString());
        Assert.Equal("no-referrer", Assert.Single(response.Headers.GetValues("Referrer-Policy")));
        Assert.Contains("noindex", Assert.Single(response.Headers.GetValues("X-Robots-Tag")), StringComparison.Ordinal);
        Assert.All(page.QuerySelectorAll("a"), link => Assert.StartsWith(path + "/", link.GetAttribute("href"), StringComparison.Ordinal));
        Assert.Empty(page.QuerySelectorAll("form, nav, b, [data-source]"));
        foreach (var link in page.QuerySelectorAll("a").Select(one => one.GetAttribute("href")!).ToArray())
        {
            var file = await web.OpenAsync(link);
            Assert.Equal("text/csv", file.Content.Headers.ContentType!.MediaType);
            Assert.Equal("no-store", file.Headers.CacheControl!.ToString());
        }

        var numbers = await (await web.OpenAsync(path + "/numbers.csv")).Content.ReadAsStringAsync(Cancelled);
        Assert.Equal(await (await web.OpenAsync($"/api/v1/runs/{web.Candidate}/export?format=csv", web.Key)).Content.ReadAsStringAsync(Cancelled), numbers);
    }

    [Fact]
    public async Task Numbers_of_a_chart_of_any_metric_can_be_fetched()
    {
        var experiments = Shipped.Experiments.All.Select(one => one with { Metrics = [.. one.Metrics.Select(metric => metric with { InCharts = true })] });
        await using var web = await SharedWeb.StartAsync(replace: services => services.AddSingleton(new ExperimentCatalogue(experiments)));
        var (path, _) = await web.ShareAsync("/runs/" + web.Candidate);

        var links = (await ReadAsync(await web.OpenAsync(path))).QuerySelectorAll("a").Select(link => link.GetAttribute("href")!).ToArray();

        Assert.Contains(path + "/charts/metric-bytesPerSecond.csv", links);
        foreach (var link in links)
        {
            Assert.Equal(HttpStatusCode.OK, (await web.OpenAsync(link)).StatusCode);
        }
    }

    [Fact]
    public async Task A_link_to_a_run_of_images_shows_its_pictures_and_tables_and_serves_their_files_and_no_others()
    {
        await using var web = await SharedWeb.StartAsync();
        var images = await PlantedImages.OfAsync(web.Keyed.Web);
        var (path, _) = await web.ShareAsync("/runs/" + images.Id, hours: 1);
        var (other, _) = await web.ShareAsync("/runs/" + web.Candidate);

        var page = await ReadAsync(await web.OpenAsync(path));

        var picture = path + "/images/picture-aaaa-1/picture.png";
        Assert.StartsWith("1 picture and 1 table of 1 period.", page.QuerySelector(".lead")!.TextContent, StringComparison.Ordinal);
        Assert.Equal(picture, page.QuerySelector("img.map")!.GetAttribute("src"));
        Assert.StartsWith("Map of Temperature of the land surface by day", page.QuerySelector("img.map")!.GetAttribute("alt"), StringComparison.Ordinal);
        Assert.Contains("281.51", page.QuerySelector("figure table")!.TextContent, StringComparison.Ordinal);
        Assert.DoesNotContain("Points", page.QuerySelectorAll("dt").Select(name => name.TextContent));
        Assert.Equal([picture, path + "/images/zones-aaaa-1/zones.csv"], page.QuerySelectorAll("a").Select(link => link.GetAttribute("href")));
        var file = await web.OpenAsync(picture);
        Assert.Equal(PlantedImages.Png, await file.Content.ReadAsByteArrayAsync(Cancelled));
        Assert.Equal(("image/png", "no-store"), (file.Content.Headers.ContentType!.MediaType, file.Headers.CacheControl!.ToString()));
        Assert.Equal(PlantedImages.Zones, await (await web.OpenAsync(path + "/images/zones-aaaa-1/zones.csv")).Content.ReadAsStringAsync(Cancelled));
        var refusal = await (await web.OpenAsync("/shared/x")).Content.ReadAsStringAsync(Cancelled);
        foreach (var address in new[]
        {
            path + "/images/picture-aaaa-1/picture.tif", path + "/images/picture-aaaa-1/picture.json", path + "/images/picture-aaaa-1/nothing.png",
            path + "/images/h18v04-aaaa-1.tif/h18v04-aaaa-1.tif", path + "/images/manifest.json", path + "/images/picture-aaaa-1%2Fpicture.png",
            other + picture[path.Length..], "/shared/azs_" + new string('a', 52) + picture[path.Length..], picture + "?a=b",
        })
        {
            var refused = await web.OpenAsync(address);
            Assert.Equal((HttpStatusCode.NotFound, refusal), (refused.StatusCode, await refused.Content.ReadAsStringAsync(Cancelled)));
        }

        web.Time.Move(TimeSpan.FromHours(1));
        Assert.Equal(HttpStatusCode.NotFound, (await web.OpenAsync(picture)).StatusCode);
    }

    [Fact]
    public async Task A_link_shows_what_a_program_made_by_the_names_of_its_files()
    {
        await using var web = await SharedWeb.StartAsync();
        var images = await PlantedImages.BeginAsync(web.Keyed.Web);
        await images.AddResultAsync("program", "program-aaaa-1", 0.5, ("ndvi.png", "image/png", PlantedImages.Png), ("notes.json", "application/json", "{}"u8.ToArray()));
        await images.StoreManifestAsync();
        var (path, _) = await web.ShareAsync("/runs/" + images.Id);

        var page = await ReadAsync(await web.OpenAsync(path));

        Assert.StartsWith("ndvi.png", page.QuerySelector("figcaption")!.TextContent, StringComparison.Ordinal);
        Assert.Equal(path + "/images/program-aaaa-1/ndvi.png", page.QuerySelector("img.map")!.GetAttribute("src"));
    }

    [Fact]
    public async Task A_link_shows_a_bounded_number_of_results_and_says_so()
    {
        await using var web = await SharedWeb.StartAsync();
        var images = await PlantedImages.BeginAsync(web.Keyed.Web);
        for (var number = 0; number < 30; number++)
        {
            await images.AddResultAsync("picture", $"picture-{number}", 0.5, ("picture.png", "image/png", PlantedImages.Png));
        }

        await images.StoreManifestAsync();
        var (path, _) = await web.ShareAsync("/runs/" + images.Id);

        var page = await ReadAsync(await web.OpenAsync(path));

        Assert.Equal(24, page.QuerySelectorAll("img.map").Length);
        Assert.Contains("These are the first 24 of 30 results.", page.QuerySelector("main")!.TextContent, StringComparison.Ordinal);
        var shown = page.QuerySelectorAll("img.map").Select(image => image.GetAttribute("src")!).ToArray();
        var served = Enumerable.Range(0, 30).Select(number => $"{path}/images/picture-{number}/picture.png")
            .ToAsyncEnumerable().Where(async (address, _) => (await web.OpenAsync(address)).StatusCode == HttpStatusCode.OK);
        Assert.Equal(shown.Order(StringComparer.Ordinal), (await served.ToArrayAsync(Cancelled)).Order(StringComparer.Ordinal));
    }

    [Fact]
    public async Task A_comparison_and_a_trend_are_shared_as_their_pages_are()
    {
        await using var web = await SharedWeb.StartAsync();
        var compare = $"/compare?runs={web.Baseline},{web.Candidate}&margin=0.1";
        var (path, _) = await web.ShareAsync(compare);
        var (trend, _) = await web.ShareAsync("/trends?run=" + web.Candidate);

        var page = await ReadAsync(await web.OpenAsync(path));
        var own = await ReadAsync(await web.OpenAsync(compare, web.Key));
        var drawn = await ReadAsync(await web.OpenAsync(trend));

        Assert.Equal(own.QuerySelector(".answer-sentence")!.TextContent, page.QuerySelector(".answer-sentence")!.TextContent);
        Assert.StartsWith("configuration,change,95 % CI low,95 % CI high,p,", await (await web.OpenAsync(path + "/numbers.csv")).Content.ReadAsStringAsync(Cancelled), StringComparison.Ordinal);
        Assert.StartsWith("Trend: queue.add", drawn.QuerySelector("h1")!.TextContent, StringComparison.Ordinal);
        Assert.StartsWith("runId,at", await (await web.OpenAsync(trend + "/numbers.csv")).Content.ReadAsStringAsync(Cancelled), StringComparison.Ordinal);
    }

    [Fact]
    public async Task No_link_to_a_trend_is_made_for_a_configuration_that_no_run_measured()
    {
        await using var web = await SharedWeb.StartAsync();
        var address = $"/trends?run={web.Candidate}&configuration={Uri.EscapeDataString("{\"clients\":4}")}";

        var answer = await web.Keyed.SendAsync(HttpMethod.Post, "/api/v1/shares", web.Key, JsonSerializer.Serialize(new { address }));

        await RunSubmissionApiTests.ProblemAsync(answer, HttpStatusCode.BadRequest, "/problems/invalid-request");
    }

    [Fact]
    public async Task A_link_ends_at_its_time_to_the_second()
    {
        await using var web = await SharedWeb.StartAsync();
        var (path, _) = await web.ShareAsync("/runs/" + web.Candidate, hours: 1);

        web.Time.Move(TimeSpan.FromSeconds(3_599));
        Assert.Equal(HttpStatusCode.OK, (await web.OpenAsync(path)).StatusCode);
        web.Time.Move(TimeSpan.FromSeconds(1));
        Assert.Equal(HttpStatusCode.NotFound, (await web.OpenAsync(path)).StatusCode);
        Assert.Equal(HttpStatusCode.NotFound, (await web.OpenAsync(path + "/numbers.csv")).StatusCode);
    }

    [Fact]
    public async Task Every_refusal_is_the_same_page_whatever_the_reason()
    {
        await using var web = await SharedWeb.StartAsync();
        var (revoked, id) = await web.ShareAsync("/runs/" + web.Candidate);
        var (expired, _) = await web.ShareAsync("/runs/" + web.Candidate, hours: 1);
        await web.Keyed.SendAsync(HttpMethod.Delete, "/api/v1/shares/" + id, web.Key);
        web.Time.Move(TimeSpan.FromHours(1));
        await using var signedIn = await SharedWeb.StartAsync("signedIn");
        var (closed, _) = await signedIn.ShareAsync("/runs/" + signedIn.Candidate);

        HttpResponseMessage[] answers =
        [
            await web.OpenAsync(revoked), await web.OpenAsync(expired), await web.OpenAsync("/shared/azs_" + new string('a', 52)), await web.OpenAsync("/shared/x"),
            await signedIn.OpenAsync(closed),
        ];

        Assert.All(answers, answer => Assert.Equal(HttpStatusCode.NotFound, answer.StatusCode));
        var bodies = await Task.WhenAll(answers.Select(answer => answer.Content.ReadAsStringAsync(Cancelled)));
        Assert.Single(bodies.Distinct());
        Assert.Single(answers.Select(answer => string.Join('\n', answer.Headers.Select(header => $"{header.Key}: {string.Join(',', header.Value)}").Order())).Distinct());
    }

    [Fact]
    public async Task Where_readers_must_be_signed_in_any_scope_opens_it_and_nobody_else_does()
    {
        await using var web = await SharedWeb.StartAsync("signedIn");
        var (path, _) = await web.ShareAsync("/runs/" + web.Candidate);
        var (reader, _) = await web.Keyed.NewKeyAsync("reader", Core.Access.AccessScope.Read);

        Assert.Equal(HttpStatusCode.NotFound, (await web.OpenAsync(path)).StatusCode);
        Assert.Equal(HttpStatusCode.OK, (await web.OpenAsync(path, reader)).StatusCode);
    }

    [Fact]
    public async Task Where_links_are_off_none_is_made_and_none_opens()
    {
        await using var web = await SharedWeb.StartAsync("off");

        await RunSubmissionApiTests.ProblemAsync(
            await web.Keyed.SendAsync(HttpMethod.Post, "/api/v1/shares", web.Key, $$"""{"address": "/runs/{{web.Candidate}}"}"""), HttpStatusCode.Conflict, "/problems/share-links-off");
        var page = await ReadAsync(await web.OpenAsync("/runs/" + web.Candidate, web.Key));
        Assert.DoesNotContain(page.QuerySelectorAll("a"), link => link.TextContent == "Share");

        await using var open = await SharedWeb.StartAsync();
        var (path, _) = await open.ShareAsync("/runs/" + open.Candidate);
        await using var off = new KeyedWeb(new WebUnderTest(
            services => services.AddSingleton<TimeProvider>(open.Time), open.Keyed.Web.Control, ("Access:Mode", "keys"), ("Web:ShareLinks", "off")));
        Assert.Equal(HttpStatusCode.NotFound, (await off.SendAsync(HttpMethod.Get, path)).StatusCode);
        Assert.Equal(HttpStatusCode.NotFound, (await off.SendAsync(HttpMethod.Get, path, open.Key)).StatusCode);
        Assert.Equal(HttpStatusCode.OK, (await open.OpenAsync(path)).StatusCode);
    }

    [Fact]
    public async Task Making_opening_and_ending_a_link_is_in_the_audit_once_each_and_its_secret_nowhere()
    {
        await using var web = await SharedWeb.StartAsync();
        var (path, id) = await web.ShareAsync("/runs/" + web.Candidate);
        web.Time.Move(TimeSpan.FromSeconds(1));
        await web.OpenAsync(path);
        await web.OpenAsync(path);
        web.Time.Move(TimeSpan.FromSeconds(1));
        await web.Keyed.SendAsync(HttpMethod.Delete, "/api/v1/shares/" + id, web.Key);

        var audit = await (await web.OpenAsync("/api/v1/audit", web.Admin)).Content.ReadAsStringAsync(Cancelled);
        var list = await (await web.OpenAsync("/api/v1/shares", web.Key)).Content.ReadAsStringAsync(Cancelled);

        var entries = JsonDocument.Parse(audit).RootElement.GetProperty("entries").EnumerateArray().Where(entry => entry.GetProperty("subject").GetString() == id).ToArray();
        Assert.Equal(["revoked link " + id, "opened for the first time link " + id, "made link " + id], entries.Select(entry => entry.GetProperty("text").GetString()));
        var token = path["/shared/".Length..];
        Assert.DoesNotContain(token, audit + list, StringComparison.Ordinal);
        Assert.DoesNotContain(
            web.Keyed.Web.Control.Rows.ListAllAsync("shares", Cancelled).ToBlockingEnumerable(Cancelled).SelectMany(row => row.Values.Values), value => value is string text && text.Contains(token, StringComparison.Ordinal));
    }

    [Fact]
    public async Task Only_the_owner_and_administrators_end_a_link()
    {
        await using var web = await SharedWeb.StartAsync();
        var (path, id) = await web.ShareAsync("/runs/" + web.Candidate);
        var (other, _) = await web.Keyed.NewKeyAsync("other", Core.Access.AccessScope.Submit);

        Assert.Equal(HttpStatusCode.Forbidden, (await web.Keyed.SendAsync(HttpMethod.Delete, "/api/v1/shares/" + id, other)).StatusCode);
        Assert.Equal(HttpStatusCode.OK, (await web.OpenAsync(path)).StatusCode);
        Assert.Equal(HttpStatusCode.NoContent, (await web.Keyed.SendAsync(HttpMethod.Delete, "/api/v1/shares/" + id, web.Admin)).StatusCode);
        Assert.Equal(HttpStatusCode.NotFound, (await web.OpenAsync(path)).StatusCode);
    }

    [Theory]
    [InlineData("{}", "address")]
    [InlineData("""{"address": "/runs"}""", "address")]
    [InlineData("""{"address": "/workers"}""", "address")]
    [InlineData("""{"address": "/runs/aaaaaaaaaaaaaaaaaaaa"}""", "address")]
    [InlineData("""{"address": "//evil.example/runs/aaaaaaaaaaaaaaaaaaaa"}""", "address")]
    [InlineData("""{"address": "/compare?runs=aaaaaaaaaaaaaaaaaaaa"}""", "address")]
    [InlineData("""{"address": "/trends?run=aaaaaaaaaaaaaaaaaaaa"}""", "address")]
    [InlineData("""{"address": "/runs/aaaaaaaaaaaaaaaaaaaa", "expiresInHours": 0}""", "expiresInHours")]
    [InlineData("""{"address": "/runs/aaaaaaaaaaaaaaaaaaaa", "expiresInHours": 2161}""", "expiresInHours")]
    [InlineData("""{"address": "/runs/aaaaaaaaaaaaaaaaaaaa", "days": 1}""", "days")]
    public async Task What_cannot_be_shared_is_refused_with_its_member(string body, string member)
    {
        await using var web = await SharedWeb.StartAsync();

        var problem = await RunSubmissionApiTests.ProblemAsync(await web.Keyed.SendAsync(HttpMethod.Post, "/api/v1/shares", web.Key, body), HttpStatusCode.BadRequest, "/problems/invalid-request");

        Assert.True(problem.GetProperty("errors").TryGetProperty(member, out _));
    }

    [Fact]
    public async Task In_local_mode_the_page_says_that_a_link_works_on_this_machine_only_and_offers_the_file()
    {
        await using var web = new WebUnderTest();
        var run = await SeededRun.SubmitAsync(web, """{"experiment": "queue.add", "preset": "quick"}""");

        var form = await Page.OpenAsync(web, "/shares/new?address=/runs/" + run.Id);
        var made = await Page.OfAsync(web, await form.SubmitAsync());
        var link = new Uri(Assert.Single(made.Texts(".copyable code"))).AbsolutePath;

        Assert.Contains(form.Texts(".notice"), notice => notice.StartsWith("On this machine only.", StringComparison.Ordinal));
        Assert.Contains($"/api/v1/runs/{run.Id}/export?&format=html", form.Document.QuerySelectorAll("a").Select(one => one.GetAttribute("href")));
        Assert.Equal(HttpStatusCode.OK, (await web.GetAsync(link)).StatusCode);
        var list = await Page.OpenAsync(web, "/shares");
        Assert.Equal(["/runs/" + run.Id], list.Texts("tbody code"));
        Assert.Equal(HttpStatusCode.Redirect, (await list.SubmitAsync()).StatusCode);
        Assert.Equal(HttpStatusCode.NotFound, (await web.GetAsync(link)).StatusCode);
        Assert.Contains("No link is in force.", (await Page.OpenAsync(web, "/shares")).Texts(".empty p"));
    }

    [Fact]
    public async Task A_form_that_is_sent_twice_makes_one_link_and_one_that_asks_for_something_else_another()
    {
        await using var web = new WebUnderTest();
        var run = await SeededRun.SubmitAsync(web, """{"experiment": "queue.add", "preset": "quick"}""");
        var form = await Page.OpenAsync(web, "/shares/new?address=/runs/" + run.Id);

        var first = await LinkAsync();
        var again = await LinkAsync();
        var afterOne = (await Page.OpenAsync(web, "/shares")).Texts("tbody tr").Count;
        var shorter = await LinkAsync(("hours", "1"));

        Assert.Equal(first, again);
        Assert.Equal(1, afterOne);
        Assert.NotEqual(first, shorter);
        Assert.Equal(shorter, await LinkAsync(("hours", "1")));
        Assert.Equal(2, (await Page.OpenAsync(web, "/shares")).Texts("tbody tr").Count);
        Assert.Contains("no-store", form.Response.Headers.CacheControl!.ToString(), StringComparison.Ordinal);

        async Task<string> LinkAsync(params (string, string?)[] changes) =>
            Assert.Single((await Page.OfAsync(web, await form.SubmitAsync(changes))).Texts(".copyable code"));
    }

    private static async Task<IHtmlDocument> ReadAsync(HttpResponseMessage response) => await new HtmlParser().ParseDocumentAsync(await response.Content.ReadAsStringAsync(Cancelled));
}
