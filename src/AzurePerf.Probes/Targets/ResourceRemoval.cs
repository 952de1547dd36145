using Azure;
using AzurePerf.Core.Probes;

namespace AzurePerf.Probes.Targets;

/// <summary>Removes what a run created in a target. Repeatable: what is gone, or going, is removed.</summary>
public sealed class ResourceRemoval(StorageTarget target)
{
    private static readonly string[] Going = ["ContainerBeingDeleted", "QueueBeingDeleted", "TableBeingDeleted"];

    /// <summary>Removes one resource with everything in it.</summary>
    /// <exception cref="RequestFailedException">The service refused for another reason than that it is gone.</exception>
    public async Task RemoveAsync(ResourceKind kind, string name, CancellationToken cancellationToken)
    {
        try
        {
            await DeleteAsync(kind, name, cancellationToken);
        }
        catch (RequestFailedException failure) when (failure.Status == 404 || failure.Status == 409 && (failure.ErrorCode is null || Going.Contains(failure.ErrorCode)))
        {
            // Another removal came first; the outcome is the same.
        }
    }

    private Task<Response> DeleteAsync(ResourceKind kind, string name, CancellationToken cancellationToken) => kind switch
    {
        ResourceKind.Container => target.SetUp.Blobs.DeleteBlobContainerAsync(name, cancellationToken: cancellationToken),
        ResourceKind.Queue => target.SetUp.Queues.DeleteQueueAsync(name, cancellationToken),
        ResourceKind.Table => target.SetUp.Tables.DeleteTableAsync(name, cancellationToken),
        _ => throw new ArgumentOutOfRangeException(nameof(kind), kind, "no service keeps this kind of resource"),
    };
}
