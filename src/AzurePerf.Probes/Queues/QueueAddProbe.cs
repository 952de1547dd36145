using Azure.Storage.Queues.Models;
using AzurePerf.Core.Experiments.Queues;
using AzurePerf.Core.Measurements;
using AzurePerf.Core.Probes;

namespace AzurePerf.Probes.Queues;

/// <summary>queue.add: puts one message on a queue.</summary>
internal sealed class QueueAddProbe(QueueAddOptions options, ProbeScope scope) : IProbe
{
    private readonly QueueSet _queues = new(options, scope);
    private readonly SendReceipt?[] _added = new SendReceipt?[scope.Target.Lanes.Count];

    public bool Mutates => true;

    public int PlannedWireRequests => 1;

    public long? ConnectionsOpened => scope.Target.ConnectionsOpened;

    public Task PrepareDatasetAsync(CancellationToken cancellationToken) => _queues.PrepareDatasetAsync(cancellationToken);

    public Task PreparePointAsync(CancellationToken cancellationToken) => _queues.PreparePointAsync(0, 0, cancellationToken);

    public async ValueTask<OperationResult> ExecuteAsync(Operation operation, CancellationToken cancellationToken)
    {
        var lane = scope.Target.Lane(operation);
        var sentBefore = lane.WireRequests;
        _added[scope.Target.NumberOf(operation)] = await _queues.Measured(operation).SendMessageAsync(_queues.Content.Body, cancellationToken: cancellationToken);
        return new(options.MessageBytes, lane.WireRequests - sentBefore);
    }

    /// <summary>A queue that other points share keeps its length: the added message is taken out again.</summary>
    public async ValueTask FollowUpAsync(Operation operation, CancellationToken cancellationToken)
    {
        if (options.SharesQueue && !operation.WarmUp && _added[scope.Target.NumberOf(operation)] is { } added)
        {
            await _queues.SetUp(operation).DeleteMessageAsync(added.MessageId, added.PopReceipt, cancellationToken);
        }
    }

    public ValueTask DisposeAsync() => ValueTask.CompletedTask;
}
