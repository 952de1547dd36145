using Azure.Storage.Queues.Models;
using AzurePerf.Core.Experiments.Queues;
using AzurePerf.Core.Measurements;
using AzurePerf.Core.Probes;
using AzurePerf.Probes.Targets.Storage;

namespace AzurePerf.Probes.Queues;

/// <summary>queue.add: puts one message on a queue.</summary>
internal sealed class QueueAddProbe(QueueAddOptions options, ProbeScope scope) : IProbe
{
    private readonly QueueSet _queues = new(options, scope);
    private readonly MessagesToRestore _added = new(scope.Account);

    public bool Mutates => true;

    public int PlannedWireRequests => 1;

    public long? ConnectionsOpened => scope.Account.ConnectionsOpened;

    public IReadOnlyList<string> Notes => _added.Notes;

    public bool LoadsTargetAfterwards => options.SharesQueue;

    public Task PrepareDatasetAsync(CancellationToken cancellationToken) => _queues.PrepareDatasetAsync(cancellationToken);

    public Task PreparePointAsync(CancellationToken cancellationToken) => _queues.PreparePointAsync(0, 0, cancellationToken);

    public async ValueTask<OperationResult> ExecuteAsync(Operation operation, CancellationToken cancellationToken)
    {
        var lane = scope.Account.Lane(operation);
        var sentBefore = lane.WireRequests;
        try
        {
            SendReceipt added =
                await _queues.Measured(operation).SendMessageAsync(_queues.Content.Body, cancellationToken: cancellationToken);
            if (IsUndone(operation))
            {
                _added.Add(operation, added.MessageId, added.PopReceipt);
            }
        }
        catch (Exception failure) when (IsUndone(operation))
        {
            _added.AddFailed(failure);
            throw;
        }

        return new(options.MessageBytes, lane.WireRequests - sentBefore);
    }

    /// <summary>A queue that other points share gets its length back: the added messages are taken out again.</summary>
    public Task<IReadOnlyList<FollowUpFailure>> RestoreAsync(CancellationToken late) => _added.RestoreAsync(
        async (operation, id, receipt, token) => await _queues.SetUp(operation).DeleteMessageAsync(id, receipt, token), late);

    public ValueTask DisposeAsync() => ValueTask.CompletedTask;

    private bool IsUndone(Operation operation) => options.SharesQueue && !operation.WarmUp;
}
