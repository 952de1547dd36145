using System.Text.Json.Nodes;
using AzurePerf.Core.Experiments.Images;
using AzurePerf.Core.Messages;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Tasks;
using AzurePerf.Core.Workers;
using AzurePerf.Storage.Queues;
using AzurePerf.Storage.Workers;
using AzurePerf.Worker.Heartbeats;
using AzurePerf.Worker.Programs;

namespace AzurePerf.Worker.Tasks;

/// <summary>Leaves tasks that run a program of a user to other workers, before they are claimed, on a worker that runs none.</summary>
internal sealed class ProgramMessages(
    TaskMessageReader reading, ProgramSandbox sandbox, OrderCache orders, WorkerStore workers, WorkerPresence presence, EngineTimes times,
    TimeProvider time)
{
    private readonly Lock _lock = new();
    private Task<WorkerState[]>? _others;
    private long _readAt;

    /// <summary>True when the message was left to others.</summary>
    /// <param name="run">Of its tasks.</param>
    /// <param name="key">Of its first task.</param>
    /// <param name="hint">What it says.</param>
    /// <param name="message">As received.</param>
    /// <param name="cancellationToken">Ends the requests: none for other tasks, and on a worker that runs programs one at most.</param>
    public async Task<bool> TryPassOnAsync(
        RunState run, TaskKey key, TaskMessage hint, ReceivedMessage message, CancellationToken cancellationToken)
    {
        if (!MayRunPrograms(run.Spec, key.Stage) || (await sandbox.ProofAsync().WaitAsync(cancellationToken)).Holds
            || !await HasProgramAsync(key, hint, cancellationToken))
        {
            return false;
        }

        var (step, text) = MessageDecisions.ByPrograms(hint, await OthersAsync(cancellationToken));
        if (step != MessageStep.PassOn)
        {
            return false;
        }

        await reading.PassOnAsync(message with { Text = MessageText.Write(text) }, cancellationToken);
        return true;
    }

    /// <summary>Whether tasks of this stage may run a program; a request may want pictures of it too.</summary>
    private static bool MayRunPrograms(RunSpec spec, StageId stage) =>
        spec.Experiment == ImageStages.Experiment
        && ImageStages.InOrder.ElementAtOrDefault(stage.BagIndex) == ImageStages.Reduction
        && spec.Parameters["program"] is JsonValue value && value.TryGetValue(out string? program) && program.Length > 0;

    private async Task<bool> HasProgramAsync(TaskKey key, TaskMessage hint, CancellationToken cancellationToken)
    {
        foreach (var task in hint.Tasks)
        {
            var order = ImageOrder.Read<ReductionOrder>(await orders.FindAsync(key with { Number = task.Task }, cancellationToken));
            if (order.Reduction == RequestReductions.Program)
            {
                return true;
            }
        }

        return false;
    }

    /// <summary>Those of the pool, read once a heartbeat however many messages ask.</summary>
    private async Task<WorkerState[]> OthersAsync(CancellationToken cancellationToken)
    {
        Task<WorkerState[]> reading;
        lock (_lock)
        {
            if (_others is null or { IsFaulted: true } or { IsCanceled: true } || time.GetElapsedTime(_readAt) >= times.Heartbeat)
            {
                // Not by the token of whoever asks first: others wait for the same answer.
                var listing = workers.ListAsync(presence.Pool, null, CancellationToken.None);
                (_others, _readAt) = (listing.ToArrayAsync(CancellationToken.None).AsTask(), time.GetTimestamp());
            }

            reading = _others;
        }

        return await reading.WaitAsync(cancellationToken);
    }
}
