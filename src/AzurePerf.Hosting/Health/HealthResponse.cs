namespace AzurePerf.Hosting.Health;

/// <summary>What a health endpoint answers.</summary>
/// <param name="Status">"live", "ready" or "not ready".</param>
/// <param name="Faults">What keeps the host from being ready.</param>
internal sealed record HealthResponse(string Status, string Host, string BuildId, IReadOnlyList<string> Faults);
