using System.Net.Sockets;
using System.Text;
using AzurePerf.Storage.Rights;
using AzurePerf.UnitTests.Hosting;
using AzurePerf.Web;
using AzurePerf.Web.Access;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
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

    [Theory]
    [InlineData("POST")]
    [InlineData("GET")]
    public async Task Who_sends_a_form_of_too_many_fields_and_goes_before_the_answer_ends_adds_nothing_to_the_log(string method)
    {
        var end = new AwaitedEnd();
        var fields = string.Join('&', Enumerable.Range(0, 1_100).Select(number => $"x{number}=1"));
        await using (var host = Start(services => services.AddSingleton<IStartupFilter>(end)))
        {
            using var client = await ConnectAsync(host);
            var request = $"{method} /signin HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-Proto: https\r\n{Form}Content-Length: {fields.Length}\r\n\r\n{fields}";
            await client.GetStream().WriteAsync(Encoding.ASCII.GetBytes(request), Cancelled);
            await end.Reached.WaitAsync(Cancelled);
        }

        Assert.DoesNotContain(_log.Texts, text => text.Contains("Exception", StringComparison.Ordinal));
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

    private WebApplicationFactory<WebOptions> Start(Action<IServiceCollection>? replace = null)
    {
        var host = HostUnderTest.Of<WebOptions>(ControlHost.Web, new(TimeProvider.System), ("Access:Mode", "keys"), ("Access:TrustForwardedHeaders", "true"))
            .WithWebHostBuilder(web => web.ConfigureTestServices(services =>
            {
                services.AddSingleton<ILoggerProvider>(_log);
                replace?.Invoke(services);
            }));
        host.UseKestrel(0);
        host.StartServer();

        // Where the host takes its log elsewhere, nothing would come here, whatever is sent.
        Assert.NotEmpty(_log.Texts);
        return host;
    }

    /// <summary>Keeps a request from ending, once it was answered, until its client has gone.</summary>
    private sealed class AwaitedEnd : IStartupFilter
    {
        private readonly TaskCompletionSource _reached = new(TaskCreationOptions.RunContinuationsAsynchronously);

        public Task Reached => _reached.Task;

        public Action<IApplicationBuilder> Configure(Action<IApplicationBuilder> next) => app =>
        {
            app.Use(async (context, others) =>
            {
                await others(context);
                var gone = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
                await using var told = context.RequestAborted.Register(gone.SetResult);
                _reached.SetResult();
                await gone.Task;
            });
            next(app);
        };
    }
}
