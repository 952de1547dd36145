using System.Net;
using System.Text;
using AzurePerf.Core.Access;
using AzurePerf.Testing.Time;
using AzurePerf.Web.Access;
using AzurePerf.Web.Errors;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Mvc.RazorPages;
using Microsoft.AspNetCore.Routing;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging;
using Xunit;

namespace AzurePerf.UnitTests.Web.Access;

public sealed class UnreadableFormTests : IAsyncDisposable
{
    private const string Parts = "--x\r\nContent-Disposition: form-data; name=\"key\"\r\nContent-Type: text/plain; charset=utf-7\r\n\r\na\r\n--x--\r\n";
    private readonly RecordedLog<ErrorLog> _errors = new();
    private readonly KeyedWeb _keyed;

    public UnreadableFormTests() => _keyed = new(new WebUnderTest(
        services => services.AddSingleton<ILogger<ErrorLog>>(_errors), null, ("Access:Mode", "keys"), ("Access:SubmitsPerMinute", "0"), ("Access:ReadsPerMinute", "0")));

    public async ValueTask DisposeAsync()
    {
        await _keyed.DisposeAsync();
        _errors.Dispose();
    }

    [Theory]
    [InlineData("application/x-www-form-urlencoded; charset=utf-7", "a=b")]
    [InlineData("application/x-www-form-urlencoded; charset=x", "a=b")]
    [InlineData("multipart/form-data; boundary=x", Parts)]
    public async Task A_form_that_cannot_be_read_is_refused_on_every_page_with_and_without_a_key(string type, string body)
    {
        var (key, _) = await _keyed.NewKeyAsync("root", AccessScope.Admin);
        var pages = _keyed.Web.Services.GetRequiredService<EndpointDataSource>().Endpoints.OfType<RouteEndpoint>()
            .Where(endpoint => endpoint.Metadata.GetMetadata<PageActionDescriptor>() is not null)
            .Select(endpoint => "/" + endpoint.RoutePattern.RawText!.Replace("{id}", "aaaaaaaaaaaaaaaaaaaa", StringComparison.Ordinal)).Distinct().ToArray();
        Assert.True(pages.Length > 20, $"only {pages.Length} pages");
        foreach (var page in pages)
        {
            foreach (var (method, shown) in new[] { (HttpMethod.Post, key), (HttpMethod.Post, null), (HttpMethod.Get, key) })
            {
                using var request = new HttpRequestMessage(method, page) { Content = new ByteArrayContent(Encoding.ASCII.GetBytes(body)) };
                request.Content.Headers.TryAddWithoutValidation("Content-Type", type);
                request.Headers.TryAddWithoutValidation("Authorization", shown is null ? [] : ["Bearer " + shown]);
                using var response = await _keyed.SendAsync(request);

                // The page of programs takes such forms, so that it looks first at who sends one.
                if (page == "/programs" && method == HttpMethod.Post && shown is null && body == Parts)
                {
                    Assert.Equal(HttpStatusCode.Unauthorized, response.StatusCode);
                    continue;
                }

                Assert.True(response.StatusCode == HttpStatusCode.UnsupportedMediaType, $"{page}: {response.StatusCode}");
                Assert.Equal("application/problem+json", response.Content.Headers.ContentType!.MediaType);
            }
        }

        Assert.Empty(_errors.Texts);
    }

    [Theory]
    [InlineData("/health/x")]
    [InlineData("/health")]
    [InlineData("/health/ready/x")]
    public async Task A_key_over_plain_HTTP_below_health_finds_nothing_there(string address)
    {
        var (key, _) = await _keyed.NewKeyAsync("root", AccessScope.Admin);

        var response = await KeyedWeb.SendAsync(_keyed.Web.Client, HttpMethod.Get, address, key);

        await RunSubmissionApiTests.ProblemAsync(response, HttpStatusCode.NotFound, "/problems/not-found");
        Assert.Empty(_errors.Texts);
    }

    [Fact]
    public void Requests_that_fail_cannot_fill_the_log()
    {
        var time = new FakeTimeProvider();
        var log = new ErrorLog(time, _errors);
        var context = new DefaultHttpContext { Request = { Method = "GET", Path = "/" } };
        for (var number = 0; number < 1_000; number++)
        {
            log.Note(context, new InvalidOperationException("broken"));
        }

        Assert.Equal(LogRateLimit.LinesPerMinute, _errors.Texts.Count);
        Assert.Contains("broken", _errors.Texts[0], StringComparison.Ordinal);
        time.Advance(TimeSpan.FromMinutes(1));
        log.Note(context, new InvalidOperationException("broken"));
        Assert.StartsWith("940 more requests failed", _errors.Texts[^2], StringComparison.Ordinal);
    }
}
