using System.Runtime.CompilerServices;
using Azure;
using Azure.Storage.Blobs;
using Azure.Storage.Blobs.Models;

namespace AzurePerf.Storage.Blobs;

/// <summary>Blobs of one container in Azure Blobs.</summary>
public sealed class AzureBlobStore(BlobContainerClient container) : IBlobStore
{
    public async Task PutAsync(string name, BinaryData content, CancellationToken cancellationToken) =>
        await container.GetBlobClient(name).UploadAsync(content, overwrite: true, cancellationToken);

    public async Task<BinaryData?> FindAsync(string name, CancellationToken cancellationToken)
    {
        try
        {
            var response = await container.GetBlobClient(name).DownloadContentAsync(cancellationToken);
            return response.Value.Content;
        }
        catch (RequestFailedException exception) when (exception is { Status: 404, ErrorCode: "BlobNotFound" })
        {
            return null;
        }
    }

    public async IAsyncEnumerable<string> DeleteAllAsync(string prefix, [EnumeratorCancellation] CancellationToken cancellationToken)
    {
        await foreach (var blob in container.GetBlobsAsync(new GetBlobsOptions { Prefix = prefix }, cancellationToken))
        {
            await container.DeleteBlobIfExistsAsync(blob.Name, cancellationToken: cancellationToken);
            yield return blob.Name;
        }
    }

    public Task CreateAsync(CancellationToken cancellationToken) => container.CreateIfNotExistsAsync(cancellationToken: cancellationToken);
}

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
