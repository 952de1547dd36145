namespace AzurePerf.Core.Measurements.Generators;

/// <summary>How often and how long a control group was held back because its processor time was used up, since it was made.</summary>
/// <param name="Periods">Periods in which it was.</param>
/// <param name="Nanoseconds">Time for which it was, added up over its processors.</param>
public sealed record CgroupThrottling(long Periods, long Nanoseconds)
{
    /// <summary>From the group's <c>cpu.stat</c>, of either version of cgroups; null when it does not count throttling, as the root group
    /// does not.</summary>
    public static CgroupThrottling? Parse(string text)
    {
        ArgumentNullException.ThrowIfNull(text);
        var values = text.Split('\n').Select(line => line.Split(' ', StringSplitOptions.RemoveEmptyEntries)).Where(line => line.Length == 2)
            .ToArray();
        return Find("nr_throttled") is not { } periods ? null
            : Find("throttled_usec") is { } microseconds ? new(periods, microseconds * 1_000)
            : Find("throttled_time") is { } nanoseconds ? new(periods, nanoseconds)
            : null;

        long? Find(string name) => values.FirstOrDefault(line => line[0] == name) is { } line ? KernelNumber.Parse(line[1]) : null;
    }
}
