using System.Security.Cryptography;
using AzurePerf.Core.Views;

namespace AzurePerf.Core.Shares;

/// <summary>What is stored of a link that shows one page to whoever has it: never the link itself.</summary>
public sealed record Share
{
    /// <summary>20 characters; follows from the token, and opens nothing.</summary>
    public required string Id { get; init; }

    /// <summary>SHA-256 of the token, base64.</summary>
    public required string Hash { get; init; }

    /// <summary>The page that it shows: a run, a comparison or a trend.</summary>
    public required ViewAddress Address { get; init; }

    /// <summary>Who made it.</summary>
    public required string Owner { get; init; }

    /// <summary>When.</summary>
    public required DateTimeOffset CreatedAt { get; init; }

    /// <summary>From this instant on it shows nothing.</summary>
    public required DateTimeOffset ExpiresAt { get; init; }

    /// <summary>When it was opened first; null for never.</summary>
    public DateTimeOffset? OpenedAt { get; init; }

    /// <summary>Null while it is not revoked.</summary>
    public DateTimeOffset? RevokedAt { get; init; }

    /// <summary>Who revoked it; empty while it is not.</summary>
    public string RevokedBy { get; init; } = "";

    /// <summary>Whether the mail that has it says that it opens for anyone, or for people who can sign in; null for a link of no
    /// mail.</summary>
    public bool? IsMailedForAnyone { get; init; }

    /// <summary>Of the stored row.</summary>
    public string ETag { get; init; } = "";

    /// <summary>Whether it shows anything.</summary>
    public ShareState StateAt(DateTimeOffset now) =>
        RevokedAt is not null ? ShareState.Revoked : now >= ExpiresAt ? ShareState.Expired : ShareState.Active;

    /// <summary>Whether a text is its token, in a time that does not tell how much of it is right.</summary>
    public bool IsOpenedBy(string token) =>
        CryptographicOperations.FixedTimeEquals(Convert.FromBase64String(Hash), Convert.FromBase64String(ShareToken.HashOf(token)));

    /// <summary>Whether a page can be shared: one that is a document.</summary>
    public static bool Takes(ViewAddress address)
    {
        ArgumentNullException.ThrowIfNull(address);
        return address.Page is ViewedPage.Run or ViewedPage.Compare or ViewedPage.Trends;
    }
}

/// <summary>Whether a link shows anything.</summary>
public enum ShareState
{
    /// <summary>It does.</summary>
    Active,

    /// <summary>Its time is over.</summary>
    Expired,

    /// <summary>Its owner or an administrator ended it.</summary>
    Revoked,
}
