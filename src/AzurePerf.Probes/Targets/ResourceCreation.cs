using Azure.Data.Tables;
using Azure.Storage.Blobs;
using Azure.Storage.Queues;
using AzurePerf.Core.Probes;

namespace AzurePerf.Probes.Targets;

/// <summary>Creates what a probe needs in the target, each resource only after it is registered for removal. What it returns has default retries.</summary>
internal sealed class ResourceCreation(ProbeScope scope)
{
    public async Task<BlobContainerClient> ContainerAsync(string name, CancellationToken cancellationToken)
    {
        await scope.Register.RegisterAsync(ResourceKind.Container, name, cancellationToken);
        var container = scope.Target.SetUp.Blobs.GetBlobContainerClient(name);
        await container.CreateIfNotExistsAsync(cancellationToken: cancellationToken);
        return container;
    }

    public async Task<QueueClient> QueueAsync(string name, CancellationToken cancellationToken)
    {
        await scope.Register.RegisterAsync(ResourceKind.Queue, name, cancellationToken);
        var queue = scope.Target.SetUp.Queues.GetQueueClient(name);
        await queue.CreateIfNotExistsAsync(cancellationToken: cancellationToken);
        return queue;
    }

    public async Task<TableClient> TableAsync(string name, CancellationToken cancellationToken)
    {
        await scope.Register.RegisterAsync(ResourceKind.Table, name, cancellationToken);
        var table = scope.Target.SetUp.Tables.GetTableClient(name);
        await table.CreateIfNotExistsAsync(cancellationToken);
        return table;
    }
}
