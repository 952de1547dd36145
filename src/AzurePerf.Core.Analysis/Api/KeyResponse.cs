using AzurePerf.Core.Access;

namespace AzurePerf.Core.Api;

/// <summary>A key, as administrators see it: its text is in the answer to its creation and nowhere else.</summary>
/// <param name="Id">What names it in lists and in the audit; it opens nothing.</param>
/// <param name="Name">Whose it is; runs that it submits belong to this name.</param>
/// <param name="Scope">What it opens.</param>
/// <param name="State">Whether it opens anything now.</param>
/// <param name="CreatedBy">Name of the administrator.</param>
/// <param name="CreatedAt">When.</param>
/// <param name="ExpiresAt">From then on it opens nothing.</param>
/// <param name="LastUsedAt">When it was shown last, to the hour; null for never.</param>
/// <param name="RevokedAt">When it was revoked; null while it is not.</param>
/// <param name="RevokedBy">Who revoked it; null while it is not.</param>
/// <param name="ReplacedBy">Id of the key that came after it; null for none.</param>
/// <param name="Key">The text to show in requests; null but in that one answer.</param>
public sealed record KeyResponse(
    string Id,
    string Name,
    AccessScope Scope,
    AccessKeyState State,
    string CreatedBy,
    DateTimeOffset CreatedAt,
    DateTimeOffset ExpiresAt,
    DateTimeOffset? LastUsedAt,
    DateTimeOffset? RevokedAt,
    string? RevokedBy,
    string? ReplacedBy,
    string? Key)
{
    public static KeyResponse From(AccessKey key, DateTimeOffset now, string? text = null) => new(
        key.Id, key.Name, key.Scope, key.StateAt(now), key.CreatedBy, key.CreatedAt, key.ExpiresAt, key.LastUsedAt, key.RevokedAt,
        key.RevokedBy.Length == 0 ? null : key.RevokedBy, key.ReplacedBy.Length == 0 ? null : key.ReplacedBy, text);
}

/// <summary>All keys, by name and from old to new, the revoked ones included.</summary>
/// <param name="Keys">The keys.</param>
/// <param name="Faults">What is wrong with rows that cannot be read.</param>
public sealed record KeyListResponse(IReadOnlyList<KeyResponse> Keys, IReadOnlyList<string> Faults);
