using System.Text.Json.Serialization;
using AzurePerf.Core.Criteria;
using AzurePerf.Core.Runs;

namespace AzurePerf.Core.Api;

/// <summary>One line of the list of runs.</summary>
/// <param name="Id">The run's id.</param>
/// <param name="Status">Where it stands.</param>
/// <param name="Reason">Why it waits, failed or was cancelled; empty otherwise.</param>
/// <param name="Experiment">Catalogue id.</param>
/// <param name="Name">The user's words for it; may be empty.</param>
/// <param name="Target">The measured account's name.</param>
/// <param name="Scale">paper, reduced, quick or custom.</param>
/// <param name="Owner">Who submitted it.</param>
/// <param name="SubmittedAt">When the request was stored.</param>
/// <param name="EndedAt">When it became terminal.</param>
/// <param name="Tags">Its tags.</param>
public sealed record RunListItem(
    string Id,
    [property: JsonPropertyName("state")] RunStatus Status,
    string Reason,
    string Experiment,
    string Name,
    string Target,
    string Scale,
    string Owner,
    DateTimeOffset SubmittedAt,
    DateTimeOffset? EndedAt,
    IReadOnlyDictionary<string, string> Tags)
{
    /// <summary>When the TaskManager began it; null before, and for runs of older builds.</summary>
    public DateTimeOffset? StartedAt { get; init; }

    /// <summary>The best that it measured; null before its end, and where nothing was measured that counts.</summary>
    public RunHeadline? Headline { get; init; }

    /// <summary>Why there is no headline, in words; empty where there is one.</summary>
    public string HeadlineMissing { get; init; } = "";

    /// <summary>What its criteria came to; null before its end, and for a run without criteria.</summary>
    public CriteriaVerdict? Criteria { get; init; }

    /// <summary>How often each configuration was to be measured; 0 where an older build listed it.</summary>
    public int Repetitions { get; init; }

    /// <summary>True when it is part of the sample data.</summary>
    public bool Sample { get; init; }
}

/// <summary>Answer of <c>GET /api/v1/runs</c>: newest first.</summary>
/// <param name="Runs">The runs of this page. A page of a filtered list may be short, even empty, although more follow: each looks at a
/// bounded number of runs.</param>
public sealed record RunListResponse(IReadOnlyList<RunListItem> Runs)
{
    /// <summary>Address of the next page; null when there is none.</summary>
    public string? Next { get; init; }
}
