using AzurePerf.Core.Messages;
using AzurePerf.Core.Tasks;
using AzurePerf.Storage.Queues;

namespace AzurePerf.Worker.Tasks;

/// <summary>Reads the messages of this worker's queue. One that makes no sense goes to the poison queue, with the reason; no row is touched for it.</summary>
internal sealed partial class MessageReading(TaskQueue queue, ILogger<MessageReading> logger)
{
    /// <summary>What a message says, or null when it was moved away.</summary>
    public async Task<TaskMessage?> ReadAsync(ReceivedMessage message, CancellationToken cancellationToken)
    {
        if (MessageText.ReadTask(message.Text) is { } hint)
        {
            return hint;
        }

        var poison = PoisonMessage.Of(message.Text, TaskMessage.CurrentVersion);
        LogUnreadable(message.Id, queue.Name, poison.Reason);
        await queue.Poison.PutAsync(MessageText.Write(poison), TimeSpan.Zero, cancellationToken);
        await queue.Tasks.TryDeleteAsync(message, cancellationToken);
        return null;
    }

    /// <summary>Which task a message is about.</summary>
    public static TaskKey KeyOf(TaskMessage hint) =>
        new(hint.RunId, new(hint.Stage), hint.Task, int.Parse(hint.Shard, System.Globalization.CultureInfo.InvariantCulture));

    [LoggerMessage(Level = LogLevel.Error, Message = "Message {MessageId} on {Queue} is not a task message of this build; moved to {Queue}-poison: {Reason}")]
    private partial void LogUnreadable(string messageId, string queue, string reason);
}
