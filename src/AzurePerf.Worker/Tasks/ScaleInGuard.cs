using AzurePerf.Core.Messages;
using AzurePerf.Core.Workers;
using AzurePerf.Storage.Queues;
using AzurePerf.Storage.Workers;
using AzurePerf.Worker.Heartbeats;

namespace AzurePerf.Worker.Tasks;

/// <summary>
/// The message that stands for this worker while it has no task and others of its pool measure. Where workers are ended by the number of
/// messages, without it the end of one point would after a while end a worker in the middle of another, long one.
/// </summary>
internal sealed class ScaleInGuard(
    TaskQueue queue, WorkerStore workers, WorkerPresence presence, WorkerOptions options, EngineTimes times, TimeProvider time)
{
    private ReceivedMessage? _message;
    private long _hiddenAt;
    private long? _lookedAt;

    /// <summary>After a look for a task that found none: takes a place, keeps it, or gives it up, as the others do.</summary>
    public async Task NoteIdleAsync(CancellationToken cancellationToken)
    {
        if (!options.ScaleInGuard || (_lookedAt is { } looked && time.GetElapsedTime(looked) < times.Heartbeat))
        {
            return;
        }

        _lookedAt = time.GetTimestamp();
        if (!await OthersMeasureAsync(cancellationToken))
        {
            await LeaveAsync(cancellationToken);
        }
        else if (_message is null)
        {
            _message = await queue.Tasks.PutHiddenAsync(
                MessageText.Write(new ScaleInGuardMessage(ScaleInGuardMessage.CurrentVersion, presence.WorkerId)), times.Visibility,
                cancellationToken);
            _hiddenAt = time.GetTimestamp();
        }
        else if (time.GetElapsedTime(_hiddenAt) > times.Visibility / 2)
        {
            _message = await queue.Tasks.TryHideAsync(_message, times.Visibility, cancellationToken);
            _hiddenAt = time.GetTimestamp();
        }
    }

    /// <summary>Gives the place up: the message of the task that was claimed stands for this worker now.</summary>
    public async Task LeaveAsync(CancellationToken cancellationToken)
    {
        if (_message is { } message)
        {
            _message = null;
            await queue.Tasks.TryDeleteAsync(message, cancellationToken);
        }
    }

    private async Task<bool> OthersMeasureAsync(CancellationToken cancellationToken) =>
        await workers.ListAsync(presence.Pool, cancellationToken: cancellationToken)
            .AnyAsync(worker => worker.WorkerId != presence.WorkerId && worker.Running.Count > 0, cancellationToken);
}
