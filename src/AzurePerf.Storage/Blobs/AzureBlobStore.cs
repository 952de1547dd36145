using System.Runtime.CompilerServices;
using Azure;
using Azure.Storage.Blobs;
using Azure.Storage.Blobs.Models;
using Azure.Storage.Blobs.Specialized;

namespace AzurePerf.Storage.Blobs;

/// <summary>Blobs of one container in Azure Blobs.</summary>
public sealed class AzureBlobStore(BlobContainerClient container) : IFileStore
{
    private const int PreconditionFailed = 412;

    public async Task PutAsync(string name, BinaryData content, CancellationToken cancellationToken) =>
        await container.GetBlobClient(name).UploadAsync(content, overwrite: true, cancellationToken);

    public async Task PutAsync(string name, BinaryData content, BlobHeader header, CancellationToken cancellationToken)
    {
        BlobLimits.Check(name, header);
        var options = new BlobUploadOptions
        {
            HttpHeaders = new() { ContentType = header.ContentType },
            Metadata = new Dictionary<string, string>(header.Metadata),
        };
        await container.GetBlobClient(name).UploadAsync(content, options, cancellationToken);
    }

    public async Task<bool> TryAddAsync(string name, Stream content, BlobHeader header, CancellationToken cancellationToken)
    {
        BlobLimits.Check(name, header);
        try
        {
            await new BlobAddition(container.GetBlockBlobClient(name), header).RunAsync(content, cancellationToken);
            return true;
        }
        catch (RequestFailedException exception) when (exception.ErrorCode == "BlobAlreadyExists" || exception.Status == PreconditionFailed)
        {
            return false;
        }
        catch (RequestFailedException exception) when (exception.ErrorCode == "InvalidBlockList")
        {
            // Whoever stores a blob drops the blocks that others have staged for it.
            return await FindHeadAsync(name, cancellationToken) is null
                ? throw new IOException($"blob {name} was stored by another and is gone", exception)
                : false;
        }
    }

    public async Task<BinaryData?> FindAsync(string name, CancellationToken cancellationToken)
    {
        try
        {
            var response = await container.GetBlobClient(name).DownloadContentAsync(cancellationToken);
            return response.Value.Content;
        }
        catch (RequestFailedException exception) when (IsMissingBlob(exception))
        {
            return null;
        }
    }

    public async Task<StoredBlob?> FindHeadAsync(string name, CancellationToken cancellationToken)
    {
        try
        {
            var found = (await container.GetBlobClient(name).GetPropertiesAsync(cancellationToken: cancellationToken)).Value;
            return new(name, found.ContentLength, TextOf(found.ETag), found.LastModified, found.Metadata.AsReadOnly());
        }
        catch (RequestFailedException exception) when (IsMissingBlob(exception))
        {
            return null;
        }
    }

    public async Task<BlobContent?> OpenAsync(string name, CancellationToken cancellationToken)
    {
        try
        {
            var found = (await container.GetBlobClient(name).DownloadStreamingAsync(cancellationToken: cancellationToken)).Value;
            var details = found.Details;
            return new(
                found.Content, details.ContentLength,
                new(name, details.ContentLength, TextOf(details.ETag), details.LastModified, details.Metadata.AsReadOnly()));
        }
        catch (RequestFailedException exception) when (IsMissingBlob(exception))
        {
            return null;
        }
    }

    public async Task<BlobContent?> OpenPartAsync(StoredBlob blob, long offset, long bytes, CancellationToken cancellationToken)
    {
        try
        {
            var options = new BlobDownloadOptions
            {
                Range = new HttpRange(offset, bytes),
                Conditions = new() { IfMatch = new ETag(blob.ETag) },
            };
            var found = (await container.GetBlobClient(blob.Name).DownloadStreamingAsync(options, cancellationToken)).Value;
            return new(found.Content, found.Details.ContentLength, blob);
        }
        catch (RequestFailedException exception) when (IsMissingBlob(exception) || exception.Status == PreconditionFailed)
        {
            return null;
        }
    }

    public async IAsyncEnumerable<StoredBlob> ListAsync(string prefix, [EnumeratorCancellation] CancellationToken cancellationToken)
    {
        var options = new GetBlobsOptions { Prefix = prefix, Traits = BlobTraits.Metadata };
        await foreach (var blob in container.GetBlobsAsync(options, cancellationToken))
        {
            var found = blob.Properties;
            yield return new(
                blob.Name, found.ContentLength ?? 0, TextOf(found.ETag ?? default), found.LastModified ?? default,
                new Dictionary<string, string>(blob.Metadata ?? new Dictionary<string, string>(), StringComparer.OrdinalIgnoreCase));
        }
    }

    public async Task<bool> TryDeleteAsync(string name, string etag, CancellationToken cancellationToken)
    {
        try
        {
            await container.GetBlobClient(name)
                .DeleteIfExistsAsync(conditions: new() { IfMatch = new ETag(etag) }, cancellationToken: cancellationToken);
            return true;
        }
        catch (RequestFailedException exception) when (exception.Status == PreconditionFailed)
        {
            // So is the answer to who would delete what is gone.
            return await FindHeadAsync(name, cancellationToken) is null;
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

    /// <summary>Answers put quotes around it, lists do not.</summary>
    private static string TextOf(ETag etag) => etag.ToString().Trim('"');

    /// <summary>The answer to a request for the head alone has no body, and its code stands in a header.</summary>
    private static bool IsMissingBlob(RequestFailedException exception) => exception is { Status: 404, ErrorCode: "BlobNotFound" };
}
