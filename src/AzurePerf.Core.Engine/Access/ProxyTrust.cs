namespace AzurePerf.Core.Access;

/// <summary>Whether identity headers may be believed, by what a host saw when it sent some to itself from outside.</summary>
/// <param name="ProvenAt">When they were last seen to be taken away; null when never, or when they came through since.</param>
/// <param name="LookedAt">When that was last tried.</param>
public sealed record ProxyTrust(DateTimeOffset? ProvenAt, DateTimeOffset LookedAt)
{
    /// <summary>A proof is renewed after so long.</summary>
    public static readonly TimeSpan Renewal = TimeSpan.FromMinutes(1);

    /// <summary>Without a proof the next try is made after so long.</summary>
    public static readonly TimeSpan Retry = TimeSpan.FromSeconds(5);

    /// <summary>A proof counts for so long while tries to renew it tell nothing.</summary>
    public static readonly TimeSpan Lasting = TimeSpan.FromSeconds(150);

    /// <summary>Before the first try.</summary>
    public static ProxyTrust None { get; } = new(null, DateTimeOffset.MinValue);

    public bool IsProven(DateTimeOffset now) => now - ProvenAt <= Lasting;

    public bool NeedsLook(DateTimeOffset now) => now - LookedAt >= (ProvenAt == LookedAt ? Renewal : Retry);

    /// <summary>After one more try.</summary>
    public ProxyTrust After(ProxyCheckResult sighting, DateTimeOffset now) => sighting switch
    {
        ProxyCheckResult.Removed => new(now, now),
        ProxyCheckResult.Arrived => new(null, now),
        _ => this with { LookedAt = now },
    };
}
