using System.Text.Json.Serialization;
using AzurePerf.Core.Tasks;

namespace AzurePerf.Core.Messages;

/// <summary>Tells a worker that a task may be Ready. A hint only: the row decides.</summary>
/// <param name="Version">Format of the message, and of the rows and files that it leads to: a worker of another one would misread
/// them.</param>
/// <param name="RunId">The run.</param>
/// <param name="Stage">The stage's number.</param>
/// <param name="Shard">Two digits: the partition of the row.</param>
/// <param name="Task">The task's number in its stage.</param>
/// <param name="Attempt">The attempt that this message was put for.</param>
/// <param name="ETag">The row's ETag at that time, so that a claim needs no read.</param>
/// <param name="Avoid">The worker that ran over the time limit with it; it leaves the task to others where it can. Null for none.</param>
/// <param name="TraceParent">W3C trace context of the run; null without one.</param>
/// <param name="With">Tasks of the same partition and attempt that are handed out together with it, in the order of their numbers; null for
/// none.</param>
/// <param name="Refused">How often workers that run no programs of users, or cannot read its order, left it to others while they knew of
/// none; null for never.</param>
/// <param name="TimedOut">How often the task was stopped for its time before, which a claim without a read needs; null for never.</param>
public sealed record TaskMessage(
    [property: JsonPropertyName("v")] int Version,
    [property: JsonPropertyName("run")] string RunId,
    [property: JsonPropertyName("stage")] int Stage,
    [property: JsonPropertyName("hh")] string Shard,
    [property: JsonPropertyName("task")] int Task,
    [property: JsonPropertyName("a")] int Attempt,
    [property: JsonPropertyName("etag")] string ETag,
    [property: JsonPropertyName("avoid")] string? Avoid = null,
    [property: JsonPropertyName("traceparent")] string? TraceParent = null,
    [property: JsonPropertyName("with")] IReadOnlyList<BundledTask>? With = null,
    [property: JsonPropertyName("refused")] int? Refused = null,
    [property: JsonPropertyName("timedOut")] int? TimedOut = null)
{
    /// <summary>3: several tasks may share a message, which a build before would take for the first of them.</summary>
    public const int CurrentVersion = 3;

    /// <summary>What the message of one task is written as, so that builds before read it. 2: results are values, distributions and
    /// operations, and details have one observation for all of them.</summary>
    public const int AloneVersion = 2;

    /// <summary>All tasks that it is about.</summary>
    [JsonIgnore]
    public IEnumerable<BundledTask> Tasks => [new(Task, ETag), .. With ?? []];

    /// <summary>How often a task was stopped for its time, as its message has it: null for never.</summary>
    public static int? TimedOutOf(BenchmarkTask task)
    {
        ArgumentNullException.ThrowIfNull(task);
        return task.Failures.TimedOut is > 0 and var stopped ? stopped : null;
    }
}

/// <summary>One task of a message.</summary>
/// <param name="Task">Its number in its stage.</param>
/// <param name="ETag">Its row's ETag when the message was put.</param>
public sealed record BundledTask([property: JsonPropertyName("t")] int Task, [property: JsonPropertyName("e")] string ETag);
