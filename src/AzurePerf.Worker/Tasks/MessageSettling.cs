using AzurePerf.Core.Messages;
using AzurePerf.Core.Tasks;
using AzurePerf.Storage.Queues;
using AzurePerf.Worker.Heartbeats;

namespace AzurePerf.Worker.Tasks;

/// <summary>What becomes of the message of a task whose end is stored.</summary>
internal sealed partial class MessageSettling(
    TaskQueue queue, PendingMessages pending, ControlPlaneRetry requests, TimeProvider time, ILogger<MessageSettling> logger)
{
    /// <param name="stored">The row as stored.</param>
    /// <param name="message">The message that it came by.</param>
    public async Task SettleAsync(BenchmarkTask stored, ReceivedMessage message)
    {
        var step = MessageDecisions.AfterEnd(stored);
        if (step == MessageStep.Delete)
        {
            await DeleteAsync(message);
        }
        else if (step == MessageStep.Show)
        {
            await ShowAsync(stored, message);
        }
        else
        {
            pending.Add(stored, message);
        }
    }

    /// <summary>Gives a task that was claimed with others a message of its own, visible when it is due.</summary>
    /// <param name="stored">The row as stored, Ready.</param>
    /// <param name="message">The message of all of them.</param>
    public Task PutAloneAsync(BenchmarkTask stored, ReceivedMessage message)
    {
        var text = TextAgain(stored, message);
        return requests.RepeatAsync(() => PutAsync(text, DelayOf(stored)), CancellationToken.None);
    }

    /// <summary>Deletes a message all of whose tasks are stored.</summary>
    public Task DeleteAsync(ReceivedMessage message) =>
        requests.RepeatAsync(() => queue.Tasks.TryDeleteAsync(message, CancellationToken.None), CancellationToken.None);

    /// <summary>
    /// A task that runs again keeps its message, with the ETag of its new row, visible when it is due. Where the receipt is stale, because
    /// a renewal of it had no answer or the message showed itself early, it gets another message: the old one is hidden for long, and then
    /// leads to the same row.
    /// </summary>
    private async Task ShowAsync(BenchmarkTask stored, ReceivedMessage message)
    {
        var delay = DelayOf(stored);
        var text = TextAgain(stored, message);
        var shown =
            await requests.RepeatAsync(
                () => queue.Tasks.TryHideAsync(message with { Text = text }, delay, CancellationToken.None), CancellationToken.None);
        if (shown is null)
        {
            LogStale(stored.Key);
            await requests.RepeatAsync(() => PutAsync(text, delay), CancellationToken.None);
        }
    }

    private static string TextAgain(BenchmarkTask stored, ReceivedMessage message) =>
        MessageText.Write(MessageDecisions.Again(MessageText.ReadTask(message.Text)!, stored));

    private TimeSpan DelayOf(BenchmarkTask stored) =>
        stored.NotBefore is { } notBefore && notBefore > time.GetUtcNow() ? notBefore - time.GetUtcNow() : TimeSpan.Zero;

    private async Task<bool> PutAsync(string text, TimeSpan delay)
    {
        await queue.Tasks.PutAsync(text, delay, CancellationToken.None);
        return true;
    }

    [LoggerMessage(Level = LogLevel.Information,
        Message = "The message of task {Task} cannot be shown again by its receipt; the task gets another one")]
    private partial void LogStale(TaskKey task);
}
