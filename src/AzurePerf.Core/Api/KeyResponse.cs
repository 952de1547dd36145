using AzurePerf.Core.Access;

namespace AzurePerf.Core.Api;

/// <summary>A key, as administrators see it: its text is in the answer to its creation and nowhere else.</summary>
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
