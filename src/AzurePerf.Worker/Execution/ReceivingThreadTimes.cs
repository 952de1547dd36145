using System.Globalization;

namespace AzurePerf.Worker.Execution;

/// <summary>Processor times of the <see cref="ReceivingThreads"/> at one instant.</summary>
/// <param name="seconds">By thread; null for none.</param>
internal readonly struct ReceivingThreadTimes(IReadOnlyDictionary<string, double>? seconds)
{
    /// <summary>What .NET calls them.</summary>
    public const string Name = ".NET Sockets";

    // proc(5): the fields utime and stime, counted from the one after the name, in hundredths of a second.
    private const int UserTime = 11;
    private const int SystemTime = 12;
    private const double TicksPerSecond = 100;

    private readonly IReadOnlyDictionary<string, double>? _seconds = seconds;

    /// <summary>Processor time by a thread's <c>stat</c> file; null where it cannot be read.</summary>
    public static double? SecondsOf(string stat)
    {
        var fields = stat[(stat.LastIndexOf(')') + 1)..].Split(' ', StringSplitOptions.RemoveEmptyEntries);
        return fields.Length > SystemTime && long.TryParse(fields[UserTime], CultureInfo.InvariantCulture, out var user)
            && long.TryParse(fields[SystemTime], CultureInfo.InvariantCulture, out var system)
            ? (user + system) / TicksPerSecond
            : null;
    }

    /// <summary>Processor time that the busiest of them used until a later instant; null where there was none.</summary>
    public double? BusiestSecondsUntil(ReceivingThreadTimes end)
    {
        var begin = _seconds;
        return end._seconds?.Select(thread => (double?)(thread.Value - (begin?.GetValueOrDefault(thread.Key) ?? 0))).Max();
    }
}
