namespace AzurePerf.Storage.Blobs;

/// <summary>The content of a blob as it arrives. Whoever opened it disposes of it.</summary>
/// <param name="Stream">Can be read once, and need not be able to seek.</param>
/// <param name="Bytes">How many bytes come: those of the blob, or of the part that was asked for.</param>
/// <param name="Blob">The blob that it is of.</param>
public sealed record BlobContent(Stream Stream, long Bytes, StoredBlob Blob) : IAsyncDisposable
{
    public ValueTask DisposeAsync() => Stream.DisposeAsync();

    /// <summary>Writes all of it to another stream.</summary>
    /// <param name="to">Where it goes.</param>
    /// <param name="cancellationToken">Ends it.</param>
    /// <exception cref="IOException">It broke off.</exception>
    public Task CopyToAsync(Stream to, CancellationToken cancellationToken) => Stream.CopyToAsync(to, cancellationToken);
}
