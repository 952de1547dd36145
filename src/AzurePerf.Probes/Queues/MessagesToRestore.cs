using System.Collections.Concurrent;
using AzurePerf.Core.Measurements;
using AzurePerf.Core.Probes;
using AzurePerf.Core.Texts;
using AzurePerf.Probes.Targets.Storage;

namespace AzurePerf.Probes.Queues;

/// <summary>What measured operations took from a queue that other points use too, or put there, remembered until all clients have
/// ended.</summary>
internal sealed class MessagesToRestore(StorageTarget target)
{
    private readonly List<(Operation Operation, string Id,
        string Receipt)>[] _messages = [.. target.Lanes.Select(_ => new List<(Operation, string, string)>())];

    private readonly StorageOutcomes _outcomes = new();
    private int _unknown;

    /// <summary>Says that some operations cannot be undone, where there were such.</summary>
    public IReadOnlyList<string> Notes => _unknown == 0
        ? []
        : [$"{NumberFormat.Counted(_unknown, "operation")} may have changed the queue and could not be undone: it may be longer, or for a "
            + "time shorter, by as many messages for later points"];

    /// <summary>Counts a failed operation that may have added or taken a message of which nothing is known.</summary>
    public void AddFailed(Exception failure)
    {
        if (_outcomes.Classify(failure, mutates: true)
            is OperationOutcome.Ambiguous or OperationOutcome.Corrupt or OperationOutcome.ServerTimeout or OperationOutcome.ServerError)
        {
            Interlocked.Increment(ref _unknown);
        }
    }

    /// <summary>Remembers one; never called twice at once for a lane.</summary>
    public void Add(Operation operation, string id, string receipt) => _messages[target.NumberOf(operation)].Add((operation, id, receipt));

    /// <summary>Restores each, several at once.</summary>
    /// <param name="restore">Called with the operation, and id and receipt of its message.</param>
    /// <param name="cancellationToken">Ends it: what is not restored then has failed.</param>
    public async Task<IReadOnlyList<FollowUpFailure>> RestoreAsync(
        Func<Operation, string, string, CancellationToken, Task> restore, CancellationToken cancellationToken)
    {
        var failures = new ConcurrentBag<FollowUpFailure>();
        var parallel = new ParallelOptions { MaxDegreeOfParallelism = StorageTarget.SetUpParallelism };
        await Parallel.ForEachAsync(_messages.SelectMany(ofLane => ofLane), parallel, async (message, _) =>
        {
            try
            {
                await restore(message.Operation, message.Id, message.Receipt, cancellationToken);
            }
            catch (Exception exception)
            {
                failures.Add(new(message.Operation.Client, exception));
            }
        });
        return [.. failures];
    }
}
