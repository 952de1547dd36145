using Azure.Core;
using Azure.Identity;
using AzurePerf.Core.Measurements;
using AzurePerf.Core.Probes;
using AzurePerf.Core.Targets;

namespace AzurePerf.Probes.Targets.Storage;

/// <summary>
/// A storage account under measurement: for each simulated client one lane per operation that it may have under way, each with connections
/// of its own, and one set of clients with retries for harness work. Serves one task and is disposed after it, with every connection.
/// </summary>
public sealed class StorageTarget : IOpenTarget, ITargetTraffic
{
    /// <summary>Requests that harness work has under way at once.</summary>
    internal const int SetUpParallelism = 32;

    private static readonly TimeSpan SetUpConnectTimeout = TimeSpan.FromSeconds(30);

    private readonly MeasuredLane[] _lanes;
    private readonly int _lanesPerClient;
    private readonly ConnectionPool _setUpConnections;
    private readonly WireRequestCounter _setUpRequests = new();

    private StorageTarget(StorageAccess access, int clients, int lanesPerClient, TimeSpan operationTimeout)
    {
        // Follow-ups of all lanes may run at once: they must not wait for each other's connections.
        _setUpConnections = new(Math.Max(SetUpParallelism, clients * lanesPerClient), SetUpConnectTimeout);
        Clients = clients;
        _lanesPerClient = lanesPerClient;
        SetUp = access.OpenForSetUp(_setUpConnections.Transport, _setUpRequests);
        _lanes = [.. Enumerable.Range(0, clients * lanesPerClient)
            .Select(number => new MeasuredLane(number / lanesPerClient, access, operationTimeout))];
    }

    /// <summary>Simulated clients.</summary>
    public int Clients { get; }

    /// <summary>Requests that the measured clients have sent so far, warm-up included.</summary>
    public long WireRequests => _lanes.Sum(lane => (long)lane.WireRequests);

    /// <summary>Connections that the measured clients have opened so far: more than one per lane and service means that some
    /// broke.</summary>
    public long ConnectionsOpened => _lanes.Sum(lane => (long)lane.ConnectionsOpened);

    /// <summary>What became of all requests so far, those of set-up included.</summary>
    public RequestCounts Requests => _lanes.Aggregate(_setUpRequests.Counts, (sum, lane) => sum + lane.Requests.Counts);

    /// <summary>Where the latest request went, as host:port; empty before the first.</summary>
    public string LatestAddress => (_lanes.FirstOrDefault(lane => lane.WireRequests > 0)?.Requests ?? _setUpRequests).LatestAddress;

    /// <summary>Whether any connection was made.</summary>
    public bool HasConnected => _setUpConnections.ConnectionsOpened > 0 || ConnectionsOpened > 0;

    public ITargetTraffic Traffic => this;

    /// <summary>Lanes of all clients, those of one client after each other.</summary>
    internal IReadOnlyList<MeasuredLane> Lanes => _lanes;

    /// <summary>Settings of the measured clients, which are all alike; there is at least one.</summary>
    public ClientSettings ClientSettings => _lanes[0].Settings;

    /// <summary>Clients with default retries, for creating, filling and removing.</summary>
    internal StorageClients SetUp { get; }

    /// <summary>Opens a target; connects to nothing yet.</summary>
    /// <param name="address">The account; one named by URI is signed in to by its managed identity, or without one by the
    /// developer.</param>
    /// <param name="clients">Simulated clients; 0 for a task that only sets up or removes.</param>
    /// <param name="lanesPerClient">Operations that each of them may have under way at once.</param>
    /// <param name="operationTimeout">After which a request of a measured client is given up.</param>
    public static StorageTarget Open(StorageAccountAddress address, int clients, int lanesPerClient, TimeSpan operationTimeout)
    {
        var credential = CredentialOf(address);
        return new(new(address, credential is null ? null : new SharedTokenCredential(credential)), clients, lanesPerClient,
            operationTimeout);
    }

    /// <summary>What signs in; null where the address carries a key.</summary>
    internal static TokenCredential? CredentialOf(StorageAccountAddress address) => address.SignIn switch
    {
        SignIn.Key => null,
        SignIn.ManagedIdentity => new ManagedIdentityCredential(ManagedIdentityId.FromUserAssignedClientId(address.IdentityClientId)),
        _ => new DefaultAzureCredential(),
    };

    /// <summary>Returns when the account has answered one cheap, signed request. It is made once, by the first lane, so that a failure
    /// names its cause at once.</summary>
    public async Task CheckAsync(CancellationToken cancellationToken) =>
        await _lanes[0].Blobs.GetBlobContainersAsync(cancellationToken: cancellationToken).AsPages(pageSizeHint: 1)
            .FirstOrDefaultAsync(cancellationToken);

    public Task RemoveAsync(string resource, string name, CancellationToken cancellationToken) =>
        ResourceRemoval.RemoveAsync(SetUp, resource, name, cancellationToken);

    public void Dispose()
    {
        foreach (var lane in _lanes)
        {
            lane.Dispose();
        }

        _setUpConnections.Dispose();
    }

    /// <summary>The place of an operation's lane in <see cref="Lanes"/>.</summary>
    internal int NumberOf(Operation operation) => (operation.Client * _lanesPerClient) + operation.Lane;

    /// <summary>The lane that performs an operation.</summary>
    internal MeasuredLane Lane(Operation operation) => _lanes[NumberOf(operation)];
}
