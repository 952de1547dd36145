using System.Text.Json.Nodes;

namespace AzurePerf.Core.Runs;

/// <summary>What a spec means: datasets to prepare, then points to measure in order. The same spec always gives the same plan.</summary>
/// <param name="Datasets">Per dataset the levels of one point that reads it; a point names it by its index.</param>
/// <param name="Points">In the order of measurement.</param>
public sealed record RunPlan(IReadOnlyList<JsonObject> Datasets, IReadOnlyList<PlannedPoint> Points);
