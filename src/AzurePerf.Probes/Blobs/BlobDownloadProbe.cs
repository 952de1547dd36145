using Azure.Storage.Blobs;
using Azure.Storage.Blobs.Models;
using Azure.Storage.Blobs.Specialized;
using AzurePerf.Core.Files;
using AzurePerf.Core.Measurements;
using AzurePerf.Core.Probes;
using AzurePerf.Probes.Content;
using AzurePerf.Probes.Targets.Storage;
using BlobDownloadOptions = AzurePerf.Core.Experiments.Blobs.BlobDownloadOptions;
using BlobSink = AzurePerf.Core.Experiments.Blobs.BlobSink;

namespace AzurePerf.Probes.Blobs;

/// <summary>blob.download: reads one blob that all clients share in one request, verified while it is drained to nothing or to a
/// file.</summary>
internal sealed class BlobDownloadProbe : IProbe
{
    private const string BlobName = "shared";
    private const int BufferBytes = 128 << 10;
    private const int SetUpBlocksAtOnce = 4;

    private readonly BlobDownloadOptions _options;
    private readonly ProbeScope _scope;
    private readonly Payload _measured;
    private readonly Payload _warmUp;
    private PerLane<BlobClient>? _blobs;
    private byte[][] _buffers = [];
    private FileStream?[] _files = [];

    public BlobDownloadProbe(BlobDownloadOptions options, ProbeScope scope)
    {
        _options = options;
        _scope = scope;
        _measured = new(scope.Seed, options.BlobBytes);
        _warmUp = new(scope.Seed, options.WarmUpPayloadBytes);
    }

    public bool Mutates => false;

    public int PlannedWireRequests => 1;

    public long? ConnectionsOpened => _scope.Account.ConnectionsOpened;

    public async Task PrepareDatasetAsync(CancellationToken cancellationToken)
    {
        for (var index = 0; index < _options.Containers; index++)
        {
            await StoreAsync(_measured, ResourceNames.Numbered(_scope.Dataset, index), cancellationToken);
        }
    }

    public async Task PreparePointAsync(CancellationToken cancellationToken)
    {
        if (_options.Sink == BlobSink.File)
        {
            // Each client of this worker has one for each download that it has under way.
            FileRoom.OfTemporaryFiles().Require((_scope.OwnClients ?? _options.Clients) * _options.LanesPerClient, _options.BlobBytes);
        }

        await StoreAsync(_warmUp, _scope.WarmUp, cancellationToken);
        var target = _scope.Account;
        _files = new FileStream?[target.Lanes.Count];
        _buffers = [.. target.Lanes.Select(_ => new byte[BufferBytes])];
        _blobs = new(
            target,
            lane => Blob(lane, ResourceNames.Numbered(_scope.Dataset, lane.Client % _options.Containers)),
            lane => Blob(lane, _scope.WarmUp));

        // Here, where it is set-up time, and not in the first operation.
        _ = _measured.Checksum;
        _ = _warmUp.Checksum;
    }

    public async ValueTask<OperationResult> ExecuteAsync(Operation operation, CancellationToken cancellationToken)
    {
        var lane = _scope.Account.Lane(operation);
        var expected = operation.WarmUp ? _warmUp : _measured;
        var sentBefore = lane.WireRequests;
        var sink = OpenSink(_scope.Account.NumberOf(operation));
        try
        {
            BlobDownloadStreamingResult answer = await _blobs!.For(operation).DownloadStreamingAsync(cancellationToken: cancellationToken);
            using (answer)
            {
                await VerifiedDrain.RunAsync(
                    answer.Content, sink, expected, _buffers[_scope.Account.NumberOf(operation)], cancellationToken);
            }
        }
        catch
        {
            // What failed has no follow-up, and the next download must not be measured with the closing of this one's file.
            CloseFile(_scope.Account.NumberOf(operation));
            throw;
        }

        return new(expected.LengthBytes, lane.WireRequests - sentBefore);
    }

    /// <summary>Closing the file frees its space, which takes long for a large one and is not part of the download.</summary>
    public ValueTask FollowUpAsync(Operation operation, CancellationToken cancellationToken)
    {
        CloseFile(_scope.Account.NumberOf(operation));
        return ValueTask.CompletedTask;
    }

    public ValueTask DisposeAsync()
    {
        for (var lane = 0; lane < _files.Length; lane++)
        {
            CloseFile(lane);
        }

        return ValueTask.CompletedTask;
    }

    private Stream OpenSink(int lane) => _options.Sink == BlobSink.File ? _files[lane] = TemporaryFile.Create() : Stream.Null;

    private void CloseFile(int lane)
    {
        _files[lane]?.Dispose();
        _files[lane] = null;
    }

    private static BlobClient Blob(MeasuredLane lane, string container) =>
        lane.Blobs.GetBlobContainerClient(container).GetBlobClient(BlobName);

    private Task<BlobContainerClient> StoreAsync(Payload payload, string containerName, CancellationToken cancellationToken)
    {
        return new ResourceCreation(_scope).ContainerAsync(
            containerName,
            container =>
                new BlockUpload(payload, _options.SetUpBlockBytes)
                    .RunParallelAsync(container.GetBlockBlobClient(BlobName), SetUpBlocksAtOnce, cancellationToken),
            cancellationToken);
    }
}
