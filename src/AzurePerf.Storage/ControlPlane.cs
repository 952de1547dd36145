using Azure.Core;
using Azure.Core.Pipeline;
using Azure.Data.Tables;
using Azure.Identity;
using Azure.Storage;
using Azure.Storage.Blobs;
using Azure.Storage.Queues;
using AzurePerf.Core.Targets;
using AzurePerf.Core.Workers;
using AzurePerf.Storage.Blobs;
using AzurePerf.Storage.Queues;
using AzurePerf.Storage.Requests;
using AzurePerf.Storage.Rows;

namespace AzurePerf.Storage;

/// <summary>The control account's tables, queues and blobs. It never holds measured data, and the measured account never holds
/// these.</summary>
public sealed class ControlPlane
{
    /// <summary>For emulators: a proxy set for the internet cannot reach this machine's own loopback, and the client libraries ask it all
    /// the same. They keep the time of each request themselves.</summary>
    private static readonly HttpClientTransport Loopback = new(new HttpClient(
        new SocketsHttpHandler { UseProxy = false, AllowAutoRedirect = false, UseCookies = false })
    { Timeout = Timeout.InfiniteTimeSpan });

    public required IRowStore Rows { get; init; }

    public required IMessageQueue RunRequests { get; init; }

    public required IMessageQueue RunRequestPoison { get; init; }

    public required IMessageQueue MeasureTasks { get; init; }

    public required IMessageQueue MeasurePoison { get; init; }

    public required IMessageQueue BagTasks { get; init; }

    public required IMessageQueue BagPoison { get; init; }

    public required IMessageQueue PeerTasks { get; init; }

    public required IMessageQueue PeerPoison { get; init; }

    public required IBlobStore Results { get; init; }

    public required IFileStore Products { get; init; }

    /// <summary>Users' own programs.</summary>
    public required IFileStore Programs { get; init; }

    /// <summary>The queue of a pool's tasks.</summary>
    /// <param name="pool">One of <see cref="WorkerPool.All"/>.</param>
    public IMessageQueue TasksOf(string pool) => pool switch
    {
        WorkerPool.Bag => BagTasks,
        WorkerPool.Peer => PeerTasks,
        _ => MeasureTasks,
    };

    /// <summary>The queue of messages of a pool that nobody can read.</summary>
    /// <param name="pool">One of <see cref="WorkerPool.All"/>.</param>
    public IMessageQueue PoisonOf(string pool) => pool switch
    {
        WorkerPool.Bag => BagPoison,
        WorkerPool.Peer => PeerPoison,
        _ => MeasurePoison,
    };

    /// <summary>Connects to an account; nothing is sent yet.</summary>
    /// <param name="account">The control account.</param>
    /// <param name="prefix">Put before every name: lower-case letters and digits; empty in a deployment of its own account.</param>
    /// <param name="requests">Counts what is sent.</param>
    public static ControlPlane Connect(StorageAccountAddress account, string prefix, ControlRequests requests)
    {
        var dash = prefix.Length == 0 ? "" : prefix + "-";
        var credential = CredentialOf(account);
        var blobOptions = Counted(new BlobClientOptions(), "blob", account, requests);
        var tableOptions = Counted(new TableClientOptions(), "table", account, requests);
        var queueOptions = Counted(new QueueClientOptions(), "queue", account, requests);
        var key = account.AccountKey is { } text ? new StorageSharedKeyCredential(account.AccountName, text) : null;
        var blobs = key is null ? new BlobServiceClient(account.BlobEndpoint, credential, blobOptions)
            : new BlobServiceClient(account.BlobEndpoint, key, blobOptions);
        var queues = key is null ? new QueueServiceClient(account.QueueEndpoint, credential, queueOptions)
            : new QueueServiceClient(account.QueueEndpoint, key, queueOptions);
        var tables = account.AccountKey is null
            ? new TableServiceClient(account.TableEndpoint, credential, tableOptions)
            : new TableServiceClient(
                account.TableEndpoint, new TableSharedKeyCredential(account.AccountName, account.AccountKey), tableOptions);
        return new()
        {
            Rows = new AzureRowStore(tables, prefix),
            RunRequests = Queue(ControlNames.RunRequestQueue),
            RunRequestPoison = Queue(ControlNames.RunRequestPoisonQueue),
            MeasureTasks = Queue(ControlNames.MeasureQueue),
            MeasurePoison = Queue(ControlNames.MeasurePoisonQueue),
            BagTasks = Queue(ControlNames.BagQueue),
            BagPoison = Queue(ControlNames.BagPoisonQueue),
            PeerTasks = Queue(ControlNames.PeerQueue),
            PeerPoison = Queue(ControlNames.PeerPoisonQueue),
            Results = new AzureBlobStore(blobs.GetBlobContainerClient(dash + ControlNames.ResultsContainer)),
            Products = new AzureBlobStore(blobs.GetBlobContainerClient(dash + ControlNames.ProductsContainer)),
            Programs = new AzureBlobStore(blobs.GetBlobContainerClient(dash + ControlNames.ProgramsContainer)),
        };

        AzureMessageQueue Queue(string name) => new(queues.GetQueueClient(dash + name));
    }

    /// <summary>What signs in; null where the address carries a key.</summary>
    public static TokenCredential? CredentialOf(StorageAccountAddress account) => account.SignIn switch
    {
        SignIn.Key => null,
        SignIn.ManagedIdentity => new ManagedIdentityCredential(ManagedIdentityId.FromUserAssignedClientId(account.IdentityClientId)),
        _ => new DefaultAzureCredential(),
    };

    private static T Counted<T>(T options, string service, StorageAccountAddress account, ControlRequests requests)
        where T : ClientOptions
    {
        options.AddPolicy(new RequestCountPolicy(service, requests), HttpPipelinePosition.PerRetry);
        options.AddPolicy(new OwnHostPolicy(account), HttpPipelinePosition.BeforeTransport);
        if (account.IsEmulator)
        {
            options.Transport = Loopback;
        }

        return options;
    }

    /// <summary>Returns when the account answers; one cheap read.</summary>
    public Task ProbeAsync(CancellationToken cancellationToken) =>
        Rows.FindAsync(ControlNames.RunsTable, "health", "health", cancellationToken);

    /// <summary>Makes what does not exist yet. Every host calls it at start; it is harmless to repeat.</summary>
    public async Task CreateAsync(CancellationToken cancellationToken)
    {
        await Rows.CreateTablesAsync(ControlNames.Tables, cancellationToken);
        await RunRequests.CreateAsync(cancellationToken);
        await RunRequestPoison.CreateAsync(cancellationToken);
        await MeasureTasks.CreateAsync(cancellationToken);
        await MeasurePoison.CreateAsync(cancellationToken);
        await BagTasks.CreateAsync(cancellationToken);
        await BagPoison.CreateAsync(cancellationToken);
        await PeerTasks.CreateAsync(cancellationToken);
        await PeerPoison.CreateAsync(cancellationToken);
        await Results.CreateAsync(cancellationToken);
        await Products.CreateAsync(cancellationToken);
        await Programs.CreateAsync(cancellationToken);
    }
}
