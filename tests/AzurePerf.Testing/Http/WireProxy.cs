using System.Collections.Concurrent;
using System.Net;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.Features;
using Microsoft.AspNetCore.Server.Kestrel.Core;
using Microsoft.Extensions.Logging;

namespace AzurePerf.Testing.Http;

/// <summary>
/// An HTTP proxy in this process, before a service on the loopback interface. It keeps method and target of every request that reaches it, and passes both bodies on as
/// streams. The Host header, path and query stay as they came, so that signatures hold.
/// </summary>
public sealed class WireProxy : IAsyncDisposable
{
    private static readonly UriCreationOptions AsItCame = new() { DangerousDisablePathAndQueryCanonicalization = true };

    /// <summary>Of one connection each: the other side has its own.</summary>
    private static readonly string[] HopByHop = ["Connection", "Keep-Alive", "Transfer-Encoding", "Expect", "Host"];

    private readonly ConcurrentQueue<WireRequest> _requests = new();
    private readonly WebApplication _application;
    private readonly HttpMessageInvoker _upstream;
    private readonly Uri _service;

    private WireProxy(Uri service)
    {
        _service = service;
        _upstream = new(new SocketsHttpHandler { AllowAutoRedirect = false, UseCookies = false, UseProxy = false, AutomaticDecompression = DecompressionMethods.None });
        var builder = WebApplication.CreateSlimBuilder();
        builder.Logging.ClearProviders();
        builder.WebHost.UseUrls("http://127.0.0.1:0");
        builder.WebHost.ConfigureKestrel((KestrelServerOptions options) => options.Limits.MaxRequestBodySize = null);
        _application = builder.Build();
        _application.Run(ForwardAsync);
    }

    /// <summary>Requests so far, in the order in which they came.</summary>
    public IReadOnlyList<WireRequest> Requests => [.. _requests];

    /// <summary>The service's address through the proxy.</summary>
    public Uri Endpoint => new(new Uri(_application.Urls.Single()), _service.PathAndQuery);

    /// <summary>Starts one on a free port.</summary>
    /// <param name="service">Where the service is; its path stays.</param>
    /// <param name="cancellationToken">Ends the start.</param>
    public static async Task<WireProxy> StartAsync(Uri service, CancellationToken cancellationToken)
    {
        var proxy = new WireProxy(service);
        await proxy._application.StartAsync(cancellationToken);
        return proxy;
    }

    public async ValueTask DisposeAsync()
    {
        await _application.StopAsync(new CancellationToken(canceled: true));
        await _application.DisposeAsync();
        _upstream.Dispose();
    }

    private async Task ForwardAsync(HttpContext context)
    {
        var target = context.Features.GetRequiredFeature<IHttpRequestFeature>().RawTarget;
        _requests.Enqueue(new(context.Request.Method, target));
        using var request = RequestOf(context.Request, target);
        using var answer = await _upstream.SendAsync(request, context.RequestAborted);
        context.Response.StatusCode = (int)answer.StatusCode;
        foreach (var (name, values) in answer.Headers.Concat(answer.Content.Headers).Where(header => !HopByHop.Contains(header.Key, StringComparer.OrdinalIgnoreCase)))
        {
            context.Response.Headers[name] = values.ToArray();
        }

        await answer.Content.CopyToAsync(context.Response.Body, context.RequestAborted);
    }

    private HttpRequestMessage RequestOf(HttpRequest received, string target)
    {
        var request = new HttpRequestMessage(new(received.Method), new Uri($"{_service.GetLeftPart(UriPartial.Authority)}{target}", AsItCame));
        if (received.ContentLength is not null || received.Headers.TransferEncoding.Count > 0)
        {
            request.Content = new StreamContent(received.Body);
        }

        request.Headers.Host = received.Host.Value;
        foreach (var (name, values) in received.Headers.Where(header => !HopByHop.Contains(header.Key, StringComparer.OrdinalIgnoreCase)))
        {
            if (!request.Headers.TryAddWithoutValidation(name, values.AsEnumerable()))
            {
                request.Content?.Headers.TryAddWithoutValidation(name, values.AsEnumerable());
            }
        }

        return request;
    }
}

/// <summary>A request as it came over the wire.</summary>
/// <param name="Method">Its method.</param>
/// <param name="Target">Path and query, encoded as they came.</param>
public sealed record WireRequest(string Method, string Target);
