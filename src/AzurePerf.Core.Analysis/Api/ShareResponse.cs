using AzurePerf.Core.Shares;
using AzurePerf.Core.Views;

namespace AzurePerf.Core.Api;

/// <summary>A link that shows one page: its address is in the answer to its creation and nowhere else.</summary>
/// <param name="Id">What names it in lists and in the audit; it opens nothing.</param>
/// <param name="Address">Path and query of the page that it shows.</param>
/// <param name="Page">Which page that is.</param>
/// <param name="State">Whether it shows anything now.</param>
/// <param name="Owner">Who made it.</param>
/// <param name="CreatedAt">When.</param>
/// <param name="ExpiresAt">From then on it shows nothing.</param>
/// <param name="OpenedAt">When it was opened first; null for never.</param>
/// <param name="RevokedAt">When it was revoked; null while it is not.</param>
/// <param name="RevokedBy">Who revoked it; null while it is not.</param>
/// <param name="Link">The address to send; null but in that one answer.</param>
public sealed record ShareResponse(
    string Id,
    string Address,
    ViewedPage Page,
    ShareState State,
    string Owner,
    DateTimeOffset CreatedAt,
    DateTimeOffset ExpiresAt,
    DateTimeOffset? OpenedAt,
    DateTimeOffset? RevokedAt,
    string? RevokedBy,
    string? Link)
{
    /// <param name="share">The link.</param>
    /// <param name="now">Decides whether it shows anything.</param>
    /// <param name="link">The address to send, where it was just made.</param>
    public static ShareResponse From(Share share, DateTimeOffset now, string? link = null)
    {
        ArgumentNullException.ThrowIfNull(share);
        return new(
            share.Id, share.Address.Text, share.Address.Page, share.StateAt(now), share.Owner, share.CreatedAt, share.ExpiresAt,
            share.OpenedAt, share.RevokedAt, share.RevokedBy.Length == 0 ? null : share.RevokedBy, link);
    }
}

/// <summary>The links, the newest first; those that ended are there for 90 days.</summary>
/// <param name="Shares">The links.</param>
/// <param name="Faults">What is wrong with rows that cannot be read.</param>
public sealed record ShareListResponse(IReadOnlyList<ShareResponse> Shares, IReadOnlyList<string> Faults);
