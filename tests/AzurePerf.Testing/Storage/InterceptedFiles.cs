using System.Runtime.CompilerServices;
using AzurePerf.Storage.Blobs;

namespace AzurePerf.Testing.Storage;

/// <summary>Calls a test before each request to files: what it throws is what the request meets.</summary>
/// <param name="inner">The files.</param>
/// <param name="before">Given the operation, such as TryAddAsync, the name or prefix, and whether the operation changes anything.</param>
public sealed class InterceptedFiles(IFileStore inner, Func<string, string, bool, Task> before) : IFileStore
{
    /// <summary>Gives the content of a file that is opened in another way; null changes nothing.</summary>
    public Func<Stream, Stream>? Reading { get; init; }

    public async Task PutAsync(string name, BinaryData content, CancellationToken cancellationToken)
    {
        await before(nameof(PutAsync), name, true);
        await inner.PutAsync(name, content, cancellationToken);
    }

    public async Task PutAsync(string name, BinaryData content, BlobHeader header, CancellationToken cancellationToken)
    {
        await before(nameof(PutAsync), name, true);
        await inner.PutAsync(name, content, header, cancellationToken);
    }

    public async Task<bool> TryAddAsync(string name, Stream content, BlobHeader header, CancellationToken cancellationToken)
    {
        await before(nameof(TryAddAsync), name, true);
        return await inner.TryAddAsync(name, content, header, cancellationToken);
    }

    public async Task<BinaryData?> FindAsync(string name, CancellationToken cancellationToken)
    {
        await before(nameof(FindAsync), name, false);
        return await inner.FindAsync(name, cancellationToken);
    }

    public async Task<StoredBlob?> FindHeadAsync(string name, CancellationToken cancellationToken)
    {
        await before(nameof(FindHeadAsync), name, false);
        return await inner.FindHeadAsync(name, cancellationToken);
    }

    public async Task<BlobContent?> OpenAsync(string name, CancellationToken cancellationToken)
    {
        await before(nameof(OpenAsync), name, false);
        var content = await inner.OpenAsync(name, cancellationToken);
        return Reading is null || content is null ? content : content with { Stream = Reading(content.Stream) };
    }

    public async Task<BlobContent?> OpenPartAsync(StoredBlob blob, long offset, long bytes, CancellationToken cancellationToken)
    {
        await before(nameof(OpenPartAsync), blob.Name, false);
        return await inner.OpenPartAsync(blob, offset, bytes, cancellationToken);
    }

    public async IAsyncEnumerable<StoredBlob> ListAsync(string prefix, [EnumeratorCancellation] CancellationToken cancellationToken)
    {
        await before(nameof(ListAsync), prefix, false);
        await foreach (var blob in inner.ListAsync(prefix, cancellationToken))
        {
            yield return blob;
        }
    }

    public async Task<bool> TryDeleteAsync(string name, string etag, CancellationToken cancellationToken)
    {
        await before(nameof(TryDeleteAsync), name, true);
        return await inner.TryDeleteAsync(name, etag, cancellationToken);
    }

    public async IAsyncEnumerable<string> DeleteAllAsync(string prefix, [EnumeratorCancellation] CancellationToken cancellationToken)
    {
        await before(nameof(DeleteAllAsync), prefix, true);
        await foreach (var name in inner.DeleteAllAsync(prefix, cancellationToken))
        {
            yield return name;
        }
    }

    public Task CreateAsync(CancellationToken cancellationToken) => inner.CreateAsync(cancellationToken);
}
