using Azure.Storage.Queues.Models;
using AzurePerf.Core.Experiments.Queues;
using AzurePerf.Core.Measurements;
using AzurePerf.Core.Probes;
using AzurePerf.Probes.Targets.Storage;

namespace AzurePerf.Probes.Queues;

/// <summary>queue.peek: looks at the first message of a queue and leaves it there.</summary>
internal sealed class QueuePeekProbe(QueuePeekOptions options, ProbeScope scope) : IProbe
{
    private readonly QueueSet _queues = new(options, scope);

    public bool Mutates => false;

    public int PlannedWireRequests => 1;

    public long? ConnectionsOpened => scope.Account.ConnectionsOpened;

    public Task PrepareDatasetAsync(CancellationToken cancellationToken) => _queues.PrepareDatasetAsync(cancellationToken);

    public Task PreparePointAsync(CancellationToken cancellationToken) =>
        _queues.PreparePointAsync(0, warmUpMessages: 1, cancellationToken);

    public async ValueTask<OperationResult> ExecuteAsync(Operation operation, CancellationToken cancellationToken)
    {
        var lane = scope.Account.Lane(operation);
        var sentBefore = lane.WireRequests;
        PeekedMessage? message = await _queues.Measured(operation).PeekMessageAsync(cancellationToken);
        _queues.Content.Verify((message ?? throw new EmptyQueueException()).Body);
        return new(options.MessageBytes, lane.WireRequests - sentBefore);
    }

    public ValueTask DisposeAsync() => ValueTask.CompletedTask;
}
