using System.Text.Json.Serialization;
using AzurePerf.Core.Api;
using AzurePerf.Core.Comparisons;
using AzurePerf.Core.Criteria;
using AzurePerf.Core.Runs;

namespace AzurePerf.Core.Reports;

/// <summary>Answer of <c>GET /api/v1/runs/{id}/summary</c>: what stands at the top of the run's page.</summary>
/// <param name="RunId">The run.</param>
/// <param name="Status">Where it stands.</param>
/// <param name="Tiles">The numbers that it is judged by, the most important one first; empty before its end. A run that
/// measures no points has one at most: how long its bags took against the least that they could have.</param>
/// <param name="Cautions">What must be known before its results are believed.</param>
public sealed record RunSummaryResponse(
    string RunId, [property: JsonPropertyName("state")] RunStatus Status, IReadOnlyList<RunTile> Tiles, IReadOnlyList<RunCaution> Cautions)
{
    /// <summary>How it stands to its criteria; null before its end, and for a run without criteria.</summary>
    public CriteriaReport? Criteria { get; init; }

    /// <summary>Of a run as it stands.</summary>
    /// <param name="run">The run.</param>
    /// <param name="measured">What it measured; null where it measures no points.</param>
    /// <param name="points">The same with what is derived from it; null where nothing was measured.</param>
    /// <param name="baseline">How it stands to its baseline; null before its end, and where it measures no points.</param>
    public static RunSummaryResponse Of(RunResponse run, MeasuredRun? measured, PointListResponse? points, RunBaseline? baseline)
    {
        ArgumentNullException.ThrowIfNull(run);
        var results = measured?.Results();
        var tiles = baseline is null || results is null ? [] : RunTile.Of(results, run.HeadlineMissing, points?.Published ?? [], baseline);
        tiles = run.Makespan is { } makespan ? [.. tiles, MakespanText.Tile(makespan)] : tiles;
        return new(run.Id, run.Status, tiles, RunCaution.Of(run, results, points?.Sections ?? [])) { Criteria = points?.Criteria };
    }
}
