using System.Text.Json.Serialization;
using AzurePerf.Core.Charts.Curves;
using AzurePerf.Core.Criteria;
using AzurePerf.Core.Runs;

namespace AzurePerf.Core.Api;

/// <summary>One run: answer of <c>POST /api/v1/runs</c> and <c>GET /api/v1/runs/{id}</c>.</summary>
/// <param name="Id">The run's id.</param>
/// <param name="Status">Where it stands.</param>
/// <param name="Reason">Why it waits, failed or was cancelled; empty otherwise.</param>
/// <param name="Owner">Who submitted it.</param>
/// <param name="Spec">What was asked, with every default filled in.</param>
/// <param name="SubmittedAt">When the request was stored.</param>
/// <param name="StartedAt">When the TaskManager began it.</param>
/// <param name="EndedAt">When it became terminal.</param>
/// <param name="Emulator">True when the target is an emulator.</param>
/// <param name="Points">Points of its plan.</param>
/// <param name="PointsFinished">Points with a published result, failed ones included.</param>
/// <param name="PointsFailed">Points that failed for good.</param>
/// <param name="Stages">Its stages, in order; empty before it is planned.</param>
/// <param name="Activity">What a worker does for it just now; null when none does.</param>
/// <param name="Schedule">The schedule that started it; null when it was submitted.</param>
public sealed record RunResponse(
    string Id,
    [property: JsonPropertyName("state")] RunStatus Status,
    string Reason,
    string Owner,
    RunSpec Spec,
    DateTimeOffset SubmittedAt,
    DateTimeOffset? StartedAt,
    DateTimeOffset? EndedAt,
    bool Emulator,
    int Points,
    int PointsFinished,
    int PointsFailed,
    IReadOnlyList<StageResponse> Stages,
    ActivityResponse? Activity,
    ScheduleLink? Schedule = null)
{
    /// <summary>See <see cref="Runs.PlanHash"/>: runs with the same one measured the same points in the same order. Empty before it is
    /// planned, and for a run without points.</summary>
    public string PlanHash { get; init; } = "";

    /// <summary>What keeps it from going on, since when and until when; null while it can go on.</summary>
    public RunWait? Wait { get; init; }

    /// <summary>True while it waits for workers and lets other runs measure meanwhile.</summary>
    public bool LetsOthersGoFirst { get; init; }

    /// <summary>Of the finished points, gaps of a series: their time passed before a worker took them.</summary>
    public int PointsMissed { get; init; }

    /// <summary>Its tags as they are now; those of the spec are as they were at the submission.</summary>
    public IReadOnlyDictionary<string, string> Tags
    {
        get => field ?? Spec.Tags;
        init;
    }

    /// <summary>What was written about it since, in order.</summary>
    public IReadOnlyList<RunNote> Notes { get; init; } = [];

    /// <summary>The run that this one was made from; null when it was not.</summary>
    public RunOrigin? Origin { get; init; }

    /// <summary>The best that it measured; null before its end, and where nothing was measured that counts.</summary>
    public RunHeadline? Headline { get; init; }

    /// <summary>Why there is no headline, in words; empty where there is one.</summary>
    public string HeadlineMissing { get; init; } = "";

    /// <summary>What its criteria came to; null before its end, and for a run without criteria.</summary>
    public CriteriaVerdict? Criteria { get; init; }

    /// <summary>About how many seconds its open stage still takes; null while nobody can tell.</summary>
    public double? SecondsLeft => Stages.FirstOrDefault(stage => stage.Status == StageStatus.Open)?.SecondsLeft;

    /// <summary>True when it is part of the sample data: really measured, but somewhere else.</summary>
    public bool Sample { get; init; }

    /// <summary>True when workers that inject faults executed tasks of it; while a stage is open, as far as their heartbeats say.</summary>
    public bool HasInjectedFaults { get; init; }

    /// <summary>How long its bags took against the least that they could have; null before their end, and where that is not
    /// known.</summary>
    public MakespanResponse? Makespan { get; init; }

    /// <summary>How its tasks stand, what they wait for and what became of their executions.</summary>
    public EngineResponse Engine { get; init; } = EngineResponse.None;
}

/// <summary>What a worker is doing for a run, as of its last heartbeat.</summary>
/// <param name="WorkerId">The worker process.</param>
/// <param name="Stage">The name of the stage.</param>
/// <param name="Point">The point being measured, from 1; null in other stages.</param>
/// <param name="Phase">preparing, loading, setUp, warmUp, measuring or storing.</param>
/// <param name="OperationsDone">Operations ended in this phase; datasets while preparing, rows while loading.</param>
/// <param name="OperationsPlanned">Operations planned for the measurement; 0 when it ends by time or bytes. Datasets while preparing, and
/// about how many rows while loading.</param>
public sealed record ActivityResponse(string WorkerId, string Stage, int? Point, string Phase, long OperationsDone, long OperationsPlanned)
{
    /// <summary>Operations per second of all workers that measure the run, since each began to; null while none measures.</summary>
    public double? OperationsPerSecond { get; init; }

    /// <summary>Workers that execute tasks of the run.</summary>
    public int Workers { get; init; }
}

/// <summary>Everything about a run in one document: what <c>export?format=json</c> gives.</summary>
/// <param name="Run">The run.</param>
/// <param name="Points">Its points and what is derived from them.</param>
/// <param name="Events">What happened to it.</param>
public sealed record RunDocumentResponse(RunResponse Run, PointListResponse Points, IReadOnlyList<RunEvent> Events)
{
    /// <summary>Distribution and course of each configuration, over the repetitions that count; empty before the run's end, and where it
    /// has no digest.</summary>
    public IReadOnlyList<LevelCurves> Curves { get; init; } = [];
}

/// <summary>How a watched run ended: data of the last server-sent event.</summary>
/// <param name="Status">completed, completedWithErrors, failed or cancelled.</param>
/// <param name="Reason">Why it failed, was cancelled or completed with errors; empty otherwise.</param>
public sealed record RunEnding([property: JsonPropertyName("state")] RunStatus Status, string Reason);
