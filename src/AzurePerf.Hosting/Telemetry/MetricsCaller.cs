using System.Net;
using Microsoft.AspNetCore.Http;

namespace AzurePerf.Hosting.Telemetry;

/// <summary>Who asks a host for its metrics that has no sign-in.</summary>
internal static class MetricsCaller
{
    private static readonly string[] OwnMachine = ["localhost", "127.0.0.1", "[::1]"];
    private static readonly string[] OfProxies = ["Forwarded", "Via", "X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Proto", "X-Original-For", "X-Real-IP"];

    /// <summary>Whether a program of this machine asks, by a name of it: a proxy in between asks for somebody else, and a page in a browser may ask by a name of its own (DNS rebinding).</summary>
    public static bool IsOnThisMachine(HttpContext context) =>
        context.Connection.RemoteIpAddress is { } from && IPAddress.IsLoopback(from.IsIPv4MappedToIPv6 ? from.MapToIPv4() : from)
        && OwnMachine.Contains(context.Request.Host.Host, StringComparer.OrdinalIgnoreCase)
        && !OfProxies.Any(context.Request.Headers.ContainsKey);
}
