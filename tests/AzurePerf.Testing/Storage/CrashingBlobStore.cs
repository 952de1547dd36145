using AzurePerf.Storage.Blobs;

namespace AzurePerf.Testing.Storage;

/// <summary>The blobs of a process that ends as planned.</summary>
public sealed class CrashingBlobStore(IBlobStore blobs, CrashPlan plan) : IBlobStore
{
    public Task PutAsync(string name, BinaryData content, CancellationToken cancellationToken) => plan.AroundAsync(() => blobs.PutAsync(name, content, cancellationToken));

    public Task<BinaryData?> FindAsync(string name, CancellationToken cancellationToken) => blobs.FindAsync(name, cancellationToken);

    public IAsyncEnumerable<string> DeleteAllAsync(string prefix, CancellationToken cancellationToken) => blobs.DeleteAllAsync(prefix, cancellationToken);

    public Task CreateAsync(CancellationToken cancellationToken) => blobs.CreateAsync(cancellationToken);
}
