using Azure.Data.Tables;
using Azure.Storage.Blobs;
using Azure.Storage.Queues;
using AzurePerf.Core.Measurements;

namespace AzurePerf.Probes.Targets.Storage;

/// <summary>
/// One lane of a simulated client, which has one of them in a closed loop: its own connections, no retries, its own count of requests. It
/// performs one operation at a time, so the difference of two readings of <see cref="WireRequests"/> belongs to the operation between them.
/// </summary>
internal sealed class MeasuredLane : IDisposable
{
    // One operation at a time needs one connection; a second would hide waiting in the pool.
    private const int Parallelism = 1;

    // Of an operation's time: what has no connection then fails before it is given up, so that it is known that nothing was sent.
    private const double ConnectPart = 0.9;

    private readonly ConnectionPool _connections;
    private readonly StorageClients _clients;
    private readonly TimeSpan _operationTimeout;

    public MeasuredLane(int client, StorageAccess access, TimeSpan operationTimeout)
    {
        Client = client;
        _operationTimeout = operationTimeout;
        _connections = new(Parallelism, ConnectPart * operationTimeout);
        _clients = access.OpenMeasured(_connections.Transport, Requests, operationTimeout);
    }

    /// <summary>The simulated client that it belongs to, from 0.</summary>
    public int Client { get; }

    public BlobServiceClient Blobs => _clients.Blobs;

    public QueueServiceClient Queues => _clients.Queues;

    public TableServiceClient Tables => _clients.Tables;

    public int WireRequests => Requests.Count;

    /// <summary>Counts its requests.</summary>
    public WireRequestCounter Requests { get; } = new();

    /// <summary>How long it may take to connect.</summary>
    public TimeSpan ConnectTimeout => _connections.ConnectTimeout;

    public int ConnectionsOpened => _connections.ConnectionsOpened;

    public ClientSettings Settings => _connections.SettingsWith(StorageAccess.MeasuredRetries, _operationTimeout);

    public void Dispose() => _connections.Dispose();
}
