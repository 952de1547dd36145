using System.Text.Json.Serialization;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Tasks;

namespace AzurePerf.Core.Api;

/// <summary>Answer of <c>GET /api/v1/runs/{id}/tasks</c>: tasks of one stage of a run.</summary>
/// <param name="RunId">The run.</param>
/// <param name="Status">The run's state.</param>
/// <param name="Stage">The stage; null while the run is not planned.</param>
/// <param name="Stages">The names of all stages of the run, in order.</param>
/// <param name="Tasks">The tasks on this page. All tasks come by number; those that a filter admits in a stage of more than 1,000 come in
/// the order of its partitions.</param>
public sealed record TaskListResponse(
    string RunId, [property: JsonPropertyName("state")] RunStatus Status, StageTasksResponse? Stage, IReadOnlyList<string> Stages,
    IReadOnlyList<TaskResponse> Tasks)
{
    /// <summary>Address of the next page; null after the last.</summary>
    public string? Next { get; init; }

    /// <summary>The share of the stage's tasks that this page and those before it looked at, 0 to 1. A page costs few requests, whatever
    /// the filter: it may be short or empty although more follow.</summary>
    public double LookedAt { get; init; }

    /// <summary>True where the rows of the tasks are gone: they are removed some time after the run's end, seven days by
    /// default.</summary>
    public bool Removed { get; init; }

    /// <summary>When this was read; not part of the document, which is the same as long as nothing changes.</summary>
    [JsonIgnore]
    public DateTimeOffset ReadAt { get; init; }

    /// <summary>Where the next page begins; null after the last.</summary>
    [JsonIgnore]
    public TaskPlace? NextPlace { get; init; }
}

/// <summary>How many tasks of a stage stand how.</summary>
/// <param name="Name">What its experiment calls it.</param>
/// <param name="Status">waiting, open or closed.</param>
/// <param name="Planned">False while its tasks are still to be planned.</param>
/// <param name="About">True while the numbers are approximate.</param>
/// <param name="Tasks">All that it has.</param>
/// <param name="Waiting">Neither executed nor ended.</param>
/// <param name="Running">Executed just now, as of the workers' last heartbeats.</param>
/// <param name="Done">Ended with an accepted result.</param>
/// <param name="Failed">Failed for good.</param>
/// <param name="Missed">Gaps in a series.</param>
/// <param name="Cancelled">Given up with the run.</param>
public sealed record StageTasksResponse(
    string Name, [property: JsonPropertyName("state")] StageStatus Status, bool Planned, bool About, int Tasks, int Waiting, int Running,
    int Done, int Failed, int Missed, int Cancelled)
{
    public static StageTasksResponse Of(StageResponse stage) => new(
        stage.Name, stage.Status, stage.Planned, stage.About, stage.Tasks, stage.Waiting, stage.Running, stage.Done, stage.Failed,
        stage.Missed, stage.Cancelled);
}

/// <summary>One task of a run.</summary>
public sealed record TaskResponse
{
    /// <summary>Its number in its stage, from 1.</summary>
    public required int Number { get; init; }

    /// <summary>What it makes or measures, in words, such as "tile h18v04, 2024-01-25, of 3 granules"; empty where only its own document
    /// tells, because this one would cost too many requests.</summary>
    public required string Subject { get; init; }

    /// <summary>The class that its executions are counted in, which is its stage.</summary>
    public required string TaskClass { get; init; }

    /// <summary>How it stands.</summary>
    public required TaskState State { get; init; }

    /// <summary>Executions that have begun.</summary>
    public required int Attempts { get; init; }

    /// <summary>How the last execution that has ended did: success, or the cause why it has no result; null before.</summary>
    public string? Outcome { get; init; }

    /// <summary>The same in words.</summary>
    public string? OutcomeLabel { get; init; }

    /// <summary>What the last execution without a result said; empty for nothing.</summary>
    public string Error { get; init; } = "";

    /// <summary>How long the last execution took, or takes so far, in seconds; null before.</summary>
    public double? DurationSeconds { get; init; }

    /// <summary>The worker that executes it or did so last; empty before.</summary>
    public string WorkerId { get; init; } = "";

    /// <summary>The kind of machine of that worker.</summary>
    public string Sku { get; init; } = "";

    /// <summary>When it could be taken the last time; null for a task that was not made yet.</summary>
    public DateTimeOffset? ReadyAt { get; init; }

    /// <summary>Not taken again before; null for at once.</summary>
    public DateTimeOffset? NotBefore { get; init; }

    /// <summary>When its last execution began; null before.</summary>
    public DateTimeOffset? StartedAt { get; init; }

    /// <summary>When that ended; null while it goes on.</summary>
    public DateTimeOffset? EndedAt { get; init; }

    /// <summary>A task by its row.</summary>
    /// <param name="task">The row.</param>
    /// <param name="stage">Name of its stage.</param>
    /// <param name="subject">What it makes, in words.</param>
    /// <param name="now">Until when a running execution takes its time.</param>
    public static TaskResponse Of(BenchmarkTask task, string stage, string subject, DateTimeOffset now)
    {
        var outcome = TaskOutcome.LastOf(task);
        return new()
        {
            Number = task.Key.Number + 1,
            Subject = subject,
            TaskClass = stage,
            State = TaskStates.Of(task.Status),
            Attempts = TaskAttempt.CountOf(task),
            Outcome = outcome?.Word,
            OutcomeLabel = outcome?.Label,
            Error = task.Error,
            DurationSeconds = TaskAttempt.LastDurationOf(task, now)?.TotalSeconds,
            WorkerId = task.Owner,
            Sku = task.Sku,
            ReadyAt = task.ReadyAt,
            NotBefore = task.NotBefore,
            StartedAt = task.ClaimedAt,
            EndedAt = task.Status != BenchmarkTaskStatus.Running && task.EndedAt >= task.ClaimedAt ? task.EndedAt : null,
        };
    }

    /// <summary>A task that has no row yet.</summary>
    public static TaskResponse Unwritten(int number, string stage, string subject, TaskState state) =>
        new() { Number = number + 1, Subject = subject, TaskClass = stage, State = state, Attempts = 0 };
}
