using System.Net;

namespace AzurePerf.Worker.Peers;

/// <summary>What a worker runs while it answers another one.</summary>
internal interface IPeerServer : IAsyncDisposable
{
    /// <summary>Where it listens.</summary>
    IReadOnlyList<IPEndPoint> Endpoints { get; }
}
