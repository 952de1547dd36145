namespace AzurePerf.Core.Api;

/// <summary>Answer of <c>GET /api/v1/version</c>.</summary>
/// <param name="Version">Three numbers: major, minor, patch.</param>
/// <param name="BuildId">The exact build.</param>
public sealed record VersionResponse(string Version, string BuildId);
