using System.Globalization;
using AzurePerf.Core.Texts;

namespace AzurePerf.Core.Limits;

/// <summary>Quotas for people. Portal, command line and API say them with these.</summary>
public static class QuotaText
{
    /// <summary>"Your month: 3.2 of 20 core hours; this request about 0.4."</summary>
    public static string Standing(QuotaStanding one)
    {
        ArgumentNullException.ThrowIfNull(one);
        return one.Quota switch
        {
            nameof(LimitOptions.CoreHoursPerOwnerAndMonth) =>
                $"Your month: {Hours(one.Used)} of {Hours(one.Allowed)} core hours; this request about {Hours(one.Asked)}.",
            nameof(LimitOptions.OpenTasksPerOwner) =>
                $"Your tasks under way: {Count(one.Used)} of {Count(one.Allowed)}; this request at most about {Count(one.Asked)}.",
            _ => $"Your products: {Bytes(one.Used)} of {Bytes(one.Allowed)}; this request at most about {Bytes(one.Asked)}.",
        };
    }

    /// <summary>Which quota has no room, how much is used and asked for, and when some is free again; one sentence without full
    /// stop.</summary>
    public static string Refusal(QuotaStanding one)
    {
        ArgumentNullException.ThrowIfNull(one);
        var (used, asks) = one.Quota switch
        {
            nameof(LimitOptions.CoreHoursPerOwnerAndMonth) => (
                $"you have used {Hours(one.Used)} of your {Hours(one.Allowed)} core hours of this month (UTC)", Hours(one.Asked)),
            nameof(LimitOptions.OpenTasksPerOwner) => (
                $"{Count(one.Used)} of the {Count(one.Allowed)} tasks that you may have are under way", Count(one.Asked)),
            _ => ($"your products take {Bytes(one.Used)} of your {Bytes(one.Allowed)}", Bytes(one.Asked)),
        };
        return $"{used}, and this request asks for about {asks}; {Free(one)}";
    }

    /// <summary>The same where requests that were sent at the same time have no room together: which of them are let in is not decided yet,
    /// so that what is used is not known either. One sentence without full stop.</summary>
    public static string RefusalAtOnce(QuotaStanding one)
    {
        ArgumentNullException.ThrowIfNull(one);
        var together = one.Used + one.Asked;
        var would = one.Quota switch
        {
            nameof(LimitOptions.CoreHoursPerOwnerAndMonth) =>
                $"you would have used about {Hours(together)} of your {Hours(one.Allowed)} core hours of this month (UTC)",
            nameof(LimitOptions.OpenTasksPerOwner) =>
                $"you would have about {Count(together)} tasks under way, and you may have {Count(one.Allowed)}",
            _ => $"your products would take about {Bytes(together)} of your {Bytes(one.Allowed)}",
        };
        return $"together with your other requests of this moment {would}; send this one again, or ask for less";
    }

    /// <summary>"20 core hours a month, 500 tasks under way, 50 GB of products", or empty where there is no quota.</summary>
    public static string Allowed(LimitOptions limits)
    {
        ArgumentNullException.ThrowIfNull(limits);
        return string.Join(", ", new[]
        {
            limits.CoreHoursPerOwnerAndMonth is { } hours ? $"{Hours(hours)} core hours a month (UTC)" : "",
            limits.OpenTasksPerOwner is { } tasks ? $"{NumberFormat.Counted(tasks, "task")} under way" : "",
            limits.KeptBytesPerOwner is { } bytes ? $"{Bytes(bytes)} of products" : "",
        }.Where(part => part.Length > 0));
    }

    /// <summary>Whether products count as long as they are kept: one sentence that says what is wrong; null where nothing is, or no quota
    /// counts bytes.</summary>
    /// <param name="limits">What is allowed.</param>
    /// <param name="kept">How long products are kept after their last use, as <c>TaskManager:ProductRetention</c> says.</param>
    public static string? RetentionFault(LimitOptions limits, TimeSpan kept)
    {
        ArgumentNullException.ThrowIfNull(limits);
        const string Counted = $"{LimitOptions.Section}:{nameof(LimitOptions.ProductsCountFor)}";
        return limits.KeptBytesPerOwner is null || limits.ProductsCountFor == kept
            ? null
            : $"{Counted} is {limits.ProductsCountFor:c} and TaskManager:ProductRetention is {kept:c}, so "
                + (limits.ProductsCountFor > kept ? "products count after they are removed" : "products that are kept cease to count")
                + ": give both the same value, in Web and TaskManager";
    }

    private static string Free(QuotaStanding one) => (one, one.FreeAt) switch
    {
        ({ Asked: var asked, Allowed: var allowed }, _) when asked > allowed => "this is more than the quota, so ask for less",
        ({ Quota: nameof(LimitOptions.CoreHoursPerOwnerAndMonth) }, { } at) => $"all of them are free again on {Day(at)}",
        (_, { } at) => $"some of them no longer count from {Day(at)}, which may not be enough for this request",
        _ => "there is room again when some of your runs have ended",
    };

    private static string Day(DateTimeOffset at) => at.UtcDateTime.ToString("yyyy-MM-dd", CultureInfo.InvariantCulture);

    private static string Hours(double hours) => Short(hours);

    private static string Count(double count) => NumberFormat.Count((long)count);

    private static string Bytes(double bytes) => bytes switch
    {
        >= 1e12 => Short(bytes / 1e12) + " TB",
        >= 1e9 => Short(bytes / 1e9) + " GB",
        _ => Short(bytes / 1e6) + " MB",
    };

    private static string Short(double value) => value.ToString(value < 1 ? "0.####" : "#,0.##", CultureInfo.InvariantCulture);
}
