using System.Runtime.CompilerServices;
using AzurePerf.Storage.Blobs;

namespace AzurePerf.Simulation.Ports;

/// <summary>The control account's products as one process sees them.</summary>
internal sealed class ProcessFiles(Wire wire, IFileStore files) : IFileStore
{
    public async Task PutAsync(string name, BinaryData content, CancellationToken cancellationToken) =>
        await ChangeAsync("product: put", name, () => Done(files.PutAsync(name, content, CancellationToken.None)), cancellationToken);

    public async Task PutAsync(string name, BinaryData content, BlobHeader header, CancellationToken cancellationToken) =>
        await ChangeAsync("product: put", name, () => Done(files.PutAsync(name, content, header, CancellationToken.None)), cancellationToken);

    public Task<bool> TryAddAsync(string name, Stream content, BlobHeader header, CancellationToken cancellationToken) =>
        ChangeAsync("product: add", name, () => ControlAccount.Now(files.TryAddAsync(name, content, header, CancellationToken.None)), cancellationToken);

    public Task<BinaryData?> FindAsync(string name, CancellationToken cancellationToken) =>
        ReadAsync(name, () => ControlAccount.Now(files.FindAsync(name, CancellationToken.None)), cancellationToken);

    public Task<StoredBlob?> FindHeadAsync(string name, CancellationToken cancellationToken) =>
        ReadAsync(name, () => ControlAccount.Now(files.FindHeadAsync(name, CancellationToken.None)), cancellationToken);

    public Task<BlobContent?> OpenAsync(string name, CancellationToken cancellationToken) =>
        ReadAsync(name, () => ControlAccount.Now(files.OpenAsync(name, CancellationToken.None)), cancellationToken);

    public Task<BlobContent?> OpenPartAsync(StoredBlob blob, long offset, long bytes, CancellationToken cancellationToken) =>
        ReadAsync(blob.Name, () => ControlAccount.Now(files.OpenPartAsync(blob, offset, bytes, CancellationToken.None)), cancellationToken);

    public async IAsyncEnumerable<StoredBlob> ListAsync(string prefix, [EnumeratorCancellation] CancellationToken cancellationToken)
    {
        var blobs = await ReadAsync(
            prefix, () => ControlAccount.Now(files.ListAsync(prefix, CancellationToken.None).ToArrayAsync(CancellationToken.None).AsTask()), cancellationToken);
        foreach (var blob in blobs)
        {
            yield return blob;
        }
    }

    public Task<bool> TryDeleteAsync(string name, string etag, CancellationToken cancellationToken) =>
        ChangeAsync("product: delete", name, () => ControlAccount.Now(files.TryDeleteAsync(name, etag, CancellationToken.None)), cancellationToken);

    public async IAsyncEnumerable<string> DeleteAllAsync(string prefix, [EnumeratorCancellation] CancellationToken cancellationToken)
    {
        var names = await ChangeAsync(
            "product: delete", prefix, () => ControlAccount.Now(files.DeleteAllAsync(prefix, CancellationToken.None).ToArrayAsync(CancellationToken.None).AsTask()),
            cancellationToken);
        foreach (var name in names)
        {
            yield return name;
        }
    }

    public Task CreateAsync(CancellationToken cancellationToken) => Task.CompletedTask;

    private static bool Done(Task change)
    {
        ControlAccount.Now(change);
        return true;
    }

    private Task<T> ReadAsync<T>(string name, Func<T> apply, CancellationToken cancellationToken) =>
        wire.SendAsync(Request.Read(ServiceKind.Blobs, () => name), apply, cancellationToken);

    private Task<T> ChangeAsync<T>(string what, string name, Func<T> apply, CancellationToken cancellationToken) =>
        wire.SendAsync(new Request(ServiceKind.Blobs, what, () => name), apply, cancellationToken);
}
