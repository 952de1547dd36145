using AzurePerf.Core.Access;
using AzurePerf.Core.Api;
using AzurePerf.Core.Charts.Curves;
using AzurePerf.Core.Experiments;
using AzurePerf.Core.Ids;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Trends;

namespace AzurePerf.Web.Samples;

/// <summary>A run that was really measured, as the API answered for it on the machine where it was.</summary>
/// <param name="Run">Answer of <c>GET /api/v1/runs/{id}</c>.</param>
/// <param name="Points">The points of <c>GET /api/v1/runs/{id}/points</c>.</param>
/// <param name="Events">Answer of <c>GET /api/v1/runs/{id}/events</c>.</param>
internal sealed record ExampleRun(RunResponse Run, IReadOnlyList<PointRecord> Points, IReadOnlyList<RunEvent> Events)
{
    /// <summary>Its <c>curves</c> in <c>export?format=json</c>; empty where they were not collected.</summary>
    public IReadOnlyList<LevelCurves> Curves { get; init; } = [];

    /// <summary>Not the id that it had: the same wherever it is loaded.</summary>
    public string Id => IdText.Hash("sample", Run.Id);

    /// <summary>Its points without the files beside them, which stayed where they were.</summary>
    public IEnumerable<PointRecord> StoredPoints =>
        Points.Select(point => point with { DetailsBlob = "", DetailsHash = "", Metrics = null });

    /// <summary>Its header.</summary>
    /// <param name="experiment">Of the run.</param>
    /// <param name="place">In the list of runs.</param>
    public RunState Header(ExperimentDefinition? experiment, RunIndexKey place)
    {
        var headline = RunMedians.Of(experiment, Run.Spec, Points)?.Headline;
        return new()
        {
            RunId = Id,
            Spec = Run.Spec,
            Owner = OwnersWithoutKey.Sample,
            BodyHash = "",
            IndexKey = place,
            Status = Run.Status,
            Reason = Run.Reason,
            SubmittedAt = Run.SubmittedAt,
            StartedAt = Run.StartedAt,
            EndedAt = Run.EndedAt,
            Points = Run.Points,
            PlanHash = Run.PlanHash,
            Emulator = Run.Emulator,
            Build = Run.Engine.Build,
            Segment = Run.Engine.Segment,
            Headline = headline,
            HeadlineMissing = headline is null ? MissingHeadline.Of(experiment, Run.Spec, Points) : "",
            Sample = true,
        };
    }

    /// <summary>Its stages, which are all closed.</summary>
    public IReadOnlyList<StageState> Stages() => [.. Run.Stages.Select(stage => new StageState
    {
        RunId = Id,
        Id = stage.Kind,
        OpenedAt = stage.OpenedAt,
        Closed = true,
        ClosedAt = stage.ClosedAt,
        Total = stage.Tasks,
        Created = stage.Finished,
        Dispatched = stage.Finished,
        Finished = stage.Finished,
        Failed = stage.Failed,
        Missed = stage.Missed,
        Cancelled = stage.Cancelled,
    })];
}
