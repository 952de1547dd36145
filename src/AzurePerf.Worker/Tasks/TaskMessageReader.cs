using AzurePerf.Core.Messages;
using AzurePerf.Core.Tasks;
using AzurePerf.Core.Workers;
using AzurePerf.Storage.Queues;

namespace AzurePerf.Worker.Tasks;

/// <summary>Reads the messages of this worker's queue. One that makes no sense goes to the poison queue, with the reason; no row is touched
/// for it.</summary>
/// <param name="queue">Of this worker's pool.</param>
/// <param name="passed">How long what is left to others is hidden.</param>
/// <param name="time">For the age of messages.</param>
/// <param name="logger">Told of what goes to the poison queue.</param>
/// <param name="read">How texts are read; null for the versions that this build reads.</param>
internal sealed partial class TaskMessageReader(
    TaskQueue queue, PassedMessages passed, TimeProvider time, ILogger<TaskMessageReader> logger, Func<string, TaskMessage?>? read = null)
{
    /// <summary>What a message says, or null when it was moved away or left to workers of the next build.</summary>
    public async Task<TaskMessage?> ReadAsync(ReceivedMessage message, CancellationToken cancellationToken)
    {
        if ((read ?? MessageText.ReadTask)(message.Text) is { } hint)
        {
            return hint;
        }

        if (MessageText.IsPlace(message.Text))
        {
            // Its worker is gone, or it would have kept it hidden.
            await queue.Tasks.TryDeleteAsync(message, cancellationToken);
            return null;
        }

        if (MessageText.IsTaskOfNextBuild(message.Text) && !(time.GetUtcNow() - message.PutAt > MessageText.NextBuildLimit))
        {
            // Builds take over from each other: this worker will be gone soon, and the next one's are here or about to come.
            await PassOnAsync(message, cancellationToken);
            return null;
        }

        var poison = PoisonMessage.Of(message.Text, TaskMessage.CurrentVersion);
        LogUnreadable(message.Id, queue.Name, poison.Reason);
        await queue.Poison.PutAsync(MessageText.Write(poison), TimeSpan.Zero, cancellationToken);
        await queue.Tasks.TryDeleteAsync(message, cancellationToken);
        return null;
    }

    /// <summary>Leaves a message to others for a while, with its text as it is given.</summary>
    public Task PassOnAsync(ReceivedMessage message, CancellationToken cancellationToken) =>
        queue.Tasks.TryHideAsync(message, passed.NextHiding(), cancellationToken);

    /// <summary>Which task a message is about.</summary>
    public static TaskKey KeyOf(TaskMessage hint) =>
        new(hint.RunId, new(hint.Stage), hint.Task, int.Parse(hint.Shard, System.Globalization.CultureInfo.InvariantCulture));

    [LoggerMessage(Level = LogLevel.Error,
        Message = "Message {MessageId} on {Queue} is not a task message of this build; moved to {Queue}-poison: {Reason}")]
    private partial void LogUnreadable(string messageId, string queue, string reason);
}
