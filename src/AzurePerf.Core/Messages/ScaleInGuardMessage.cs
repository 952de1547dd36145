using System.Text.Json.Serialization;

namespace AzurePerf.Core.Messages;

/// <summary>
/// Stands in a queue for a worker that has no task while others of its pool measure. A scaler that counts messages then counts every worker, and ends none: it cannot choose
/// which one to end, and could choose one that measures.
/// </summary>
/// <param name="Version">Format.</param>
/// <param name="Worker">The worker that keeps it hidden.</param>
public sealed record ScaleInGuardMessage([property: JsonPropertyName("v")] int Version, [property: JsonPropertyName("place")] string? Worker)
{
    public const int CurrentVersion = 1;
}
