using System.Net;
using System.Net.NetworkInformation;
using AzurePerf.Core.Peers;
using AzurePerf.Worker.Targets;

namespace AzurePerf.Worker.Peers;

/// <summary>Where a worker listens for the one that measures.</summary>
internal static class PeerListening
{
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

    private static IPAddress AddressOf(string text) =>
        IPAddress.TryParse(text, out var address) && !address.Equals(IPAddress.Any) && !address.Equals(IPAddress.IPv6Any)
        ? address
        : throw new BadTaskException($"Worker:PeerAddresses has '{text}', which is no IP address that a peer could reach");
}
