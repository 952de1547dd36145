using Azure.Data.Tables;
using Azure.Storage.Blobs;
using Azure.Storage.Queues;
using AzurePerf.Cli.Local;
using AzurePerf.Core.Targets;
using Xunit;

namespace AzurePerf.StorageTests.Probes;

/// <summary>The emulated account that all probe tests measure, seen from outside the probes. Theirs alone: they compare lists of everything in it.</summary>
public sealed class ProbeAccount : IAsyncLifetime
{
    private AzuriteServer? _server;

    public StorageAccountAddress Address => StorageAccountAddress.Parse(_server!.ConnectionString);

    public BlobServiceClient Blobs => new(_server!.ConnectionString);

    public QueueServiceClient Queues => new(_server!.ConnectionString);

    public TableServiceClient Tables => new(_server!.ConnectionString);

    public async ValueTask InitializeAsync() => _server = await AzuriteServer.StartAsync("probes", TestContext.Current.CancellationToken);

    public async ValueTask DisposeAsync()
    {
        if (_server is not null)
        {
            await _server.DisposeAsync();
        }
    }

    /// <summary>Every container, queue and table of the account.</summary>
    public async Task<SortedSet<string>> ListAsync(CancellationToken cancellationToken)
    {
        var names = new SortedSet<string>(StringComparer.Ordinal);
        await foreach (var container in Blobs.GetBlobContainersAsync(cancellationToken: cancellationToken))
        {
            names.Add("Container " + container.Name);
        }

        await foreach (var queue in Queues.GetQueuesAsync(cancellationToken: cancellationToken))
        {
            names.Add("Queue " + queue.Name);
        }

        await foreach (var table in Tables.QueryAsync(cancellationToken: cancellationToken))
        {
            names.Add("Table " + table.Name);
        }

        return names;
    }

    public async Task<int> CountMessagesAsync(string queue, CancellationToken cancellationToken)
    {
        var properties = await Queues.GetQueueClient(queue).GetPropertiesAsync(cancellationToken);
        return properties.Value.ApproximateMessagesCount;
    }

    public async Task<List<TableEntity>> ReadTableAsync(string table, CancellationToken cancellationToken)
    {
        var entities = new List<TableEntity>();
        await foreach (var entity in Tables.GetTableClient(table).QueryAsync<TableEntity>(cancellationToken: cancellationToken))
        {
            entities.Add(entity);
        }

        return entities;
    }
}
