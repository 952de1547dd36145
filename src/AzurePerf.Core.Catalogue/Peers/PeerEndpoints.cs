using System.Globalization;
using System.Net;

namespace AzurePerf.Core.Peers;

/// <summary>Where a worker can be reached by its peer, as one text: addresses with ports, the likeliest first, separated by
/// commas.</summary>
public static class PeerEndpoints
{
    /// <summary>The most addresses that one worker tells.</summary>
    public const int Most = 16;

    public static string Write(IEnumerable<IPEndPoint> endpoints) => string.Join(',', endpoints.Take(Most));

    /// <exception cref="InvalidDataException">A part is not an address with a port, or there are too many or none.</exception>
    public static IReadOnlyList<IPEndPoint> Read(string text)
    {
        var parts = text.Split(',', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries);
        return parts.Length is > 0 and <= Most
            ? [.. parts.Select(part =>
                IPEndPoint.TryParse(part, out var endpoint) && endpoint.Port > 0
                    ? endpoint
                    : throw new InvalidDataException($"'{part}' is no address of a peer with a port"))]
            : throw new InvalidDataException($"a peer told {parts.Length} addresses, and 1 to {Most} are expected");
    }

    /// <summary>A configured name or address with a port.</summary>
    /// <exception cref="InvalidDataException">It is none, or its port is not 1 to 65535.</exception>
    public static EndPoint Named(string text)
    {
        if (IPEndPoint.TryParse(text, out var address) && address.Port > 0)
        {
            return address;
        }

        var colon = text.LastIndexOf(':');
        return colon > 0
            && Uri.CheckHostName(text[..colon]) == UriHostNameType.Dns
            && ushort.TryParse(text[(colon + 1)..], NumberStyles.None, CultureInfo.InvariantCulture, out var port) && port > 0
            ? new DnsEndPoint(text[..colon], port)
            : throw new InvalidDataException($"'{text}' is no name of a host with a port from 1 to 65535, such as worker-peer:9000");
    }

    /// <summary>As it stands in messages and addresses of the web.</summary>
    public static string TextOf(EndPoint endpoint) => endpoint is DnsEndPoint named
        ? string.Create(CultureInfo.InvariantCulture, $"{named.Host}:{named.Port}")
        : endpoint.ToString()!;

    /// <summary>
    /// The addresses at which a worker listens for its peer: those that its operator names; else, where TaskManager and workers are on one
    /// machine, the loopback address alone, so that nothing opens to a network; else all of the machine's, IPv4 first, because that is what
    /// most virtual networks route.
    /// </summary>
    /// <param name="named">What the operator names.</param>
    /// <param name="isOneMachine">True when the TaskManager is reached over the loopback interface.</param>
    /// <param name="ofMachine">Addresses of the machine's interfaces that are up.</param>
    public static IReadOnlyList<IPAddress> Choose(IReadOnlyList<IPAddress> named, bool isOneMachine, IEnumerable<IPAddress> ofMachine)
    {
        if (named.Count > 0)
        {
            return named;
        }

        IPAddress[] usable = isOneMachine
            ? []
            : [.. ofMachine.Where(address => !IPAddress.IsLoopback(address) && !address.IsIPv6LinkLocal && !address.IsIPv6Multicast)
                .Distinct()
                .OrderBy(address => address.AddressFamily == System.Net.Sockets.AddressFamily.InterNetwork ? 0 : 1)
                .Take(Most)];
        return usable.Length > 0 ? usable : [IPAddress.Loopback];
    }
}
