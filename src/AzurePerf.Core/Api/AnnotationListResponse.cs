using AzurePerf.Core.Runs;

namespace AzurePerf.Core.Api;

/// <summary>Answer of <c>GET /api/v1/runs/{id}/annotations</c>.</summary>
/// <param name="RunId">The run.</param>
/// <param name="Tags">Its labels as they are now.</param>
/// <param name="Annotations">What was written about it, in order.</param>
public sealed record AnnotationListResponse(string RunId, IReadOnlyDictionary<string, string> Tags, IReadOnlyList<RunAnnotation> Annotations);
