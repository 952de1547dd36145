using System.Globalization;

namespace AzurePerf.UnitTests.Statistics;

/// <summary>
/// Seeded trials of a statistical promise. The suite makes a few with wide bounds; AZUREPERF_TRIALS=2000 makes that many, for the night, and then the bounds are the promised ones.
/// </summary>
internal static class Trials
{
    private static readonly int? Asked = int.TryParse(Environment.GetEnvironmentVariable("AZUREPERF_TRIALS"), NumberStyles.None, CultureInfo.InvariantCulture, out var count) && count > 0 ? count : null;

    /// <summary>The share of trials in which something is seen. Each trial has a source of random numbers of its own, the same ones in every run.</summary>
    public static double Share(int usually, Func<Random, bool> isSeen)
    {
        var trials = Asked ?? usually;
        return Enumerable.Range(1, trials).AsParallel().Count(seed => isSeen(new Random(seed))) / (double)trials;
    }

    /// <summary>The bound that holds for the trials which are made.</summary>
    /// <param name="promised">Of very many.</param>
    /// <param name="wide">Of the few of the suite, whose share is known less well.</param>
    public static double Bound(double promised, double wide) => Asked is null ? wide : promised;
}
