using Azure.Storage.Queues.Models;
using AzurePerf.Core.Experiments.Queues;
using AzurePerf.Core.Measurements;
using AzurePerf.Core.Probes;

namespace AzurePerf.Probes.Queues;

/// <summary>queue.receive: gets one message, hidden from others; whether deleting it is part of the operation is an option.</summary>
internal sealed class QueueReceiveProbe(QueueReceiveOptions options, ProbeScope scope) : IProbe
{
    // Each lane holds one message at most; the second covers one lost to a receive whose answer did not come.
    private const int WarmUpMessagesPerLane = 2;

    private readonly QueueSet _queues = new(options, scope);
    private readonly TimeSpan _visibility = TimeSpan.FromSeconds(options.VisibilitySeconds);
    private readonly QueueMessage?[] _received = new QueueMessage?[scope.Target.Lanes.Count];

    public bool Mutates => true;

    public int PlannedWireRequests => DeleteIsTimed ? 2 : 1;

    public bool VerifiesContent => true;

    public long? ConnectionsOpened => scope.Target.ConnectionsOpened;

    private bool DeleteIsTimed => options.Delete == ReceiveDelete.Timed;

    public Task PrepareDatasetAsync(CancellationToken cancellationToken) => _queues.PrepareDatasetAsync(cancellationToken);

    public Task PreparePointAsync(CancellationToken cancellationToken) =>
        _queues.PreparePointAsync(options.OperationsPerClient, scope.Target.Lanes.Count * WarmUpMessagesPerLane, cancellationToken);

    public async ValueTask<OperationResult> ExecuteAsync(Operation operation, CancellationToken cancellationToken)
    {
        var lane = scope.Target.Lane(operation);
        var sentBefore = lane.WireRequests;
        var queue = _queues.Measured(operation);
        QueueMessage? message = await queue.ReceiveMessageAsync(_visibility, cancellationToken);
        _received[scope.Target.NumberOf(operation)] = message ?? throw new EmptyQueueException();
        _queues.Content.Verify(message.Body);
        if (DeleteIsTimed)
        {
            await queue.DeleteMessageAsync(message.MessageId, message.PopReceipt, cancellationToken);
        }

        return new(options.MessageBytes, lane.WireRequests - sentBefore);
    }

    /// <summary>Deletes what was received, unless that was timed. A queue that other points share, and the warm-up queue, get a message back.</summary>
    public async ValueTask FollowUpAsync(Operation operation, CancellationToken cancellationToken)
    {
        var queue = _queues.SetUp(operation);
        if (!DeleteIsTimed && _received[scope.Target.NumberOf(operation)] is { } received)
        {
            await queue.DeleteMessageAsync(received.MessageId, received.PopReceipt, cancellationToken);
        }

        if (options.SharesQueue || operation.WarmUp)
        {
            await queue.SendMessageAsync(_queues.Content.Body, cancellationToken: cancellationToken);
        }
    }

    public ValueTask DisposeAsync() => ValueTask.CompletedTask;
}
