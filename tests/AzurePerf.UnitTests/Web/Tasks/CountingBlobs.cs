using AzurePerf.Storage.Blobs;

namespace AzurePerf.UnitTests.Web.Tasks;

/// <summary>Counts the blobs that are asked for.</summary>
internal sealed class CountingBlobs(IBlobStore blobs) : IBlobStore
{
    private int _asked;

    public int Asked => _asked;

    public Task PutAsync(string name, BinaryData content, CancellationToken cancellationToken) => blobs.PutAsync(name, content, cancellationToken);

    public Task<BinaryData?> FindAsync(string name, CancellationToken cancellationToken)
    {
        Interlocked.Increment(ref _asked);
        return blobs.FindAsync(name, cancellationToken);
    }

    public IAsyncEnumerable<string> DeleteAllAsync(string prefix, CancellationToken cancellationToken) => blobs.DeleteAllAsync(prefix, cancellationToken);

    public Task CreateAsync(CancellationToken cancellationToken) => blobs.CreateAsync(cancellationToken);
}
