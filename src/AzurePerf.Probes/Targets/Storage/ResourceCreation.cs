using Azure.Data.Tables;
using Azure.Storage.Blobs;
using Azure.Storage.Queues;

namespace AzurePerf.Probes.Targets.Storage;

/// <summary>
/// Creates and fills what a probe needs in the target, each resource only after it is registered for removal. Where another member of the
/// gang makes them, it only opens them. What it returns has default retries.
/// </summary>
internal sealed class ResourceCreation(ProbeScope scope)
{
    /// <param name="name">Its name.</param>
    /// <param name="fill">Puts in what must be there before the measurement; null for nothing.</param>
    /// <param name="cancellationToken">Stops it.</param>
    public async Task<BlobContainerClient> ContainerAsync(
        string name, Func<BlobContainerClient, Task>? fill, CancellationToken cancellationToken)
    {
        var container = scope.Account.SetUp.Blobs.GetBlobContainerClient(name);
        await MakeAsync(StorageResource.Container, name, () => container.CreateIfNotExistsAsync(cancellationToken: cancellationToken),
            () => fill?.Invoke(container), cancellationToken);
        return container;
    }

    /// <param name="name">Its name.</param>
    /// <param name="fill">Puts in what must be there before the measurement; null for nothing.</param>
    /// <param name="cancellationToken">Stops it.</param>
    public async Task<QueueClient> QueueAsync(string name, Func<QueueClient, Task>? fill, CancellationToken cancellationToken)
    {
        var queue = scope.Account.SetUp.Queues.GetQueueClient(name);
        await MakeAsync(StorageResource.Queue, name, () => queue.CreateIfNotExistsAsync(cancellationToken: cancellationToken),
            () => fill?.Invoke(queue), cancellationToken);
        return queue;
    }

    /// <param name="name">Its name.</param>
    /// <param name="fill">Puts in what must be there before the measurement; null for nothing.</param>
    /// <param name="cancellationToken">Stops it.</param>
    public async Task<TableClient> TableAsync(string name, Func<TableClient, Task>? fill, CancellationToken cancellationToken)
    {
        var table = scope.Account.SetUp.Tables.GetTableClient(name);
        await MakeAsync(StorageResource.Table, name, () => table.CreateIfNotExistsAsync(cancellationToken), () => fill?.Invoke(table),
            cancellationToken);
        return table;
    }

    private async Task MakeAsync(string resource, string name, Func<Task> create, Func<Task?> fill, CancellationToken cancellationToken)
    {
        if (!scope.MakesResources)
        {
            return;
        }

        await scope.Register.RegisterAsync(resource, name, cancellationToken);
        await create();
        if (fill() is { } filling)
        {
            await filling;
        }
    }
}

/// <summary>The words for what runs create in an account and must remove afterwards.</summary>
public static class StorageResource
{
    /// <summary>A blob container with everything in it.</summary>
    public const string Container = "Container";

    /// <summary>A table with everything in it.</summary>
    public const string Table = "Table";

    /// <summary>A queue with everything in it.</summary>
    public const string Queue = "Queue";
}
