using System.Globalization;

namespace AzurePerf.Simulation.ModelCheck.Search;

/// <summary>Time that a thread has spent on a processor: what a search takes does not depend on who else uses the machine.</summary>
internal static class OwnTime
{
    private const string Told = "/proc/thread-self/schedstat";

    /// <summary>Of the calling thread, since it began; where the system does not tell, time as it passes.</summary>
    public static TimeSpan OfThisThread() => File.Exists(Told)
        ? TimeSpan.FromTicks(long.Parse(File.ReadAllText(Told).Split(' ')[0], CultureInfo.InvariantCulture) / TimeSpan.NanosecondsPerTick)
        : Passing();

    /// <summary>As it passes, since some moment.</summary>
    public static TimeSpan Passing() => TimeProvider.System.GetElapsedTime(0);
}
