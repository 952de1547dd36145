using System.Net;
using System.Text;
using Xunit;

namespace AzurePerf.UnitTests.Web;

public sealed class LocalRequestTests : IAsyncDisposable
{
    private readonly WebUnderTest _web = new();

    public ValueTask DisposeAsync() => _web.DisposeAsync();

    [Theory]
    [InlineData("localhost:5080")]
    [InlineData("LOCALHOST")]
    [InlineData("127.0.0.1:81")]
    [InlineData("[::1]:5080")]
    public async Task Names_of_this_machine_are_served(string host) => Assert.Equal(HttpStatusCode.OK, (await SendAsync(HttpMethod.Get, ("Host", host))).StatusCode);

    [Theory]
    [InlineData("evil.example")]
    [InlineData("localhost.evil.example")]
    [InlineData("127.0.0.1.evil.example:5080")]
    [InlineData("10.0.0.1")]
    [InlineData("0.0.0.0")]
    public async Task Other_names_are_refused_so_that_a_foreign_name_rebound_to_this_machine_is_no_way_in(string host) =>
        await RunSubmissionApiTests.ProblemAsync(await SendAsync(HttpMethod.Get, ("Host", host)), HttpStatusCode.BadRequest, "/problems/foreign-host");

    [Theory]
    [InlineData("Origin", "https://evil.example")]
    [InlineData("Origin", "null")]
    [InlineData("Origin", "http://localhost:3000")]
    [InlineData("Sec-Fetch-Site", "cross-site")]
    [InlineData("Sec-Fetch-Site", "same-site")]
    public async Task A_change_that_another_site_makes_is_refused_and_nothing_is_stored(string header, string value)
    {
        await RunSubmissionApiTests.ProblemAsync(await SendAsync(HttpMethod.Post, (header, value)), HttpStatusCode.Forbidden, "/problems/cross-site");
        Assert.Equal(0, _web.Stored);
    }

    [Theory]
    [InlineData("Origin", "http://localhost")]
    [InlineData("Sec-Fetch-Site", "same-origin")]
    [InlineData("Sec-Fetch-Site", "none")]
    [InlineData("User-Agent", "curl/8")]
    public async Task A_change_from_this_host_or_from_a_program_is_taken(string header, string value) =>
        Assert.Equal(HttpStatusCode.Accepted, (await SendAsync(HttpMethod.Post, (header, value))).StatusCode);

    [Fact]
    public async Task Reading_from_a_link_on_another_site_is_allowed() =>
        Assert.Equal(HttpStatusCode.OK, (await SendAsync(HttpMethod.Get, ("Sec-Fetch-Site", "cross-site"))).StatusCode);

    [Theory]
    [InlineData("/")]
    [InlineData("/nothing")]
    [InlineData("/api/v1/runs")]
    [InlineData("/api/v1/nothing")]
    [InlineData("/assets/site.css")]
    public async Task Every_answer_forbids_inline_scripts_and_styles_frames_and_sniffing(string address)
    {
        var headers = (await _web.GetAsync(address)).Headers;

        var policy = Assert.Single(headers.GetValues("Content-Security-Policy"));
        Assert.Contains("default-src 'none'", policy, StringComparison.Ordinal);
        Assert.DoesNotContain("unsafe", policy, StringComparison.Ordinal);
        Assert.Contains("frame-ancestors 'none'", policy, StringComparison.Ordinal);
        Assert.Equal(["nosniff"], headers.GetValues("X-Content-Type-Options"));
    }

    private async Task<HttpResponseMessage> SendAsync(HttpMethod method, (string Name, string Value) header)
    {
        using var request = new HttpRequestMessage(method, "/api/v1/runs");
        request.Headers.TryAddWithoutValidation(header.Name, header.Value);
        if (method == HttpMethod.Post)
        {
            request.Content = new StringContent("""{"experiment": "queue.add", "preset": "quick"}""", Encoding.UTF8, "application/json");
        }

        return await _web.Client.SendAsync(request, TestContext.Current.CancellationToken);
    }
}
