using System.Text.Json;
using System.Text.Json.Serialization.Metadata;
using AzurePerf.Core.Ids;
using AzurePerf.Core.Runs;

namespace AzurePerf.Core.Messages;

/// <summary>Messages as the text of a queue message, and back.</summary>
public static class MessageText
{
    public static string Write(TaskMessage message) => JsonSerializer.Serialize(message, MessageJson.Default.TaskMessage);

    public static string Write(RunRequestMessage message) => JsonSerializer.Serialize(message, MessageJson.Default.RunRequestMessage);

    public static string Write(PoisonMessage message) => JsonSerializer.Serialize(message, MessageJson.Default.PoisonMessage);

    /// <summary>The message, or null when the text is not one that this build can read.</summary>
    public static TaskMessage? ReadTask(string text) =>
        Read(text, MessageJson.Default.TaskMessage) is { Version: TaskMessage.CurrentVersion, Task: >= 0, Attempt: >= 1, ETag: not null } message
        && IdText.IsValid(message.RunId)
        && new StageId(message.Stage).IsValid
        && message.Shard is { Length: 2 } shard && shard.All(char.IsAsciiDigit)
            ? message
            : null;

    /// <summary>The message, or null when the text is not one that this build can read.</summary>
    public static RunRequestMessage? ReadRunRequest(string text) =>
        Read(text, MessageJson.Default.RunRequestMessage) is { Version: RunRequestMessage.CurrentVersion } message && IdText.IsValid(message.RunId) ? message : null;

    private static T? Read<T>(string text, JsonTypeInfo<T> type)
        where T : class
    {
        try
        {
            return JsonSerializer.Deserialize(text, type);
        }
        catch (JsonException)
        {
            // Null makes the caller move the message to the poison queue.
            return null;
        }
    }
}
