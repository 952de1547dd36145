namespace AzurePerf.Core.Measurements.Generators;

/// <summary>Counters of the whole machine since it started, from <c>/proc/stat</c> (proc_stat(5)).</summary>
/// <param name="BusyTicks">Time of all processors that was neither idle nor waiting for a disk, in the kernel's ticks.</param>
/// <param name="StealTicks">Of that, the time in which the hypervisor ran something else.</param>
/// <param name="TotalTicks">All time of all processors.</param>
/// <param name="ContextSwitches">Switches from one thread to another.</param>
public sealed record ProcStat(long BusyTicks, long StealTicks, long TotalTicks, long ContextSwitches)
{
    // user, nice, system, idle, iowait, irq, softirq, steal; guest times, which follow, are part of user and nice.
    private const int Columns = 8;
    private const int Idle = 3;
    private const int WaitingForDisk = 4;
    private const int Steal = 7;

    /// <summary>Null when the text does not have the lines <c>cpu</c> and <c>ctxt</c>, or they hold no numbers.</summary>
    public static ProcStat? Parse(string text)
    {
        ArgumentNullException.ThrowIfNull(text);
        return Numbers(text, "cpu") is { Length: >= Columns } ticks && Numbers(text, "ctxt") is [var switches, ..]
            ? new(ticks[..Columns].Sum() - ticks[Idle] - ticks[WaitingForDisk], ticks[Steal], ticks[..Columns].Sum(), switches)
            : null;
    }

    private static long[]? Numbers(string text, string name)
    {
        var words = text.Split('\n')
            .Select(line => line.Split(' ', StringSplitOptions.RemoveEmptyEntries))
            .FirstOrDefault(line => line.Length > 1 && line[0] == name)?[1..] ?? [];
        long[] numbers = [.. words.Select(KernelNumber.Parse).OfType<long>()];
        return numbers.Length > 0 && numbers.Length == words.Length ? numbers : null;
    }
}
