using AzurePerf.Core.Access;
using AzurePerf.Testing.Time;
using AzurePerf.Web.Access;
using AzurePerf.Web.Listening;
using Microsoft.AspNetCore.Http;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging;
using Xunit;

namespace AzurePerf.UnitTests.Web.Access;

public sealed class RefusalLogTests : IDisposable
{
    private readonly FakeTimeProvider _time = new();
    private readonly RecordedLog<RefusalLog> _lines = new();

    public void Dispose() => _lines.Dispose();

    [Fact]
    public void A_line_says_who_was_refused_and_why_in_one_line_without_the_secret()
    {
        var key = AccessKeyText.New("abcdefghij234567klmn");

        Note("Wrong", "/api/v1/runs/" + key + "\r\nFATAL forged", "Bearer " + key);

        var line = Assert.Single(_lines.Texts);
        Assert.Equal("Refused (Wrong): GET /api/v1/runs/azp_***%0D%0AFATAL%20forged from 10.1.2.3, key abcdefghij234567klmn", line);
    }

    [Fact]
    public void What_is_no_key_is_not_repeated()
    {
        Note("Malformed", "/", "Bearer hunter2");

        Assert.DoesNotContain("hunter2", Assert.Single(_lines.Texts), StringComparison.Ordinal);
    }

    [Fact]
    public async Task What_the_front_really_sends_is_logged_once_and_only_where_it_is_believed()
    {
        var lines = new RecordedLog<ProxyAddresses>();
        await using var front = new KeyedWeb(new WebUnderTest(
            services => services.AddSingleton<ILogger<ProxyAddresses>>(lines), null, ("Access:Mode", "keys"), ("Access:TrustForwardedHeaders", "true")));
        await using var direct = new KeyedWeb(new WebUnderTest(services => services.AddSingleton<ILogger<ProxyAddresses>>(lines), null, ("Access:Mode", "keys")));

        foreach (var keyed in new[] { direct, front, front })
        {
            await keyed.SendAsync(HttpMethod.Get, "/health/live", headers: ("X-Forwarded-For", "10.9.9.9"));
            await keyed.SendAsync(HttpMethod.Get, "/signin", headers: ("X-Forwarded-For", "10.1.1.1, 203.0.113.7"));
        }

        Assert.Equal("The first request came with 10.1.1.1, 203.0.113.7 in X-Forwarded-For, from unknown: the last address there is taken for the caller's", Assert.Single(lines.Texts));
    }

    [Fact]
    public void Nobody_can_fill_the_log()
    {
        var log = new RefusalLog(_time, _lines);
        for (var number = 0; number < 10_000; number++)
        {
            log.Note(Request("/", ""), "Wrong");
        }

        Assert.Equal(LogRateLimit.LinesPerMinute, _lines.Texts.Count);
        _time.Advance(TimeSpan.FromMinutes(1));
        log.Note(Request("/", ""), "Wrong");
        Assert.Equal(LogRateLimit.LinesPerMinute + 2, _lines.Texts.Count);
        Assert.StartsWith("9940 more requests", _lines.Texts[^2], StringComparison.Ordinal);
    }

    private void Note(string reason, string path, string authorization) => new RefusalLog(_time, _lines).Note(Request(path, authorization), reason);

    private static DefaultHttpContext Request(string path, string authorization)
    {
        var context = new DefaultHttpContext();
        context.Request.Method = "GET";
        context.Request.Path = path;
        context.Request.Headers.Authorization = authorization;
        context.Connection.RemoteIpAddress = System.Net.IPAddress.Parse("::ffff:10.1.2.3");
        return context;
    }
}
