using System.Globalization;
using System.Net;
using AzurePerf.Core.Access;
using AzurePerf.Core.Settings;
using Microsoft.AspNetCore.Http;

namespace AzurePerf.Web.Listening;

/// <summary>
/// Where the host may listen. In local mode nobody signs in, so whoever reaches the port can run anything: only this machine may reach it.
/// </summary>
internal static class ListenAddresses
{
    private const string Rule =
        "without sign-in the web host listens on loopback only: use --port N or an address such as http://127.0.0.1:5080, or set "
            + "Access:Mode to keys";

    /// <summary>What to listen on when no setting of ASP.NET Core's own is to decide; null when one is.</summary>
    /// <exception cref="SettingsException">Some setting names an address that other machines reach, and nobody signs in.</exception>
    public static string? Choose(IConfiguration configuration, AccessMode mode)
    {
        var given = Given(configuration).ToArray();
        if (mode == AccessMode.Local && Array.Find(given, one => !IsLoopback(one.Address)) is { Address: not null } open)
        {
            throw Refusal($"{open.Setting} asks for {open.Address}");
        }

        var port = configuration[$"{WebOptions.Section}:{nameof(WebOptions.Port)}"];
        return port is null && given.Length > 0
            ? null
            : "http://127.0.0.1:" + (port ?? WebOptions.DefaultPort.ToString(CultureInfo.InvariantCulture));
    }

    /// <summary>The last look at an endpoint, whatever way it was asked for, before the server binds it.</summary>
    /// <exception cref="SettingsException">Other machines would reach it, and nobody signs in.</exception>
    public static void Check(EndPoint endPoint, AccessMode mode)
    {
        if (mode == AccessMode.Local && (endPoint is not IPEndPoint ip || !IPAddress.IsLoopback(ip.Address)))
        {
            throw Refusal($"an endpoint asks for {endPoint}");
        }
    }

    private static IEnumerable<(string Setting, string Address)> Given(IConfiguration configuration)
    {
        foreach (var key in new[] { "http_ports", "https_ports" })
        {
            if (configuration[key] is { Length: > 0 } ports)
            {
                yield return (key.ToUpperInvariant(), $"port {ports} on every address of the machine");
            }
        }

        foreach (var url in (configuration[WebHostDefaults.ServerUrlsKey] ?? "")
            .Split(';', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries))
        {
            yield return ("the URL to listen on (--urls, ASPNETCORE_URLS)", url);
        }

        foreach (var endpoint in configuration.GetSection("Kestrel:Endpoints").GetChildren())
        {
            yield return (endpoint.Path, endpoint["Url"] ?? "");
        }
    }

    private static bool IsLoopback(string address)
    {
        try
        {
            var host = BindingAddress.Parse(address).Host.Trim('[', ']');
            return host.Equals("localhost", StringComparison.OrdinalIgnoreCase)
                || (IPAddress.TryParse(host, out var ip) && IPAddress.IsLoopback(ip));
        }
        catch (FormatException)
        {
            // Not an address at all; the refusal shows it.
            return false;
        }
    }

    private static SettingsException Refusal(string what) => new($"{what}, but {Rule}");
}
