using System.Runtime.CompilerServices;
using AzurePerf.Simulation.Sabotages;
using AzurePerf.Storage.Blobs;
using AzurePerf.Testing.Storage;

namespace AzurePerf.Simulation.Ports;

/// <summary>The control account's blobs as one process sees them.</summary>
internal sealed class ProcessBlobs(Wire wire, InMemoryBlobStore blobs, Sabotage sabotage) : IBlobStore
{
    public Task PutAsync(string name, BinaryData content, CancellationToken cancellationToken) =>
        wire.SendAsync(
            new Request(ServiceKind.Blobs, "blob: put", () => name),
            () =>
            {
                if (sabotage.StoresBlob(name, content))
                {
                    ControlAccount.Now(blobs.PutAsync(sabotage.BlobName(name), content, CancellationToken.None));
                }

                return true;
            },
            cancellationToken);

    public Task<BinaryData?> FindAsync(string name, CancellationToken cancellationToken) =>
        wire.SendAsync(
            Request.Read(ServiceKind.Blobs, () => name), () => ControlAccount.Now(blobs.FindAsync(sabotage.BlobName(name), CancellationToken.None)), cancellationToken);

    public async IAsyncEnumerable<string> DeleteAllAsync(string prefix, [EnumeratorCancellation] CancellationToken cancellationToken)
    {
        var names = await wire.SendAsync(
            new Request(ServiceKind.Blobs, "blob: delete", () => prefix),
            () => ControlAccount.Now(blobs.DeleteAllAsync(prefix, CancellationToken.None).ToArrayAsync(CancellationToken.None).AsTask()),
            cancellationToken);
        foreach (var name in names)
        {
            yield return name;
        }
    }

    public Task CreateAsync(CancellationToken cancellationToken) => Task.CompletedTask;
}
