using System.Text.Json.Nodes;
using AzurePerf.Core.Experiments;

namespace AzurePerf.Core.Runs;

/// <summary>What a spec means: datasets to prepare, then points to measure in order. The same spec always gives the same plan.</summary>
/// <param name="Datasets">Per dataset the levels of one point that reads it; a point names it by its index.</param>
/// <param name="Points">In the order of measurement.</param>
public sealed record RunPlan(IReadOnlyList<JsonObject> Datasets, IReadOnlyList<PlannedPoint> Points);

/// <summary>One point of a plan.</summary>
/// <param name="Number">From 1, in the order of measurement.</param>
/// <param name="Repetition">From 1; all configurations are measured once before any is repeated.</param>
/// <param name="Dataset">Which dataset of the plan it reads, or null when it makes its own data.</param>
/// <param name="Levels">Its value of each factor.</param>
/// <param name="Expected">How long measuring it is expected to take, above zero; set-up and warm-up not included.</param>
/// <param name="Load">What it is expected to do to its target.</param>
public sealed record PlannedPoint(int Number, int Repetition, int? Dataset, JsonObject Levels, TimeSpan Expected, PointLoad Load);
