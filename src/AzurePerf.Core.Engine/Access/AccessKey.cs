using System.Security.Cryptography;

namespace AzurePerf.Core.Access;

/// <summary>What is stored of a key: never the key itself.</summary>
public sealed record AccessKey
{
    /// <summary>20 characters, part of the key's text.</summary>
    public required string Id { get; init; }

    /// <summary>SHA-256 of the key's text, base64.</summary>
    public required string Hash { get; init; }

    /// <summary>Whose key it is; two keys have one name only while one replaces the other.</summary>
    public required string Name { get; init; }

    public required AccessScope Scope { get; init; }

    public required string CreatedBy { get; init; }

    public required DateTimeOffset CreatedAt { get; init; }

    /// <summary>From this instant on it is refused.</summary>
    public required DateTimeOffset ExpiresAt { get; init; }

    /// <summary>When it was shown last, up to an hour late; null for never.</summary>
    public DateTimeOffset? LastUsedAt { get; init; }

    /// <summary>Null while it is not revoked.</summary>
    public DateTimeOffset? RevokedAt { get; init; }

    public string RevokedBy { get; init; } = "";

    /// <summary>The key that came after it; empty for none.</summary>
    public string ReplacedBy { get; init; } = "";

    /// <summary>Of the stored row.</summary>
    public string ETag { get; init; } = "";

    public AccessKeyState StateAt(DateTimeOffset now) =>
        RevokedAt is not null ? AccessKeyState.Revoked : now >= ExpiresAt ? AccessKeyState.Expired : AccessKeyState.Active;

    /// <summary>Whether a text is this key, in a time that does not tell how much of it is right.</summary>
    public bool IsTextOf(string text) =>
        CryptographicOperations.FixedTimeEquals(Convert.FromBase64String(Hash), Convert.FromBase64String(AccessKeyText.HashOf(text)));
}

public enum AccessKeyState
{
    Active,
    Expired,
    Revoked,
}
