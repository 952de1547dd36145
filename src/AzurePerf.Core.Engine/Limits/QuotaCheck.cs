using AzurePerf.Core.Runs;

namespace AzurePerf.Core.Limits;

/// <summary>Whether a request fits into what its owner has left of the quotas.</summary>
public static class QuotaCheck
{
    private const double HourSeconds = 3_600;

    /// <summary>How each quota that the operator set stands; none where none is set.</summary>
    /// <param name="asked">What the request is estimated to take.</param>
    /// <param name="held">What its owner holds without it.</param>
    /// <param name="limits">What is allowed.</param>
    /// <param name="now">The time.</param>
    public static IReadOnlyList<QuotaStanding> Standings(RunUse asked, QuotaHeld held, LimitOptions limits, DateTimeOffset now) =>
    [
        .. Of(nameof(limits.CoreHoursPerOwnerAndMonth), held.CoreSeconds / HourSeconds, asked.CoreSeconds / HourSeconds,
            limits.CoreHoursPerOwnerAndMonth, RunIndexKey.NextMonth(now)),
        .. Of(nameof(limits.OpenTasksPerOwner), held.Tasks, asked.Tasks, limits.OpenTasksPerOwner, null),
        .. Of(nameof(limits.KeptBytesPerOwner), held.Bytes, asked.Bytes, limits.KeptBytesPerOwner, held.BytesFallAt),
    ];

    /// <summary>A fault for each quota that has no room for the request; empty when it may be submitted.</summary>
    public static IReadOnlyList<SpecFault> Faults(IReadOnlyList<QuotaStanding> standings) => Faults(standings, QuotaText.Refusal);

    /// <summary>The same of a request that had room before requests that were sent at the same time were counted.</summary>
    public static IReadOnlyList<SpecFault> FaultsAtOnce(IReadOnlyList<QuotaStanding> standings) =>
        Faults(standings, QuotaText.RefusalAtOnce);

    private static IReadOnlyList<SpecFault> Faults(IReadOnlyList<QuotaStanding> standings, Func<QuotaStanding, string> text) =>
        [.. standings.Where(one => one.IsExceeded).Select(one => new SpecFault($"{LimitOptions.Section}:{one.Quota}", text(one)))];

    private static IEnumerable<QuotaStanding> Of(string quota, double used, double asked, double? allowed, DateTimeOffset? freeAt)
    {
        if (allowed is { } most)
        {
            yield return new(quota, used, asked, most, freeAt);
        }
    }
}

/// <summary>How one quota of a person stands before a request.</summary>
/// <param name="Quota">Name of the setting.</param>
/// <param name="Used">What the person holds: core hours, tasks or bytes.</param>
/// <param name="Asked">What the request is estimated to take of it.</param>
/// <param name="Allowed">The quota.</param>
/// <param name="FreeAt">When some of it is free again; null where that depends on runs that have not ended.</param>
public sealed record QuotaStanding(string Quota, double Used, double Asked, double Allowed, DateTimeOffset? FreeAt)
{
    /// <summary>Whether the request has no room. What takes nothing always has.</summary>
    public bool IsExceeded => Asked > 0 && Used + Asked > Allowed;
}
