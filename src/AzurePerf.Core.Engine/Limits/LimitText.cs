using AzurePerf.Core.Texts;

namespace AzurePerf.Core.Limits;

/// <summary>What the operator allows, for people.</summary>
public static class LimitText
{
    /// <summary>"10,000 operations, 1,000 MB", or empty where nothing is limited.</summary>
    public static string OfRun(LimitOptions limits)
    {
        ArgumentNullException.ThrowIfNull(limits);
        return Join(limits.OperationsPerRun, limits.BytesPerRun, limits.DurationPerRun, limits.CostPerRun);
    }

    /// <summary>The same for all that one owner submits on a day.</summary>
    public static string OfDay(LimitOptions limits)
    {
        ArgumentNullException.ThrowIfNull(limits);
        return Join(limits.OperationsPerOwnerAndDay, limits.BytesPerOwnerAndDay, limits.DurationPerOwnerAndDay, limits.CostPerOwnerAndDay);
    }

    private static string Join(long? operations, long? bytes, TimeSpan? duration, double? cost) => string.Join(", ", new[]
    {
        operations is { } count ? NumberFormat.Counted(count, "operation") : "",
        bytes is { } size ? NumberFormat.Megabytes(size) + " MB" : "",
        duration is { } longest ? NumberFormat.Duration(longest) : "",
        cost is { } amount ? "a cost of " + NumberFormat.Significant(amount) : "",
    }.Where(part => part.Length > 0));
}
