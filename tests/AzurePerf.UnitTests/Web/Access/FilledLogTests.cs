using System.Net.Sockets;
using System.Text;
using AzurePerf.Storage.Rights;
using AzurePerf.UnitTests.Hosting;
using AzurePerf.Web;
using AzurePerf.Web.Access;
using Microsoft.AspNetCore.Mvc.Testing;
using Microsoft.AspNetCore.TestHost;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging;
using Xunit;

namespace AzurePerf.UnitTests.Web.Access;

/// <summary>The whole log of a real server: what the framework says of requests fills it as well.</summary>
public sealed class FilledLogTests : IDisposable
{
    private const string Form = "Content-Type: application/x-www-form-urlencoded\r\n";
    private readonly RecordedLog<FilledLogTests> _log = new();

    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    public static TheoryData<string, string, int, int> Requests => new()
    {
        { "GET /signin", "Cookie: azureperf-form=x\r\n", 0, 200 },
        { "POST /signin", Form, 5, 400 },
        { "POST /signin", Form + "Cookie: azureperf-form=x\r\n", 5, 400 },
        { "POST /signin", Form, 20_000, 413 },
        { "POST /signin", "Content-Type: text/plain\r\n", 30_000, 413 },
        { "PUT /signin", Form, 20_000, 413 },
        { "POST /problems/not-found", Form, 5, 400 },
        { "POST /problems/not-found", Form, 70_000, 413 },
        { "POST /errors/404", Form, 5, 404 },
        { "POST /errors/404", Form, 270_000, 413 },
        { "POST /nothing", Form, 5, 401 },
    };

    public void Dispose() => _log.Dispose();

    [Theory]
    [MemberData(nameof(Requests))]
    public async Task What_strangers_send_adds_no_more_than_some_lines_a_minute_to_the_log(string line, string headers, int bodyBytes, int status)
    {
        await using var host = Start();
        var request = $"{line} HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-Proto: https\r\n{headers}Content-Length: {bodyBytes}\r\nConnection: close\r\n\r\n{new string('x', bodyBytes)}";
        await SendAsync(host, request);
        var before = _log.Texts.Count;
        for (var number = 0; number < LogRateLimit.LinesPerMinute + 10; number++)
        {
            Assert.StartsWith($"HTTP/1.1 {status} ", await SendAsync(host, request), StringComparison.Ordinal);
        }

        Assert.InRange(_log.Texts.Count - before, 0, LogRateLimit.LinesPerMinute);
    }

    private static async Task<string> SendAsync(WebApplicationFactory<WebOptions> host, string request)
    {
        using var client = await ConnectAsync(host);
        var stream = client.GetStream();
        await stream.WriteAsync(Encoding.ASCII.GetBytes(request), Cancelled);
        using var reader = new StreamReader(stream);
        return await reader.ReadToEndAsync(Cancelled);
    }

    private static async Task<TcpClient> ConnectAsync(WebApplicationFactory<WebOptions> host)
    {
        var client = new TcpClient();
        await client.ConnectAsync("127.0.0.1", host.ClientOptions.BaseAddress.Port, Cancelled);
        return client;
    }

    private WebApplicationFactory<WebOptions> Start()
    {
        var host = HostUnderTest.Of<WebOptions>(ControlHost.Web, new(TimeProvider.System), ("Access:Mode", "keys"), ("Access:TrustForwardedHeaders", "true"))
            .WithWebHostBuilder(web => web.ConfigureTestServices(services => services.AddSingleton<ILoggerProvider>(_log)));
        host.UseKestrel(0);
        host.StartServer();
        return host;
    }
}
