using System.Text.Json;
using System.Text.Json.Serialization;
using AzurePerf.Core.Ids;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Tasks;

namespace AzurePerf.Core.Messages;

/// <summary>Messages as the text of a queue message, and back.</summary>
public static class MessageText
{
    private static readonly MessageVersions<TaskMessage> Tasks = new(
        MessageJson.Default.TaskMessage, TaskMessage.CurrentVersion, fromPrevious: alone => alone);
    private static readonly MessageVersions<RunRequestMessage> RunRequests = new(
        MessageJson.Default.RunRequestMessage, RunRequestMessage.CurrentVersion);
    private static readonly MessageVersions<ScaleInGuardMessage> Places = new(
        MessageJson.Default.ScaleInGuardMessage, ScaleInGuardMessage.CurrentVersion);

    /// <summary>How long a message of the next build waits for that build: one that was taken back never comes, and a scaler would count
    /// its messages for ever.</summary>
    public static readonly TimeSpan NextBuildLimit = TimeSpan.FromDays(1);

    public static string Write(TaskMessage message) => JsonSerializer.Serialize(
        message with { Version = message.With is null ? TaskMessage.AloneVersion : TaskMessage.CurrentVersion },
        MessageJson.Default.TaskMessage);

    public static string Write(RunRequestMessage message) => JsonSerializer.Serialize(message, MessageJson.Default.RunRequestMessage);

    public static string Write(PoisonMessage message) => JsonSerializer.Serialize(message, MessageJson.Default.PoisonMessage);

    /// <summary>A message that stands for a worker without a task; see <see cref="ScaleInGuardMessage"/>.</summary>
    public static string Write(ScaleInGuardMessage message) => JsonSerializer.Serialize(message, MessageJson.Default.ScaleInGuardMessage);

    /// <summary>True for a message that stands for a worker: whoever receives it deletes it, because its worker no longer keeps it
    /// hidden.</summary>
    public static bool IsPlace(string text) => Places.Read(text) is { Worker.Length: > 0 };

    /// <summary>The message, or null when the text is not one that this build can read.</summary>
    public static TaskMessage? ReadTask(string text) => ReadTask(text, Tasks);

    internal static TaskMessage? ReadTask(string text, MessageVersions<TaskMessage> versions) =>
        versions.Read(text) is { Task: >= 0, Attempt: >= 1, ETag: not null } message
        && IdText.IsValid(message.RunId)
        && new StageId(message.Stage).IsValid
        && message.Shard is { Length: 2 } shard && shard.All(char.IsAsciiDigit)
        && (message.With is null
            || (message.With.Count < BundleSize.Most && message.With.All(other => other is { Task: >= 0, ETag: not null })))
            ? message
            : null;

    /// <summary>The message, or null when the text is not one that this build can read.</summary>
    public static RunRequestMessage? ReadRunRequest(string text) => ReadRunRequest(text, RunRequests);

    internal static RunRequestMessage? ReadRunRequest(string text, MessageVersions<RunRequestMessage> versions) =>
        versions.Read(text) is { } message && IdText.IsValid(message.RunId) ? message : null;

    /// <summary>True for a task message that the build after this one wrote.</summary>
    public static bool IsTaskOfNextBuild(string text) => Tasks.IsOfNextBuild(text);

    /// <summary>True for a run request that the build after this one wrote.</summary>
    public static bool IsRunRequestOfNextBuild(string text) => RunRequests.IsOfNextBuild(text);
}

/// <summary>The JSON form of every queue message.</summary>
[JsonSourceGenerationOptions(DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingNull)]
[JsonSerializable(typeof(TaskMessage))]
[JsonSerializable(typeof(RunRequestMessage))]
[JsonSerializable(typeof(PoisonMessage))]
[JsonSerializable(typeof(ScaleInGuardMessage))]
internal sealed partial class MessageJson : JsonSerializerContext;

/// <summary>Tells the TaskManager that a run was submitted or cancelled. A hint only: the header decides.</summary>
/// <param name="Version">Format; readers accept it and the one before.</param>
/// <param name="RunId">The run.</param>
/// <param name="TraceParent">W3C trace context of the submission; null without one.</param>
public sealed record RunRequestMessage(
    [property: JsonPropertyName("v")] int Version, [property: JsonPropertyName("run")] string RunId,
    [property: JsonPropertyName("traceparent")] string? TraceParent = null)
{
    public const int CurrentVersion = 1;
}

/// <summary>
/// Stands in a queue for a worker that has no task while others of its pool measure. A scaler that counts messages then counts every
/// worker, and ends none: it cannot choose which one to end, and could choose one that measures.
/// </summary>
/// <param name="Version">Format.</param>
/// <param name="Worker">The worker that keeps it hidden.</param>
public sealed record ScaleInGuardMessage(
    [property: JsonPropertyName("v")] int Version, [property: JsonPropertyName("place")] string? Worker)
{
    public const int CurrentVersion = 1;
}
