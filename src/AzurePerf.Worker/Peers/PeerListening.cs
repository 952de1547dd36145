using System.Net;
using System.Net.NetworkInformation;
using System.Net.Sockets;
using AzurePerf.Core.Peers;
using AzurePerf.Worker.Targets;

namespace AzurePerf.Worker.Peers;

/// <summary>Where a worker listens for the one that measures.</summary>
internal static class PeerListening
{
    /// <summary>Connections that the kernel keeps until they are looked at. Of one more it drops the first packet, and whoever it is, the
    /// peer too, comes again a second later.</summary>
    private const int Backlog = 1_024;

    /// <param name="options">May name addresses.</param>
    /// <param name="isOneMachine">True when all workers are on this machine.</param>
    /// <exception cref="BadTaskException">What the options name is no address.</exception>
    public static IReadOnlyList<IPAddress> Addresses(WorkerOptions options, bool isOneMachine) => PeerEndpoints.Choose(
        Named(options),
        isOneMachine,
        NetworkInterface.GetAllNetworkInterfaces()
            .Where(network => network.OperationalStatus == OperationalStatus.Up)
            .SelectMany(network => network.GetIPProperties().UnicastAddresses)
            .Select(unicast => unicast.Address));

    /// <summary>Those that the options name.</summary>
    /// <exception cref="BadTaskException">One is no address.</exception>
    public static IReadOnlyList<IPAddress> Named(WorkerOptions options) =>
        [.. options.PeerAddresses.Split(',', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries).Select(AddressOf)];

    /// <summary>Begins to listen.</summary>
    /// <param name="addresses">At which addresses of the machine; those that it does not have are left out.</param>
    /// <param name="port">At which port; 0 for any that is free.</param>
    /// <returns>A socket for each of the others, at least one.</returns>
    /// <exception cref="IOException">At none of them; the message lists why.</exception>
    public static IReadOnlyList<Socket> Listen(IReadOnlyList<IPAddress> addresses, int port)
    {
        var listeners = new List<Socket>();
        var failures = new List<string>();
        foreach (var address in addresses)
        {
            var listener = new Socket(address.AddressFamily, SocketType.Stream, ProtocolType.Tcp);
            try
            {
                listener.Bind(new IPEndPoint(address, port));
                listener.Listen(Backlog);
                listeners.Add(listener);
            }
            catch (SocketException failure)
            {
                listener.Dispose();
                failures.Add($"{address}:{port} {failure.Message}");
            }
        }

        return listeners.Count > 0
            ? listeners
            : throw new IOException(
                $"this worker can listen nowhere for its peer: {string.Join("; ", failures)}; check Worker:PeerAddresses and "
                    + "Worker:PeerPort");
    }

    private static IPAddress AddressOf(string text) =>
        IPAddress.TryParse(text, out var address) && !address.Equals(IPAddress.Any) && !address.Equals(IPAddress.IPv6Any)
        ? address
        : throw new BadTaskException($"Worker:PeerAddresses has '{text}', which is no IP address that a peer could reach");
}
