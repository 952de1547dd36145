using AzurePerf.Core.Runs;

namespace AzurePerf.Core.Api;

/// <summary>Answer of <c>GET /api/v1/runs/{id}/notes</c>.</summary>
/// <param name="RunId">The run.</param>
/// <param name="Tags">Its tags as they are now.</param>
/// <param name="Notes">What was written about it, in order.</param>
public sealed record NoteListResponse(string RunId, IReadOnlyDictionary<string, string> Tags, IReadOnlyList<RunNote> Notes);
