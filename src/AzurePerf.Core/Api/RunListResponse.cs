namespace AzurePerf.Core.Api;

/// <summary>Answer of <c>GET /api/v1/runs</c>: newest first.</summary>
public sealed record RunListResponse(IReadOnlyList<RunListItem> Runs);
