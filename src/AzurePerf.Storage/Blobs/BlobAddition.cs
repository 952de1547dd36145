using System.Security.Cryptography;
using Azure;
using Azure.Storage;
using Azure.Storage.Blobs.Models;
using Azure.Storage.Blobs.Specialized;

namespace AzurePerf.Storage.Blobs;

/// <summary>
/// Adds a blob unless there is one: a small one in one request, a large one in blocks whose names nobody else has. The client library's own
/// upload names blocks by their place alone: of two that add the same blob at once, one would commit blocks of the other. Blocks that are
/// never committed cannot be found, and the service drops them after a week.
/// </summary>
/// <remarks>Content is read here, not by the client, which would take a disk that cannot be read for a connection that is worth another
/// try.</remarks>
internal sealed class BlobAddition(BlockBlobClient blob, BlobHeader header)
{
    /// <summary>Bytes of one request: 8 MiB pass within the client's time limit of 100 s at 84 kB/s. The service takes 50,000 of
    /// them.</summary>
    public const int BlockBytes = 8 << 20;

    private const int AdditionIdBytes = 16;

    private static readonly BlobRequestConditions IsNew = new() { IfNoneMatch = ETag.All };

    private BlobHttpHeaders Headers => new() { ContentType = header.ContentType };

    private Dictionary<string, string> Metadata => new(header.Metadata);

    /// <summary>Adds all that is left of a stream.</summary>
    /// <exception cref="RequestFailedException">There is a blob, or the service fails.</exception>
    public async Task RunAsync(Stream content, CancellationToken cancellationToken)
    {
        var buffer = new byte[(int)Math.Min(content.Length - content.Position, BlockBytes)];
        var length = await content.ReadAtLeastAsync(buffer, buffer.Length, throwOnEndOfStream: false, cancellationToken);
        using var first = new MemoryStream(buffer, 0, length, writable: false);
        if (content.Position == content.Length)
        {
            await blob.UploadAsync(first, InOnePiece(), cancellationToken);
        }
        else
        {
            await AddInBlocksAsync(content, buffer, length, cancellationToken);
        }
    }

    private async Task AddInBlocksAsync(Stream content, byte[] buffer, int length, CancellationToken cancellationToken)
    {
        var id = RandomNumberGenerator.GetBytes(AdditionIdBytes);
        var names = new List<string>();
        while (length > 0)
        {
            var name = Convert.ToBase64String([.. id, .. BitConverter.GetBytes(names.Count)]);
            using var block = new MemoryStream(buffer, 0, length, writable: false);
            await blob.StageBlockAsync(name, block, cancellationToken: cancellationToken);
            names.Add(name);
            length = await content.ReadAtLeastAsync(buffer, buffer.Length, throwOnEndOfStream: false, cancellationToken);
        }

        await blob.CommitBlockListAsync(
            names, new() { HttpHeaders = Headers, Metadata = Metadata, Conditions = IsNew }, cancellationToken);
    }

    private BlobUploadOptions InOnePiece() => new()
    {
        HttpHeaders = Headers,
        Metadata = Metadata,
        Conditions = IsNew,
        TransferOptions = new StorageTransferOptions { InitialTransferSize = BlockBytes, MaximumTransferSize = BlockBytes },
    };
}
