using System.Text.Json.Serialization;

namespace AzurePerf.Core.Messages;

/// <summary>Tells the TaskManager that a run was submitted or cancelled. A hint only: the header decides.</summary>
/// <param name="Version">Format; readers accept it and the one before.</param>
/// <param name="RunId">The run.</param>
public sealed record RunRequestMessage([property: JsonPropertyName("v")] int Version, [property: JsonPropertyName("run")] string RunId)
{
    public const int CurrentVersion = 1;
}
