using System.Net;
using AzurePerf.Core.Access;
using Xunit;

namespace AzurePerf.UnitTests.Web.Access;

/// <summary>As LocalRequestTests, where callers must be known.</summary>
public sealed class CrossSiteFilterTests
{
    private const string Quick = """{"experiment": "queue.add", "preset": "quick"}""";

    [Fact]
    public async Task Other_host_names_are_served_where_callers_are_known()
    {
        await using var keyed = new KeyedWeb();
        var (key, _) = await keyed.NewKeyAsync("ci", AccessScope.Read);

        Assert.Equal(HttpStatusCode.OK, (await keyed.SendAsync(HttpMethod.Get, "/api/v1/runs", key, null, ("Host", "perf.example"))).StatusCode);
    }

    [Fact]
    public async Task Host_names_that_the_operator_did_not_list_are_refused_but_for_health()
    {
        await using var keyed = new KeyedWeb(("Access:AllowedHosts:0", "perf.example"));
        var (key, _) = await keyed.NewKeyAsync("ci", AccessScope.Read);

        Assert.Equal(HttpStatusCode.OK, (await keyed.SendAsync(HttpMethod.Get, "/api/v1/runs", key, null, ("Host", "Perf.Example:443"))).StatusCode);
        foreach (var host in new[] { "evil.example", "localhost", "perf.example.evil.example" })
        {
            await RunSubmissionApiTests.ProblemAsync(
                await keyed.SendAsync(HttpMethod.Get, "/api/v1/runs", key, null, ("Host", host)), HttpStatusCode.BadRequest, "/problems/foreign-host");
        }

        Assert.Equal(HttpStatusCode.OK, (await keyed.SendAsync(HttpMethod.Get, "/health/live", null, null, ("Host", "10.0.0.7"))).StatusCode);
    }

    [Theory]
    [InlineData("Origin", "https://evil.example")]
    [InlineData("Origin", "null")]
    [InlineData("Sec-Fetch-Site", "cross-site")]
    [InlineData("Sec-Fetch-Site", "same-site")]
    public async Task What_another_site_does_with_a_cookie_is_refused_and_a_program_with_a_key_is_not_concerned(string header, string value)
    {
        await using var keyed = new KeyedWeb();
        var (key, _) = await keyed.NewKeyAsync("ci", AccessScope.Submit);
        using var browser = await Browser.SignInAsync(keyed, key);
        using var request = new HttpRequestMessage(HttpMethod.Post, "/api/v1/runs") { Content = new StringContent(Quick, System.Text.Encoding.UTF8, "application/json") };

        await RunSubmissionApiTests.ProblemAsync(await browser.SendAsync(request, (header, value)), HttpStatusCode.Forbidden, "/problems/cross-site");
        Assert.Equal(HttpStatusCode.Accepted, (await keyed.SendAsync(HttpMethod.Post, "/api/v1/runs", key, Quick, (header, value))).StatusCode);
    }

    [Fact]
    public async Task Pages_are_not_shown_over_plain_HTTP_and_health_and_the_API_are()
    {
        await using var keyed = new KeyedWeb();
        var (key, _) = await keyed.NewKeyAsync("ci", AccessScope.Read);
        var plain = keyed.Web.Client;

        await RunSubmissionApiTests.ProblemAsync(await keyed.Web.GetAsync("/signin"), HttpStatusCode.BadRequest, "/problems/https-needed");
        Assert.Equal(HttpStatusCode.OK, (await KeyedWeb.SendAsync(plain, HttpMethod.Get, "/health/live")).StatusCode);
        Assert.Equal(HttpStatusCode.OK, (await KeyedWeb.SendAsync(plain, HttpMethod.Get, "/api/v1/runs", key)).StatusCode);
    }

    [Fact]
    public async Task No_page_of_another_site_is_told_that_it_may_read_or_send_anything()
    {
        await using var keyed = new KeyedWeb();
        var (key, _) = await keyed.NewKeyAsync("ci", AccessScope.Submit);

        var preflight = await keyed.SendAsync(HttpMethod.Options, "/api/v1/runs", null, null,
            ("Origin", "https://evil.example"), ("Access-Control-Request-Method", "POST"), ("Access-Control-Request-Headers", "authorization"));
        var read = await keyed.SendAsync(HttpMethod.Get, "/api/v1/runs", key, null, ("Origin", "https://evil.example"));

        Assert.All(new[] { preflight, read }, response => Assert.DoesNotContain(response.Headers, sent => sent.Key.StartsWith("Access-Control", StringComparison.OrdinalIgnoreCase)));
    }
}
