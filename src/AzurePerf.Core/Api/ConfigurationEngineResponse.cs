using System.Text.Json.Nodes;
using System.Text.Json.Serialization;
using AzurePerf.Core.Tasks;

namespace AzurePerf.Core.Api;

/// <summary>How the points of one configuration stand.</summary>
/// <param name="Levels">The combination.</param>
/// <param name="Points">Points of it in the run's plan.</param>
/// <param name="Finished">Points of it that are measured, failed or missed.</param>
/// <param name="Repeated">Attempts beyond the first of each.</param>
/// <param name="Ends">Executions of them that ended without a result, by cause.</param>
public sealed record ConfigurationEngineResponse([property: JsonPropertyName("configuration")] JsonObject Levels, int Points, int Finished, long Repeated, IReadOnlyDictionary<FailureCause, int> Ends);
