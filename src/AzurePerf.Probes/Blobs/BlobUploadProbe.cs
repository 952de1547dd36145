using System.Globalization;
using Azure.Storage.Blobs;
using Azure.Storage.Blobs.Specialized;
using AzurePerf.Core.Experiments.Blobs;
using AzurePerf.Core.Measurements;
using AzurePerf.Core.Probes;
using AzurePerf.Probes.Content;
using AzurePerf.Probes.Targets.Storage;

namespace AzurePerf.Probes.Blobs;

/// <summary>blob.upload: writes a new blob of the client's own. The content is streamed; no blob is ever in memory.</summary>
internal sealed class BlobUploadProbe : IProbe
{
    private readonly BlobUploadOptions _options;
    private readonly ProbeScope _scope;
    private readonly BlockUpload _measured;
    private readonly BlockUpload _warmUp;
    private PerLane<BlobContainerClient>? _containers;

    public BlobUploadProbe(BlobUploadOptions options, ProbeScope scope)
    {
        _options = options;
        _scope = scope;
        _measured = new(new Payload(scope.Seed, options.BlobBytes), options.BlockBytes);
        _warmUp = new(new Payload(scope.Seed, options.WarmUpPayloadBytes), options.BlockBytes);
    }

    public bool Mutates => true;

    public int PlannedWireRequests => _measured.Requests;

    public long? ConnectionsOpened => _scope.Account.ConnectionsOpened;

    public Task PrepareDatasetAsync(CancellationToken cancellationToken) => Task.CompletedTask;

    public async Task PreparePointAsync(CancellationToken cancellationToken)
    {
        var creation = new ResourceCreation(_scope);
        for (var index = 0; index < _options.Containers; index++)
        {
            await creation.ContainerAsync(ResourceNames.Numbered(_scope.Point, index), fill: null, cancellationToken);
        }

        await creation.ContainerAsync(_scope.WarmUp, fill: null, cancellationToken);
        var target = _scope.Account;
        _containers = new(
            target,
            lane => lane.Blobs.GetBlobContainerClient(ResourceNames.Numbered(_scope.Point, lane.Client % _options.Containers)),
            lane => lane.Blobs.GetBlobContainerClient(_scope.WarmUp));
    }

    public async ValueTask<OperationResult> ExecuteAsync(Operation operation, CancellationToken cancellationToken)
    {
        var lane = _scope.Account.Lane(operation);
        var sentBefore = lane.WireRequests;
        var blob = _containers!.For(operation).GetBlockBlobClient(NameOf(operation));
        var upload = operation.WarmUp ? _warmUp : _measured;
        await upload.RunAsync(blob, cancellationToken);
        return new(upload.LengthBytes, lane.WireRequests - sentBefore);
    }

    public ValueTask DisposeAsync() => ValueTask.CompletedTask;

    private static string NameOf(Operation operation) =>
        string.Create(CultureInfo.InvariantCulture, $"c{operation.Client:D3}-{operation.Index:D8}");
}
