using System.Net;
using AzurePerf.Core.Access;
using AzurePerf.Web.Access;
using Microsoft.Extensions.Logging.Abstractions;
using Xunit;

namespace AzurePerf.UnitTests.Web.Access;

public sealed class ProxyCheckTests : IAsyncDisposable
{
    private readonly KeyedWeb _keyed = KeyedWeb.InContainerApps();

    public ValueTask DisposeAsync() => _keyed.DisposeAsync();

    [Theory]
    [InlineData(true, ProxyCheckResult.Removed)]
    [InlineData(false, ProxyCheckResult.Arrived)]
    public async Task A_host_sees_through_its_own_address_whether_identity_headers_are_taken_away(bool takesAway, ProxyCheckResult expected) =>
        Assert.Equal(expected, await LookAsync(new Platform(takesAway, request => _keyed.SendAsync(request))));

    [Fact]
    public async Task One_header_that_comes_through_is_enough() => Assert.Equal(ProxyCheckResult.Arrived, await LookAsync(new Platform(false, request =>
    {
        request.Headers.Remove("X-MS-CLIENT-PRINCIPAL");
        request.Headers.Remove("X-MS-CLIENT-PRINCIPAL-ID");
        return _keyed.SendAsync(request);
    })));

    [Theory]
    [InlineData(HttpStatusCode.OK, "a page")]
    [InlineData(HttpStatusCode.OK, "{}")]
    [InlineData(HttpStatusCode.OK, "null")]
    [InlineData(HttpStatusCode.Unauthorized, "")]
    [InlineData(HttpStatusCode.Found, "")]
    public async Task Any_other_answer_tells_nothing(HttpStatusCode status, string body) => Assert.Equal(
        ProxyCheckResult.Unknown, await LookAsync(new Platform(true, _ => Task.FromResult(new HttpResponseMessage(status) { Content = new StringContent(body) }))));

    [Fact]
    public async Task A_host_that_does_not_reach_itself_knows_nothing() => Assert.Equal(
        ProxyCheckResult.Unknown, await LookAsync(new Platform(true, _ => throw new HttpRequestException("no route"))));

    private static async Task<ProxyCheckResult> LookAsync(HttpMessageHandler platform)
    {
        using var look = new ProxyCheck(new("https://web.example.com"), platform, NullLogger<ProxyCheck>.Instance);
        return await look.LookAsync(TestContext.Current.CancellationToken);
    }

    private sealed class Platform(bool takesAway, Func<HttpRequestMessage, Task<HttpResponseMessage>> host) : HttpMessageHandler
    {
        protected override Task<HttpResponseMessage> SendAsync(HttpRequestMessage request, CancellationToken cancellationToken)
        {
            var arriving = new HttpRequestMessage(request.Method, request.RequestUri!.PathAndQuery);
            foreach (var (name, values) in request.Headers.Where(_ => !takesAway))
            {
                arriving.Headers.Add(name, values);
            }

            return host(arriving);
        }
    }
}
