using System.Text.Json;
using System.Text.Json.Nodes;
using System.Text.Json.Serialization;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Tasks;
using AzurePerf.Core.Texts;

namespace AzurePerf.Core.Api;

/// <summary>Answer of <c>GET /api/v1/runs/{id}/tasks/{stage}/{number}</c>: one task with everything that is on record of it.</summary>
/// <param name="RunId">The run.</param>
/// <param name="Status">The run's state.</param>
/// <param name="Stage">Name of its stage.</param>
/// <param name="Tasks">Tasks that the stage has.</param>
/// <param name="Task">How it stands.</param>
/// <param name="Attempts">Its executions, oldest first.</param>
public sealed record TaskDetailResponse(
    string RunId, [property: JsonPropertyName("state")] RunStatus Status, string Stage, int Tasks, TaskResponse Task,
    IReadOnlyList<TaskAttemptResponse> Attempts)
{
    /// <summary>What it is to do; null where its number says enough, and where that is gone.</summary>
    public JsonNode? Order { get; init; }

    /// <summary>What it brought; null for nothing. Of a measured point the details are in a blob that it names.</summary>
    public JsonNode? Result { get; init; }

    /// <summary>A text of a row or blob as JSON; as a text where it is none.</summary>
    internal static JsonNode? Json(string text)
    {
        if (text.Length == 0)
        {
            return null;
        }

        try
        {
            return JsonNode.Parse(text);
        }
        catch (JsonException)
        {
            return JsonValue.Create(text);
        }
    }

    /// <summary>What the row of a task says that it is to do.</summary>
    /// <param name="task">The row.</param>
    /// <param name="order">Of a task whose order is in a blob, that; else empty.</param>
    public static JsonNode? OrderOf(BenchmarkTask? task, string order) =>
        order.Length > 0 ? Json(order)
        : task?.Order.Point is not null ? JsonSerializer.SerializeToNode(task.Order, ApiJson.Options)
        : null;

    /// <summary>What the row of a task says that it brought.</summary>
    public static JsonNode? ResultOf(BenchmarkTask task)
    {
        ArgumentNullException.ThrowIfNull(task);
        if (task.Result.Length == 0 || task.Key.Stage.Kind != StageKind.Measure)
        {
            return Json(task.Result);
        }

        try
        {
            return JsonSerializer.SerializeToNode(MeasureResultText.Read(task.Result), ApiJson.Options);
        }
        catch (InvalidDataException)
        {
            return Json(task.Result);
        }
    }
}

/// <summary>One execution of a task.</summary>
/// <param name="Number">Which execution it was, from 1.</param>
public sealed record TaskAttemptResponse(int Number)
{
    /// <summary>Who executed it; empty where that is not on record.</summary>
    public string WorkerId { get; init; } = "";

    /// <summary>The kind of machine of that worker; empty where that is not on record.</summary>
    public string Sku { get; init; } = "";

    /// <summary>When it began; null where that is not on record.</summary>
    public DateTimeOffset? StartedAt { get; init; }

    /// <summary>When it ended; null while it goes on, and where that is not on record.</summary>
    public DateTimeOffset? EndedAt { get; init; }

    /// <summary>How long it took, or takes so far, in seconds; null where that is not on record.</summary>
    public double? DurationSeconds { get; init; }

    /// <summary>success, or the cause why it has no result; null while it goes on, and where it was given back without a fault of its
    /// own.</summary>
    public string? Outcome { get; init; }

    /// <summary>The same in words.</summary>
    public string? OutcomeLabel { get; init; }

    /// <summary>What it said at its end: its log, as far as that is kept; empty for nothing.</summary>
    public string Error { get; init; } = "";

    /// <summary>What the user's program wrote to standard output and error, at most 64 KiB: of more its first 16 KiB and its end; empty
    /// where it wrote nothing, and where none ran.</summary>
    public string Log { get; init; } = "";

    /// <summary>Whether the task is charged with its end.</summary>
    public bool Charged { get; init; }

    /// <summary>True while it goes on.</summary>
    public bool Running { get; init; }

    /// <summary>What it does just now, as of the last heartbeat of its worker; empty when it has ended.</summary>
    public string Phase { get; init; } = "";

    /// <summary>How much of it is done, 0 to 1, as of that heartbeat; null where it does not say.</summary>
    public double? Progress { get; init; }

    /// <summary>An execution.</summary>
    /// <param name="attempt">What is on record.</param>
    /// <param name="live">What its worker says of it; null for nothing.</param>
    /// <param name="now">Until when a running execution takes its time.</param>
    public static TaskAttemptResponse Of(TaskAttempt attempt, RunningTask? live, DateTimeOffset now)
    {
        ArgumentNullException.ThrowIfNull(attempt);
        var end = attempt.IsRunning ? now : attempt.EndedAt;
        return new(attempt.Number)
        {
            WorkerId = attempt.Worker,
            Sku = attempt.Sku,
            StartedAt = attempt.StartedAt,
            EndedAt = attempt.EndedAt,
            DurationSeconds = end - attempt.StartedAt is { } span ? Math.Max(0, span.TotalSeconds) : null,
            Outcome = attempt.Outcome?.Word,
            OutcomeLabel = attempt.Outcome?.Label,
            Error = attempt.Error,
            Charged = attempt.Outcome?.IsCharged == true,
            Running = attempt.IsRunning,
            Phase = live?.Phase ?? "",
            Progress = live switch
            {
                { Share: { } share } => share,
                { OperationsPlanned: > 0 } => Math.Min(1, live.OperationsDone / (double)live.OperationsPlanned),
                _ => null,
            },
        };
    }
}
