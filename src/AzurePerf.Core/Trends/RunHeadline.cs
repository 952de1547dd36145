using System.Text.Json.Nodes;
using System.Text.Json.Serialization;

namespace AzurePerf.Core.Trends;

/// <summary>The best that a run measured, for lists.</summary>
/// <param name="Metric">As in the exported columns.</param>
/// <param name="Unit">1/s, B/s, FLOP/s or ns.</param>
/// <param name="Value">Median of the repetitions.</param>
/// <param name="Levels">Where it was measured.</param>
/// <param name="Combinations">Among how many combinations of levels it is the best.</param>
public sealed record RunHeadline(string Metric, string Unit, double Value, [property: JsonPropertyName("configuration")] JsonObject Levels, [property: JsonPropertyName("configurations")] int Combinations);
