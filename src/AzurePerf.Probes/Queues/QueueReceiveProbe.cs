using Azure.Storage.Queues.Models;
using AzurePerf.Core.Experiments.Queues;
using AzurePerf.Core.Measurements;
using AzurePerf.Core.Probes;
using AzurePerf.Probes.Targets.Storage;

namespace AzurePerf.Probes.Queues;

/// <summary>queue.receive: gets one message, hidden from others; whether deleting it is part of the operation is an option.</summary>
internal sealed class QueueReceiveProbe(QueueReceiveOptions options, ProbeScope scope) : IProbe
{
    // Each lane holds one message at most; the second covers one lost to a receive whose answer did not come.
    private const int WarmUpMessagesPerLane = 2;

    private readonly QueueSet _queues = new(options, scope);
    private readonly TimeSpan _visibility = TimeSpan.FromSeconds(options.VisibilitySeconds);
    private readonly QueueMessage?[] _received = new QueueMessage?[scope.Account.Lanes.Count];
    private readonly MessagesToRestore _taken = new(scope.Account);

    public bool Mutates => true;

    public int PlannedWireRequests => DeleteIsTimed ? 2 : 1;

    public bool VerifiesContent => true;

    public long? ConnectionsOpened => scope.Account.ConnectionsOpened;

    public IReadOnlyList<string> Notes => _taken.Notes;

    public bool LoadsTargetAfterwards => options.SharesQueue;

    private bool DeleteIsTimed => options.Delete == ReceiveDelete.Timed;

    public Task PrepareDatasetAsync(CancellationToken cancellationToken) => _queues.PrepareDatasetAsync(cancellationToken);

    public Task PreparePointAsync(CancellationToken cancellationToken) =>
        _queues.PreparePointAsync(options.OperationsPerClient, scope.Account.Lanes.Count * WarmUpMessagesPerLane, cancellationToken);

    public async ValueTask<OperationResult> ExecuteAsync(Operation operation, CancellationToken cancellationToken)
    {
        var lane = scope.Account.Lane(operation);
        var sentBefore = lane.WireRequests;
        var queue = _queues.Measured(operation);
        try
        {
            QueueMessage? message = await queue.ReceiveMessageAsync(_visibility, cancellationToken);
            _received[scope.Account.NumberOf(operation)] = message ?? throw new EmptyQueueException();
            _queues.Content.Verify(message.Body);
            if (DeleteIsTimed)
            {
                await queue.DeleteMessageAsync(message.MessageId, message.PopReceipt, cancellationToken);
            }
        }
        catch (Exception failure) when (options.SharesQueue && !operation.WarmUp)
        {
            _taken.AddFailed(failure);
            throw;
        }

        return new(options.MessageBytes, lane.WireRequests - sentBefore);
    }

    /// <summary>
    /// The warm-up queue gets a message back at once. What was measured waits until all clients have ended: a queue of the point's own is
    /// removed then with all that is hidden in it, and one that other points share gets its messages back.
    /// </summary>
    public async ValueTask FollowUpAsync(Operation operation, CancellationToken cancellationToken)
    {
        var received = _received[scope.Account.NumberOf(operation)]!;
        if (operation.WarmUp)
        {
            await PutBackAsync(operation, received.MessageId, received.PopReceipt, cancellationToken);
        }
        else if (options.SharesQueue)
        {
            _taken.Add(operation, received.MessageId, received.PopReceipt);
        }
    }

    public Task<IReadOnlyList<FollowUpFailure>> RestoreAsync(CancellationToken late) =>
        _taken.RestoreAsync(PutBackAsync, late);

    public ValueTask DisposeAsync() => ValueTask.CompletedTask;

    /// <summary>Deletes what was received, unless that was timed, and puts another one.</summary>
    private async Task PutBackAsync(Operation operation, string id, string receipt, CancellationToken cancellationToken)
    {
        var queue = _queues.SetUp(operation);
        if (!DeleteIsTimed)
        {
            await queue.DeleteMessageAsync(id, receipt, cancellationToken);
        }

        await _queues.PutAsync(queue, cancellationToken);
    }
}

/// <summary>The service answered that the queue has no visible message: for the caller a failure, though for the protocol a
/// success.</summary>
internal sealed class EmptyQueueException : Exception
{
    public EmptyQueueException()
        : base("The queue gave no message.")
    {
    }
}
