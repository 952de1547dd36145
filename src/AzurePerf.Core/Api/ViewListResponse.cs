namespace AzurePerf.Core.Api;

/// <summary>Answer of <c>GET /api/v1/views</c>.</summary>
/// <param name="Views">All that can be read, sorted by name.</param>
/// <param name="Faults">One sentence for each stored row that makes no sense, with its key; empty when there is none.</param>
public sealed record ViewListResponse(IReadOnlyList<ViewResponse> Views, IReadOnlyList<string> Faults);
