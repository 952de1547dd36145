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
