using System.Net;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Routing;
using Microsoft.Extensions.DependencyInjection;
using OpenTelemetry.Metrics;

namespace AzurePerf.Hosting.Telemetry;

/// <summary>/metrics in the text format of Prometheus: what this process recorded since it began. It reads nothing from storage.</summary>
public static class MetricsEndpoint
{
    public const string Path = "/metrics";

    /// <summary>Keeps the metrics of a host for /metrics, under its path as the key: what is sent elsewhere has other labels, and a
    /// provider of its own.</summary>
    /// <param name="services">The host's services.</param>
    /// <param name="ofRequests">Whether the requests to the host are measured too.</param>
    public static void AddScrapedMetrics(this IServiceCollection services, bool ofRequests = false) =>
        services.AddKeyedSingleton(Path, (provider, _) => ScrapedMetrics.Build(provider.GetRequiredService<HostIdentity>(), ofRequests));

    /// <summary>For a host that knows its callers and has asked them who they are before.</summary>
    public static void MapMetrics(this IEndpointRouteBuilder app) => app.Map(_ => { });

    /// <summary>For a host that knows nobody: only a program on the same machine, or in the same replica, gets an answer. To others the
    /// address does not exist.</summary>
    public static void MapMetricsForThisMachine(this IEndpointRouteBuilder app) => app.Map(metrics => metrics.Use((context, next) =>
    {
        if (MetricsCaller.IsOnThisMachine(context))
        {
            return next(context);
        }

        context.Response.StatusCode = StatusCodes.Status404NotFound;
        return Task.CompletedTask;
    }));

    private static void Map(this IEndpointRouteBuilder app, Action<IApplicationBuilder> before) =>
        app.MapPrometheusScrapingEndpoint(Path, app.ServiceProvider.GetRequiredKeyedService<MeterProvider>(Path), before, optionsName: null)
            .WithMetadata(new HttpMethodMetadata([HttpMethods.Get]))
            .ExcludeFromDescription();
}

/// <summary>Who asks a host for its metrics that has no sign-in.</summary>
internal static class MetricsCaller
{
    private static readonly string[] OwnMachine = ["localhost", "127.0.0.1", "[::1]"];
    private static readonly string[] OfProxies = ["Forwarded", "Via", "X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Proto",
        "X-Original-For", "X-Real-IP"];

    /// <summary>Whether a program of this machine asks, by a name of it: a proxy in between asks for somebody else, and a page in a browser
    /// may ask by a name of its own (DNS rebinding).</summary>
    public static bool IsOnThisMachine(HttpContext context) =>
        context.Connection.RemoteIpAddress is { } from && IPAddress.IsLoopback(from.IsIPv4MappedToIPv6 ? from.MapToIPv4() : from)
        && OwnMachine.Contains(context.Request.Host.Host, StringComparer.OrdinalIgnoreCase)
        && !OfProxies.Any(context.Request.Headers.ContainsKey);
}
