using System.Text.Json.Serialization;

namespace AzurePerf.Core.Messages;

/// <summary>Tells the TaskManager that a run was submitted or cancelled. A hint only: the header decides.</summary>
/// <param name="Version">Format; readers accept it and the one before.</param>
/// <param name="RunId">The run.</param>
/// <param name="TraceParent">W3C trace context of the submission; null without one.</param>
public sealed record RunRequestMessage(
    [property: JsonPropertyName("v")] int Version, [property: JsonPropertyName("run")] string RunId, [property: JsonPropertyName("traceparent")] string? TraceParent = null)
{
    public const int CurrentVersion = 1;
}
