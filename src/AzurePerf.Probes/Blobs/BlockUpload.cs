using System.Buffers.Binary;
using Azure.Storage;
using Azure.Storage.Blobs.Models;
using Azure.Storage.Blobs.Specialized;
using AzurePerf.Probes.Content;

namespace AzurePerf.Probes.Blobs;

/// <summary>Writes a payload as a blob, streamed: in one request when it fits into a block, else block by block and then the list of
/// blocks.</summary>
internal sealed class BlockUpload
{
    private readonly Payload _payload;
    private readonly long _blockBytes;
    private readonly string[] _blockIds;
    private readonly BlobUploadOptions _whole;

    public BlockUpload(Payload payload, long blockBytes)
    {
        _payload = payload;
        _blockBytes = blockBytes;
        _blockIds = payload.LengthBytes <= blockBytes ? [] : BlockIds((payload.LengthBytes + blockBytes - 1) / blockBytes);
        _whole = new()
        {
            TransferOptions = new StorageTransferOptions
            {
                MaximumConcurrency = 1,

                // The library sends in one request what is smaller than this; what is as large it sends as a block and a list.
                InitialTransferSize = payload.LengthBytes + 1,
                MaximumTransferSize = blockBytes,
            },
        };
    }

    public long LengthBytes => _payload.LengthBytes;

    /// <summary>Requests that one upload takes when nothing is retried.</summary>
    public int Requests => _blockIds.Length == 0 ? 1 : _blockIds.Length + 1;

    /// <summary>Uploads one block after the other.</summary>
    public async Task RunAsync(BlockBlobClient blob, CancellationToken cancellationToken)
    {
        if (_blockIds.Length == 0)
        {
            await blob.UploadAsync(_payload.OpenRead(), _whole, cancellationToken);
            return;
        }

        for (var index = 0; index < _blockIds.Length; index++)
        {
            await StageAsync(blob, index, cancellationToken);
        }

        await blob.CommitBlockListAsync(_blockIds, cancellationToken: cancellationToken);
    }

    /// <summary>Uploads several blocks at once: for data that is only needed, not measured.</summary>
    public async Task RunParallelAsync(BlockBlobClient blob, int parallelism, CancellationToken cancellationToken)
    {
        if (_blockIds.Length == 0)
        {
            await RunAsync(blob, cancellationToken);
            return;
        }

        var options = new ParallelOptions { MaxDegreeOfParallelism = parallelism, CancellationToken = cancellationToken };
        await Parallel.ForAsync(0, _blockIds.Length, options, async (index, token) => await StageAsync(blob, index, token));
        await blob.CommitBlockListAsync(_blockIds, cancellationToken: cancellationToken);
    }

    private async Task StageAsync(BlockBlobClient blob, int index, CancellationToken cancellationToken)
    {
        var start = index * _blockBytes;
        using var block = _payload.OpenRead(start, Math.Min(_blockBytes, _payload.LengthBytes - start));
        await blob.StageBlockAsync(_blockIds[index], block, options: null, cancellationToken);
    }

    private static string[] BlockIds(long count)
    {
        var ids = new string[count];
        Span<byte> number = stackalloc byte[sizeof(int)];
        for (var index = 0; index < ids.Length; index++)
        {
            BinaryPrimitives.WriteInt32BigEndian(number, index);
            ids[index] = Convert.ToBase64String(number);
        }

        return ids;
    }
}
