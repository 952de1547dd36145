namespace AzurePerf.Storage.Blobs;

/// <summary>The control plane's blobs: what is too large for a row. Implemented on Azure Blobs and in memory.</summary>
public interface IBlobStore
{
    /// <summary>Stores content under a name, replacing what was there.</summary>
    Task PutAsync(string name, BinaryData content, CancellationToken cancellationToken);

    /// <summary>The content, or null.</summary>
    Task<BinaryData?> FindAsync(string name, CancellationToken cancellationToken);

    /// <summary>Deletes every blob whose name begins with a prefix; the name of each when it is gone.</summary>
    IAsyncEnumerable<string> DeleteAllAsync(string prefix, CancellationToken cancellationToken);

    /// <summary>Makes the container where it does not exist.</summary>
    Task CreateAsync(CancellationToken cancellationToken);
}

/// <summary>Blobs that say what they are, of any size, written once and read as streams. Implemented on Azure Blobs and in memory; both
/// hold to <see cref="BlobLimits"/>.</summary>
public interface IFileStore : IBlobStore
{
    /// <summary>Adds a blob that nobody replaces; false when one of that name is there, or another writer was first. Until all of it is
    /// stored nothing of it can be found.</summary>
    /// <param name="name">At most <see cref="BlobLimits.NameCharacters"/> characters.</param>
    /// <param name="content">Read from its position to its end; must be able to seek, because a request that is not answered is
    /// repeated.</param>
    /// <param name="header">What it is.</param>
    /// <param name="cancellationToken">Ends the request.</param>
    /// <returns>False may also mean that this call itself was first: its answer was lost and the client has repeated it.</returns>
    /// <exception cref="ArgumentException">The service would refuse name or header.</exception>
    Task<bool> TryAddAsync(string name, Stream content, BlobHeader header, CancellationToken cancellationToken);

    /// <summary>Stores content and what it is under a name, replacing what was there.</summary>
    /// <exception cref="ArgumentException">The service would refuse name or header.</exception>
    Task PutAsync(string name, BinaryData content, BlobHeader header, CancellationToken cancellationToken);

    /// <summary>What is known of a blob without its content, or null.</summary>
    Task<StoredBlob?> FindHeadAsync(string name, CancellationToken cancellationToken);

    /// <summary>The content as it arrives, or null. Broken connections are mended while it is read; a blob that goes or changes meanwhile
    /// ends the reading with an exception.</summary>
    Task<BlobContent?> OpenAsync(string name, CancellationToken cancellationToken);

    /// <summary>A part of a blob as it arrives; null when the blob is gone or was stored anew. Mended like the whole.</summary>
    /// <param name="blob">As it was found.</param>
    /// <param name="offset">Where the part begins, from 0.</param>
    /// <param name="bytes">How many bytes it has, at least one; all of them are in the blob.</param>
    /// <param name="cancellationToken">Ends the request.</param>
    Task<BlobContent?> OpenPartAsync(StoredBlob blob, long offset, long bytes, CancellationToken cancellationToken);

    /// <summary>Blobs whose name begins with a prefix, in the ordinal order of their names; 5,000 of them cost one request.</summary>
    IAsyncEnumerable<StoredBlob> ListAsync(string prefix, CancellationToken cancellationToken);

    /// <summary>Deletes a blob if it still has the ETag; false when it was stored anew. A blob that is gone counts as deleted.</summary>
    Task<bool> TryDeleteAsync(string name, string etag, CancellationToken cancellationToken);
}

/// <summary>What is stored with a blob's content.</summary>
/// <param name="ContentType">Such as image/tiff.</param>
/// <param name="Metadata">Names, which do not differ by case alone, to printable ASCII.</param>
public sealed record BlobHeader(string ContentType, IReadOnlyDictionary<string, string> Metadata);

/// <summary>A blob without its content.</summary>
/// <param name="Name">Its whole name.</param>
/// <param name="Bytes">Its length.</param>
/// <param name="ETag">Changes whenever something is stored under the name.</param>
/// <param name="ModifiedAt">When it was stored, by the clock of the service.</param>
/// <param name="Metadata">As stored; empty for none.</param>
public sealed record StoredBlob(
    string Name, long Bytes, string ETag, DateTimeOffset ModifiedAt, IReadOnlyDictionary<string, string> Metadata);
