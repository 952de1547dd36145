using Azure;

namespace AzurePerf.Probes.Targets.Storage;

/// <summary>Removes what a run created in an account. Repeatable: what is gone, or going, is removed.</summary>
internal static class ResourceRemoval
{
    private static readonly string[] Going = ["ContainerBeingDeleted", "QueueBeingDeleted", "TableBeingDeleted"];

    /// <summary>Removes one resource with everything in it.</summary>
    /// <exception cref="RequestFailedException">The service refused for another reason than that it is gone.</exception>
    /// <exception cref="NotSupportedException">Accounts keep no such resources.</exception>
    public static async Task RemoveAsync(StorageClients clients, string resource, string name, CancellationToken cancellationToken)
    {
        try
        {
            await DeleteAsync(clients, resource, name, cancellationToken);
        }
        catch (RequestFailedException failure)
            when (failure.Status == 404 || failure.Status == 409 && (failure.ErrorCode is null || Going.Contains(failure.ErrorCode)))
        {
            // Another removal came first; the outcome is the same.
        }
    }

    private static Task<Response> DeleteAsync(StorageClients clients, string resource, string name, CancellationToken cancellationToken) =>
        resource switch
        {
            StorageResource.Container => clients.Blobs.DeleteBlobContainerAsync(name, cancellationToken: cancellationToken),
            StorageResource.Queue => clients.Queues.DeleteQueueAsync(name, cancellationToken),
            StorageResource.Table => clients.Tables.DeleteTableAsync(name, cancellationToken),
            _ => throw new NotSupportedException($"an account keeps no resource of the kind {resource}"),
        };
}
