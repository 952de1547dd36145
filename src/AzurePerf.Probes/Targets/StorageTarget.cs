using Azure.Identity;
using AzurePerf.Core.Measurements;
using AzurePerf.Core.Targets;

namespace AzurePerf.Probes.Targets;

/// <summary>
/// A storage account under measurement: one measured client per simulated client, each with connections of its own, and one set of
/// clients with retries for harness work. Serves one task and is disposed after it, with every connection.
/// </summary>
public sealed class StorageTarget : IDisposable
{
    /// <summary>Requests that harness work has under way at once.</summary>
    internal const int SetUpParallelism = 32;

    private static readonly TimeSpan SetUpConnectTimeout = TimeSpan.FromSeconds(30);

    private readonly MeasuredClient[] _clients;
    private readonly ConnectionPool _setUpConnections;

    private StorageTarget(StorageAccess access, int clients, TimeSpan operationTimeout)
    {
        // Follow-ups of all clients may run at once: they must not wait for each other's connections.
        _setUpConnections = new(Math.Max(SetUpParallelism, clients), SetUpConnectTimeout);
        SetUp = access.OpenForSetUp(_setUpConnections.Transport);
        _clients = [.. Enumerable.Range(0, clients).Select(_ => new MeasuredClient(access, operationTimeout))];
    }

    /// <summary>Simulated clients.</summary>
    public int Clients => _clients.Length;

    /// <summary>Requests that the measured clients have sent so far, warm-up included.</summary>
    public long WireRequests => _clients.Sum(client => (long)client.WireRequests);

    /// <summary>Connections that the measured clients have opened so far: more than one per client and service means that some broke.</summary>
    public long ConnectionsOpened => _clients.Sum(client => (long)client.ConnectionsOpened);

    /// <summary>Settings of the measured clients, which are all alike; there is at least one.</summary>
    public ClientSettings ClientSettings => _clients[0].Settings;

    /// <summary>Clients with default retries, for creating, filling and removing.</summary>
    internal StorageClients SetUp { get; }

    /// <summary>Opens a target; connects to nothing yet.</summary>
    /// <param name="address">The account; one named by URI is signed in to as the environment says (workload identity, managed identity, developer sign-in).</param>
    /// <param name="clients">Simulated clients; 0 for a task that only sets up or removes.</param>
    /// <param name="operationTimeout">After which a request of a measured client is given up.</param>
    public static StorageTarget Open(StorageAccountAddress address, int clients, TimeSpan operationTimeout)
    {
        var credential = address.ConnectionString is null ? new SharedTokenCredential(new DefaultAzureCredential()) : null;
        return new(new(address, credential), clients, operationTimeout);
    }

    /// <summary>Returns when the account has answered one cheap, signed request. It is made once, by the first client, so that a failure names its cause at once.</summary>
    public async Task CheckAsync(CancellationToken cancellationToken) =>
        await Client(0).Blobs.GetBlobContainersAsync(cancellationToken: cancellationToken).AsPages(pageSizeHint: 1).FirstOrDefaultAsync(cancellationToken);

    public void Dispose()
    {
        foreach (var client in _clients)
        {
            client.Dispose();
        }

        _setUpConnections.Dispose();
    }

    /// <summary>A simulated client, from 0.</summary>
    internal MeasuredClient Client(int number) => _clients[number];
}
