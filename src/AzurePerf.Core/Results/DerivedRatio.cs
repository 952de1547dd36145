using System.Text.Json.Nodes;
using System.Text.Json.Serialization;

namespace AzurePerf.Core.Results;

/// <summary>A figure derived from two groups of points.</summary>
/// <param name="Name">What is divided by what.</param>
/// <param name="Levels">The levels that both groups share.</param>
/// <param name="Value">Ratio of the two groups' mean rates.</param>
/// <param name="Pairs">Repetitions that have both.</param>
public sealed record DerivedRatio(string Name, [property: JsonPropertyName("configuration")] JsonObject Levels, double Value, int Pairs);
