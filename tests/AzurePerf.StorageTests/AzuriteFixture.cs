using System.Globalization;
using Azure.Data.Tables;
using Azure.Storage.Blobs;
using Azure.Storage.Queues;
using AzurePerf.Cli.Local;
using AzurePerf.StorageTests;
using Xunit;

[assembly: AssemblyFixture(typeof(AzuriteFixture))]

namespace AzurePerf.StorageTests;

/// <summary>One emulator for all tests of the assembly; each test works on tables, queues and containers of its own.</summary>
public sealed class AzuriteFixture : IAsyncLifetime
{
    public const string AccountName = "conformance";

    private int _names;
    private AzuriteServer? _server;

    public string ConnectionString => Server.ConnectionString;

    /// <summary>Address of the account's tables.</summary>
    public Uri TableEndpoint => new TableServiceClient(ConnectionString).Uri;

    private AzuriteServer Server => _server ?? throw new InvalidOperationException("The emulator is not started yet.");

    public async ValueTask InitializeAsync() => _server = await AzuriteServer.StartAsync(AccountName, TestContext.Current.CancellationToken);

    public async ValueTask DisposeAsync()
    {
        if (_server is not null)
        {
            await _server.DisposeAsync();
        }
    }

    /// <summary>A name that no other test of this run uses, allowed for tables, queues and containers alike.</summary>
    public string NewName() => string.Create(CultureInfo.InvariantCulture, $"test{Interlocked.Increment(ref _names):D5}");

    /// <summary>A client of a table that does not exist yet.</summary>
    public TableClient NewTable() => new(ConnectionString, NewName());

    public async Task<TableClient> CreateTableAsync()
    {
        TableClient table = NewTable();
        await table.CreateAsync(TestContext.Current.CancellationToken);
        return table;
    }

    public async Task<BlobContainerClient> CreateContainerAsync(BlobClientOptions? options = null)
    {
        var container = new BlobContainerClient(ConnectionString, NewName(), options);
        await container.CreateAsync(cancellationToken: TestContext.Current.CancellationToken);
        return container;
    }

    public async Task<QueueClient> CreateQueueAsync()
    {
        var queue = new QueueClient(ConnectionString, NewName());
        await queue.CreateAsync(cancellationToken: TestContext.Current.CancellationToken);
        return queue;
    }
}
