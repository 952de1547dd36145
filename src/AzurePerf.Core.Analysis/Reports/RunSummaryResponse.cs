using System.Text.Json.Serialization;
using AzurePerf.Core.Runs;

namespace AzurePerf.Core.Reports;

/// <summary>Answer of <c>GET /api/v1/runs/{id}/summary</c>: what stands at the top of the run's page.</summary>
/// <param name="RunId">The run.</param>
/// <param name="Status">Where it stands.</param>
/// <param name="Tiles">The numbers that it is judged by, the most important one first; empty before its end, and for a run that measures no
/// points.</param>
/// <param name="Cautions">What must be known before its results are believed.</param>
public sealed record RunSummaryResponse(
    string RunId, [property: JsonPropertyName("state")] RunStatus Status, IReadOnlyList<RunTile> Tiles, IReadOnlyList<RunCaution> Cautions);
