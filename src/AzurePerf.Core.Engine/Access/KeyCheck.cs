namespace AzurePerf.Core.Access;

/// <summary>What became of a key that a request showed.</summary>
/// <param name="Key">What is stored of it; null when nothing is.</param>
/// <param name="Fault">Why it opens nothing; null when it does.</param>
public sealed record KeyCheck(AccessKey? Key, KeyFault? Fault)
{
    /// <summary>Judges a key by what is stored under its id.</summary>
    /// <param name="text">What was shown.</param>
    /// <param name="stored">Null when nothing is stored.</param>
    /// <param name="now">The instant of the request.</param>
    public static KeyCheck OfText(string text, AccessKey? stored, DateTimeOffset now) =>
        stored is null ? new(null, KeyFault.Unknown) : stored.IsTextOf(text) ? OfStored(stored, now) : new(stored, KeyFault.Wrong);

    /// <summary>Judges a key that was shown earlier.</summary>
    public static KeyCheck OfStored(AccessKey? stored, DateTimeOffset now) => stored?.StateAt(now) switch
    {
        null => new(null, KeyFault.Unknown),
        AccessKeyState.Revoked => new(stored, KeyFault.Revoked),
        AccessKeyState.Expired => new(stored, KeyFault.Expired),
        _ => new(stored, null),
    };
}
