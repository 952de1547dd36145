using AzurePerf.Storage.Blobs;
using AzurePerf.Storage.Rights;

namespace AzurePerf.Testing.Storage;

/// <summary>Files of one container that a host only reads unless it may do more.</summary>
internal sealed class CheckedBlobs(ControlHost host, string container, IBlobStore inner) : IBlobStore
{
    public Task PutAsync(string name, BinaryData content, CancellationToken cancellationToken) => To(ControlOperation.WriteFiles).PutAsync(name, content, cancellationToken);

    public Task<BinaryData?> FindAsync(string name, CancellationToken cancellationToken) => To(ControlOperation.ReadFiles).FindAsync(name, cancellationToken);

    public IAsyncEnumerable<string> DeleteAllAsync(string prefix, CancellationToken cancellationToken) => To(ControlOperation.WriteFiles).DeleteAllAsync(prefix, cancellationToken);

    public Task CreateAsync(CancellationToken cancellationToken) => inner.CreateAsync(cancellationToken);

    private IBlobStore To(ControlOperation operation)
    {
        CheckedRights.Demand(host, ControlPart.Container(container), operation);
        return inner;
    }
}
