using System.Collections.Concurrent;
using System.Net;
using AzurePerf.Core.Targets;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.Features;
using Microsoft.Extensions.Logging;

namespace AzurePerf.ProcessTests.Faults;

/// <summary>Stands before an account and passes every request on as it is, or answers as a service does that asks to slow down.</summary>
internal sealed class ThrottlingProxy : IAsyncDisposable
{
    /// <summary>Of the connection between two parties only, or set anew on the way.</summary>
    private static readonly HashSet<string> OwnHeaders = new(["Host", "Connection", "Keep-Alive", "Transfer-Encoding", "Expect"], StringComparer.OrdinalIgnoreCase);

    private readonly HttpMessageInvoker _http = new(new SocketsHttpHandler { UseProxy = false, UseCookies = false, AllowAutoRedirect = false, ActivityHeadersPropagator = null });
    private readonly Dictionary<int, string> _servicesByPort = [];
    private readonly WebApplication _app;
    private readonly ConcurrentDictionary<string, int> _passed = new();
    private int _refused;

    private ThrottlingProxy(WebApplication app) => _app = app;

    /// <summary>The account behind the proxy, by the proxy's addresses.</summary>
    public string ConnectionString { get; private set; } = "";

    /// <summary>True lets no request pass.</summary>
    public bool Throttles { get; set; }

    /// <summary>Requests that it answered itself.</summary>
    public int Refused => _refused;

    /// <summary>Requests that it passed on, by the name of the table, queue or container, the control plane's prefix included.</summary>
    public IReadOnlyDictionary<string, int> Passed => _passed;

    public static async Task<ThrottlingProxy> StartAsync(string connectionString, CancellationToken cancellationToken)
    {
        var account = StorageAccountAddress.Parse(connectionString);
        string[] services = [.. new[] { account.BlobEndpoint, account.QueueEndpoint, account.TableEndpoint }.Select(endpoint => endpoint.GetLeftPart(UriPartial.Authority))];
        var builder = WebApplication.CreateSlimBuilder();
        builder.Logging.ClearProviders();
        builder.WebHost.ConfigureKestrel(server =>
        {
            server.Limits.MaxRequestBodySize = null;
            foreach (var _ in services)
            {
                server.Listen(IPAddress.Loopback, 0);
            }
        });
        var proxy = new ThrottlingProxy(builder.Build());
        proxy._app.Run(proxy.AnswerAsync);
        await proxy._app.StartAsync(cancellationToken);
        proxy.ConnectionString = connectionString;
        foreach (var (service, own) in services.Zip(proxy._app.Urls))
        {
            proxy._servicesByPort.Add(new Uri(own).Port, service);
            proxy.ConnectionString = proxy.ConnectionString.Replace(service, own.TrimEnd('/'), StringComparison.Ordinal);
        }

        return proxy;
    }

    public async ValueTask DisposeAsync()
    {
        await _app.DisposeAsync();
        _http.Dispose();
    }

    private async Task AnswerAsync(HttpContext context)
    {
        if (Throttles)
        {
            Interlocked.Increment(ref _refused);
            context.Response.StatusCode = StatusCodes.Status503ServiceUnavailable;
            context.Response.Headers["x-ms-error-code"] = "ServerBusy";
            return;
        }

        _passed.AddOrUpdate(PartOf(context.Request.Path), 1, (_, count) => count + 1);
        using var request = RequestFor(context);
        using var answer = await _http.SendAsync(request, context.RequestAborted);
        context.Response.StatusCode = (int)answer.StatusCode;
        foreach (var (name, values) in answer.Headers.Concat(answer.Content.Headers).Where(header => !OwnHeaders.Contains(header.Key)))
        {
            context.Response.Headers.Append(name, values.ToArray());
        }

        if (context.Request.Method != HttpMethods.Head)
        {
            await answer.Content.CopyToAsync(context.Response.Body, context.RequestAborted);
        }
    }

    /// <summary>Behind the account's name: a row or a query of rows has its keys in brackets, messages are below their queue.</summary>
    private static string PartOf(PathString path) =>
        path.Value!.Split('/', StringSplitOptions.RemoveEmptyEntries).ElementAtOrDefault(1)?.Split('(')[0] ?? "";

    /// <summary>The same request for the service: the path byte for byte, because the signature covers it.</summary>
    private HttpRequestMessage RequestFor(HttpContext context)
    {
        var target = context.Features.GetRequiredFeature<IHttpRequestFeature>().RawTarget;
        var address = new Uri(_servicesByPort[context.Connection.LocalPort] + target, new UriCreationOptions { DangerousDisablePathAndQueryCanonicalization = true });
        var request = new HttpRequestMessage(new HttpMethod(context.Request.Method), address);
        if (context.Request.ContentLength is { } length)
        {
            request.Content = length == 0 ? new ByteArrayContent([]) : new StreamContent(context.Request.Body);
        }

        foreach (var (name, values) in context.Request.Headers.Where(header => !OwnHeaders.Contains(header.Key)))
        {
            if (!request.Headers.TryAddWithoutValidation(name, values.ToArray()))
            {
                request.Content?.Headers.TryAddWithoutValidation(name, values.ToArray());
            }
        }

        return request;
    }
}
