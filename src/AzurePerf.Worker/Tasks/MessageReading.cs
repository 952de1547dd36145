using AzurePerf.Core.Messages;
using AzurePerf.Core.Tasks;
using AzurePerf.Storage.Queues;

namespace AzurePerf.Worker.Tasks;

/// <summary>Reads the messages of this worker's queue. One that makes no sense goes to the poison queue; no row is touched for it.</summary>
internal sealed partial class MessageReading(TaskQueue queue, ILogger<MessageReading> logger)
{
    /// <summary>What a message says, or null when it was moved away.</summary>
    public async Task<TaskMessage?> ReadAsync(ReceivedMessage message, CancellationToken cancellationToken)
    {
        if (MessageText.ReadTask(message.Text) is { } hint)
        {
            return hint;
        }

        LogUnreadable(message.Id, queue.Name);
        await queue.Poison.PutAsync(message.Text, TimeSpan.Zero, cancellationToken);
        await queue.Tasks.TryDeleteAsync(message, cancellationToken);
        return null;
    }

    /// <summary>Which task a message is about.</summary>
    public static TaskKey KeyOf(TaskMessage hint) =>
        new(hint.RunId, new(hint.Stage), hint.Task, int.Parse(hint.Shard, System.Globalization.CultureInfo.InvariantCulture));

    [LoggerMessage(Level = LogLevel.Error, Message = "Message {MessageId} on {Queue} is not a task message of this build; moved to {Queue}-poison")]
    private partial void LogUnreadable(string messageId, string queue);
}
