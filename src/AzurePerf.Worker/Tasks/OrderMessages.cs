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

/// <summary>Leaves tasks that run a program of a user to other workers, before they are claimed, on a worker that runs none.</summary>
internal sealed class ProgramMessages(
    TaskMessageReader reading, ProgramSandbox sandbox, OrderCache orders, TaskStore tasks, WorkerStore workers, ControlPlaneRetry requests,
    WorkerPresence presence, EngineTimes times, TimeProvider time)
{
    private readonly Lock _lock = new();
    private Task<WorkerState[]>? _others;
    private long _readAt;

    /// <summary>True when the message was left to others.</summary>
    /// <param name="run">Of its tasks.</param>
    /// <param name="key">Of its first task.</param>
    /// <param name="hint">What it says.</param>
    /// <param name="message">As received.</param>
    /// <param name="cancellationToken">Ends the requests: none for other tasks, and on a worker that runs programs.</param>
    public async Task<bool> TryPassOnAsync(
        RunState run, TaskKey key, TaskMessage hint, ReceivedMessage message, CancellationToken cancellationToken)
    {
        if (!MessageDecisions.MayRunPrograms(run.Spec, key.Stage) || (await sandbox.ProofAsync().WaitAsync(cancellationToken)).Holds
            || !await HasProgramAsync(key, hint, cancellationToken))
        {
            return false;
        }

        var (step, text) = MessageDecisions.ByPrograms(
            hint, await requests.RepeatAsync(() => OthersAsync(cancellationToken), cancellationToken));
        if (step != MessageStep.PassOn
            || !await requests.RepeatAsync(() => IsReadyAsync(key, hint, cancellationToken), cancellationToken))
        {
            return false;
        }

        await reading.PassOnAsync(message with { Text = MessageText.Write(text) }, cancellationToken);
        return true;
    }

    private async Task<bool> HasProgramAsync(TaskKey key, TaskMessage hint, CancellationToken cancellationToken)
    {
        try
        {
            foreach (var task in hint.Tasks)
            {
                var text = await requests.RepeatAsync(
                    () => orders.FindAsync(key with { Number = task.Task }, cancellationToken), cancellationToken);
                if (ImageOrder.Read<ReductionOrder>(text).Reduction == RequestReductions.Program)
                {
                    return true;
                }
            }

            return false;
        }
        catch (Exception exception) when (exception is InvalidDataException or CorruptRowException)
        {
            // Its execution meets the same and says it: of a message that is not taken nobody would hear.
            return false;
        }
    }

    /// <summary>Whether one of its tasks is still to be had by it. Any other message is no matter of programs.</summary>
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
}
