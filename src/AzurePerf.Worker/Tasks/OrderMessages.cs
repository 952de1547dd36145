using AzurePerf.Core.Experiments.Images;
using AzurePerf.Core.Messages;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Tasks;
using AzurePerf.Core.Workers;
using AzurePerf.Storage.Queues;
using AzurePerf.Storage.Rows;
using AzurePerf.Storage.Tasks;
using AzurePerf.Storage.Workers;
using AzurePerf.Worker.Heartbeats;
using AzurePerf.Worker.Programs;

namespace AzurePerf.Worker.Tasks;

/// <summary>Leaves tasks to other workers, before they are claimed, whose order this one cannot carry out: a later build wrote it, or what
/// it is carried out with, or it runs a program of a user on a worker that runs none.</summary>
internal sealed partial class OrderMessages(
    TaskMessageReader reading, ProgramSandbox sandbox, OrderCache orders, TaskStore tasks, WorkerStore workers, ControlPlaneRetry requests,
    WorkerPresence presence, EngineTimes times, TimeProvider time, ILogger<OrderMessages> logger)
{
    private static readonly StageId Listing = StageId.Bag(ImageStages.InOrder.IndexOf(ImageStages.Listing));

    private readonly Lock _lock = new();
    private readonly HashSet<(string RunId, StageId Stage)> _held = [];
    private Task<WorkerState[]>? _others;
    private long _readAt;

    /// <summary>True when the message was left to others.</summary>
    /// <param name="run">Of its tasks.</param>
    /// <param name="key">Of its first task.</param>
    /// <param name="hint">What it says.</param>
    /// <param name="message">As received.</param>
    /// <param name="cancellationToken">Ends the requests: for the orders, which an execution would read too, and on a worker that runs no
    /// programs for the other workers.</param>
    public async Task<bool> TryPassOnAsync(
        RunState run, TaskKey key, TaskMessage hint, ReceivedMessage message, CancellationToken cancellationToken)
    {
        if (await IsOfLaterBuildAsync(run, key, hint, cancellationToken))
        {
            return await TryHoldAsync(key, hint, message, cancellationToken);
        }

        if (!MessageDecisions.MayRunPrograms(run.Spec, key.Stage) || (await sandbox.ProofAsync().WaitAsync(cancellationToken)).Holds
            || !await HasProgramAsync(key, hint, cancellationToken))
        {
            return false;
        }

        var (step, text) = MessageDecisions.ByPrograms(
            hint, await requests.RepeatAsync(() => OthersAsync(cancellationToken), cancellationToken));
        return step == MessageStep.PassOn
            && await TryPassOnAsync(key, hint, message with { Text = MessageText.Write(text) }, cancellationToken);
    }

    private async Task<bool> TryHoldAsync(TaskKey key, TaskMessage hint, ReceivedMessage message, CancellationToken cancellationToken)
    {
        var others = await requests.RepeatAsync(() => OthersAsync(cancellationToken), cancellationToken);
        var (step, text) = MessageDecisions.ByBuild(hint, others, presence.Build, time.GetUtcNow() - message.PutAt ?? TimeSpan.Zero);
        if (step != MessageStep.PassOn
            || !await TryPassOnAsync(key, hint, message with { Text = MessageText.Write(text) }, cancellationToken))
        {
            return false;
        }

        bool isFirst;
        lock (_lock)
        {
            isFirst = _held.Add((key.RunId, key.Stage));
        }

        if (isFirst)
        {
            LogHeld(key.RunId, key.Stage);
        }

        return true;
    }

    private async Task<bool> TryPassOnAsync(TaskKey key, TaskMessage hint, ReceivedMessage message, CancellationToken cancellationToken)
    {
        if (!await requests.RepeatAsync(() => IsReadyAsync(key, hint, cancellationToken), cancellationToken))
        {
            return false;
        }

        await reading.PassOnAsync(message, cancellationToken);
        return true;
    }

    private Task<bool> IsOfLaterBuildAsync(RunState run, TaskKey key, TaskMessage hint, CancellationToken cancellationToken) =>
        run.Spec.Experiment != ImageStages.Experiment ? Task.FromResult(false)
        : ImageStages.InOrder.ElementAtOrDefault(key.Stage.BagIndex) switch
        {
            { } stage when ImageOrder.HasOrders(stage) =>
                AnyAsync(key, hint, text => ImageOrder.IsOfLaterBuild(stage, text), cancellationToken),
            ImageStages.Manifest =>
                requests.RepeatAsync(() => HasListingOfLaterBuildAsync(key, hint, cancellationToken), cancellationToken),
            _ => Task.FromResult(false),
        };

    /// <summary>Without what this build leaves out the manifest would tell of other images. All listings are read, so only where the task
    /// is to be had, and once where it is held.</summary>
    private async Task<bool> HasListingOfLaterBuildAsync(TaskKey key, TaskMessage hint, CancellationToken cancellationToken)
    {
        lock (_lock)
        {
            if (_held.Contains((key.RunId, key.Stage)))
            {
                return true;
            }
        }

        return await UnlessUnreadableAsync(async () => await IsReadyAsync(key, hint, cancellationToken)
            && await orders.FindStageAsync(key.RunId, Listing, cancellationToken) is { } listing
            && await new StageProducts(tasks, [listing], cancellationToken).OfAsync(ImageStages.Listing)
                .AnyAsync(product => DayListing.IsOfLaterBuild(product.Result), cancellationToken));
    }

    private Task<bool> HasProgramAsync(TaskKey key, TaskMessage hint, CancellationToken cancellationToken) =>
        AnyAsync(key, hint, text => ImageOrder.Read<ReductionOrder>(text).Reduction == RequestReductions.Program, cancellationToken);

    /// <summary>Whether one of its tasks has such an order.</summary>
    private Task<bool> AnyAsync(TaskKey key, TaskMessage hint, Func<string, bool> isSuch, CancellationToken cancellationToken) =>
        UnlessUnreadableAsync(async () =>
        {
            foreach (var task in hint.Tasks)
            {
                var text = await requests.RepeatAsync(
                    () => orders.FindAsync(key with { Number = task.Task }, cancellationToken), cancellationToken);
                if (isSuch(text))
                {
                    return true;
                }
            }

            return false;
        });

    /// <summary>False also where something that is asked for cannot be read.</summary>
    private static async Task<bool> UnlessUnreadableAsync(Func<Task<bool>> ask)
    {
        try
        {
            return await ask();
        }
        catch (Exception exception) when (exception is InvalidDataException or CorruptRowException)
        {
            // Its execution meets the same and says it: of a message that is not taken nobody would hear.
            return false;
        }
    }

    /// <summary>Whether one of its tasks is still to be had by it. Any other message is no matter of orders.</summary>
    private async Task<bool> IsReadyAsync(TaskKey key, TaskMessage hint, CancellationToken cancellationToken)
    {
        var numbers = hint.Tasks.Select(task => task.Task).ToArray();
        return await tasks.ListAsync(key.RunId, key.Stage, numbers[0], cancellationToken, key.Shard, numbers[^1] + 1).AnyAsync(
            task => numbers.Contains(task.Key.Number)
                && (hint.With is null ? MessageDecisions.ByRow(task, "") : MessageDecisions.ByBundledRow(task, "")) == MessageStep.Take,
            cancellationToken);
    }

    /// <summary>Those of the pool, read once a heartbeat however many messages ask.</summary>
    private async Task<WorkerState[]> OthersAsync(CancellationToken cancellationToken)
    {
        Task<WorkerState[]> reading;
        lock (_lock)
        {
            if (_others is null or { IsFaulted: true } or { IsCanceled: true } || time.GetElapsedTime(_readAt) >= times.Heartbeat)
            {
                // Not by the first caller's token: others wait for the same answer.
                var listing = workers.ListAsync(presence.Pool, null, CancellationToken.None);
                (_others, _readAt) = (listing.ToArrayAsync(CancellationToken.None).AsTask(), time.GetTimestamp());
            }

            reading = _others;
        }

        return await reading.WaitAsync(cancellationToken);
    }

    [LoggerMessage(Level = LogLevel.Warning,
        Message = "Tasks of run {RunId}, stage {Stage}, have orders or listings of a later build: they wait for its workers, "
            + "and tasks of other runs may wait behind them")]
    private partial void LogHeld(string runId, StageId stage);
}
