using Azure.Storage.Queues;
using AzurePerf.Core.Experiments.Queues;
using AzurePerf.Core.Probes;
using AzurePerf.Probes.Targets.Storage;

namespace AzurePerf.Probes.Queues;

/// <summary>The queues that one point works on, its warm-up queue, and the clients' views of them. Clients are spread over the queues by
/// their number.</summary>
internal sealed class QueueSet(QueueOptions options, ProbeScope scope)
{
    /// <summary>Never: by default the service removes a message after seven days, and some runs take longer.</summary>
    private static readonly TimeSpan Expiry = TimeSpan.FromSeconds(-1);

    private PerLane<QueueClient>? _measured;
    private PerLane<QueueClient>? _setUp;

    public MessageContent Content { get; } = new(scope.Seed, options.MessageBytes);

    private string MeasuredName => options.SharesQueue ? scope.Dataset : scope.Point;

    /// <summary>Makes the dataset's queues; nothing where the point has its own.</summary>
    public async Task PrepareDatasetAsync(CancellationToken cancellationToken)
    {
        if (options.SharesQueue)
        {
            for (var index = 0; index < options.Queues; index++)
            {
                await CreateFilledAsync(ResourceNames.Numbered(scope.Dataset, index), options.QueuedBefore, cancellationToken);
            }
        }
    }

    /// <summary>Makes the point's own queues, unless it shares the dataset's, and its warm-up queue.</summary>
    /// <param name="consumedPerClient">Messages that each client takes out while measured, put in beforehand on top of the options'
    /// length.</param>
    /// <param name="warmUpMessages">Messages in the warm-up queue.</param>
    public async Task PreparePointAsync(long consumedPerClient, long warmUpMessages, CancellationToken cancellationToken)
    {
        if (!options.SharesQueue)
        {
            for (var index = 0; index < options.Queues; index++)
            {
                var messages = options.QueuedBefore + consumedPerClient * ClientsOf(index);
                await CreateFilledAsync(ResourceNames.Numbered(scope.Point, index), messages, cancellationToken);
            }
        }

        await CreateFilledAsync(scope.WarmUp, warmUpMessages, cancellationToken);
        _measured = Views(lane => lane.Queues);
        _setUp = Views(_ => scope.Account.SetUp.Queues);
    }

    /// <summary>The queue of an operation, over its client's own connections.</summary>
    public QueueClient Measured(Operation operation) => _measured!.For(operation);

    /// <summary>The queue of an operation, for harness work.</summary>
    public QueueClient SetUp(Operation operation) => _setUp!.For(operation);

    /// <summary>Puts a message that stays until it is taken.</summary>
    public Task PutAsync(QueueClient queue, CancellationToken cancellationToken) =>
        queue.SendMessageAsync(Content.Body, timeToLive: Expiry, cancellationToken: cancellationToken);

    private PerLane<QueueClient> Views(Func<MeasuredLane, QueueServiceClient> service) => new(
        scope.Account,
        lane => service(lane).GetQueueClient(ResourceNames.Numbered(MeasuredName, lane.Client % options.Queues)),
        lane => service(lane).GetQueueClient(scope.WarmUp));

    private int ClientsOf(int queue) => (scope.Account.Clients - queue + options.Queues - 1) / options.Queues;

    private async Task CreateFilledAsync(string name, long messages, CancellationToken cancellationToken)
    {
        var parallel = new ParallelOptions
        {
            MaxDegreeOfParallelism = StorageTarget.SetUpParallelism,
            CancellationToken = cancellationToken,
        };
        await new ResourceCreation(scope).QueueAsync(
            name,
            queue => Parallel.ForAsync(0L, messages, parallel, async (_, token) => await PutAsync(queue, token)),
            cancellationToken);
    }
}
