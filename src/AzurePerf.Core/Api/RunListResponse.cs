namespace AzurePerf.Core.Api;

/// <summary>Answer of <c>GET /api/v1/runs</c>: newest first.</summary>
/// <param name="Runs">The runs of this page. A page of a filtered list may be short, even empty, although more follow: each looks at a bounded number of runs.</param>
public sealed record RunListResponse(IReadOnlyList<RunListItem> Runs)
{
    /// <summary>Address of the next page; null when there is none.</summary>
    public string? Next { get; init; }
}
