using System.Text.Json.Serialization;
using AzurePerf.Core.Runs;

namespace AzurePerf.Core.Api;

/// <summary>How a watched run ended: data of the last server-sent event.</summary>
/// <param name="Status">completed, completedWithErrors, failed or cancelled.</param>
/// <param name="Reason">Why it failed, was cancelled or completed with errors; empty otherwise.</param>
public sealed record RunEnding([property: JsonPropertyName("state")] RunStatus Status, string Reason);
