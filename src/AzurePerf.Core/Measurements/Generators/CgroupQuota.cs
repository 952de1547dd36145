namespace AzurePerf.Core.Measurements.Generators;

/// <summary>How many processors' time a control group may use.</summary>
public static class CgroupQuota
{
    /// <summary>From <c>cpu.max</c> of version 2, such as "150000 100000" for one and a half; null without a limit or when the text is
    /// another one.</summary>
    public static double? Parse(string text)
    {
        ArgumentNullException.ThrowIfNull(text);
        return text.Split((char[]?)null, StringSplitOptions.RemoveEmptyEntries) is [var quota, var period] ? Of(quota, period) : null;
    }

    /// <summary>From <c>cpu.cfs_quota_us</c>, where -1 is no limit, and <c>cpu.cfs_period_us</c> of version 1.</summary>
    public static double? Parse(string quota, string period)
    {
        ArgumentNullException.ThrowIfNull(quota);
        ArgumentNullException.ThrowIfNull(period);
        return Of(quota.Trim(), period.Trim());
    }

    private static double? Of(string quota, string period) =>
        KernelNumber.Parse(quota) is { } microseconds and > 0 && KernelNumber.Parse(period) is { } each and > 0
            ? (double)microseconds / each
            : null;
}
