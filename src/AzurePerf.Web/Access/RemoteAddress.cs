using System.Net;
using System.Net.Sockets;

namespace AzurePerf.Web.Access;

/// <summary>Where a request comes from.</summary>
internal static class RemoteAddress
{
    private const int NetworkBytes = 8;

    /// <summary>As the audit and the log have it.</summary>
    public static string Of(HttpContext context) => AddressOf(context)?.ToString() ?? "unknown";

    /// <summary>What limits count requests by: the address, or the first 64 bits of an IPv6 address, because one network has all addresses
    /// that begin with them.</summary>
    public static string NetworkOf(HttpContext context) => AddressOf(context) is { AddressFamily: AddressFamily.InterNetworkV6 } address
        ? new IPAddress([.. address.GetAddressBytes()[..NetworkBytes], .. new byte[NetworkBytes]]) + "/64"
        : Of(context);

    private static IPAddress? AddressOf(HttpContext context) => context.Connection.RemoteIpAddress switch
    {
        { IsIPv4MappedToIPv6: true } mapped => mapped.MapToIPv4(),
        var address => address,
    };
}
