using AzurePerf.Core.Charts.Curves;
using AzurePerf.Core.Runs;

namespace AzurePerf.Core.Api;

/// <summary>Everything about a run in one document: what <c>export?format=json</c> gives.</summary>
/// <param name="Run">The run.</param>
/// <param name="Points">Its points and what is derived from them.</param>
/// <param name="Events">What happened to it.</param>
public sealed record RunDocumentResponse(RunResponse Run, PointListResponse Points, IReadOnlyList<RunEvent> Events)
{
    /// <summary>Distribution and course of each configuration, over the repetitions that count; empty before the run's end, and where it has no digest.</summary>
    public IReadOnlyList<LevelCurves> Curves { get; init; } = [];
}
