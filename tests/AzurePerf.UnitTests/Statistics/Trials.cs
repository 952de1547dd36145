using System.Globalization;
using MathNet.Numerics.Distributions;

namespace AzurePerf.UnitTests.Statistics;

/// <summary>
/// Seeded trials of a statistical promise, in classes that end in TrialTests. The suite makes few with wide bounds, mostly half as many as the night; AZUREPERF_TRIALS=2000 makes that many, and then the bounds are the promised ones.
/// </summary>
internal static class Trials
{
    /// <summary>How seldom what was promised is missed by chance.</summary>
    private const double Seldom = 1 / 500.0;

    private static readonly int? Asked = int.TryParse(Environment.GetEnvironmentVariable("AZUREPERF_TRIALS"), NumberStyles.None, CultureInfo.InvariantCulture, out var count) && count > 0 ? count : null;

    /// <summary>The share of trials in which something is seen. Each trial has a source of random numbers of its own, the same ones in every run.</summary>
    /// <param name="atNight">Trials of the night; for every change half of them.</param>
    /// <param name="isSeen">Whether it is, in one trial.</param>
    /// <param name="most">Of these for every change, where each takes long.</param>
    public static double Share(int atNight, Func<Random, bool> isSeen, int most = int.MaxValue)
    {
        var trials = Asked ?? Night.Size(usually: Math.Min(atNight / 2, most), atNight);
        return Enumerable.Range(1, trials).AsParallel().Count(trial => isSeen(RandomOf(trial))) / (double)trials;
    }

    /// <summary>How many trials are made where half of them would say too little.</summary>
    public static int Count(int usually) => Asked ?? usually;

    /// <summary>How many trials are made where a part of those of the night says enough.</summary>
    public static int Count(int usually, int atNight) => Asked ?? Night.Size(usually, atNight);

    /// <summary>
    /// The smallest share of trials that a promise allows: in the night the promised one, and for every change the largest that a truth just as promised misses by chance in at most one of
    /// 500 tries.
    /// </summary>
    /// <param name="promised">Of very many.</param>
    /// <param name="trials">That are made for every change.</param>
    /// <param name="atNight">The bound of the night, where it is not what is promised.</param>
    public static double Least(double promised, int trials, double? atNight = null)
    {
        if (Asked is not null)
        {
            return promised;
        }

        if (Night.IsOn)
        {
            return atNight ?? promised;
        }

        return Enumerable.Range(0, trials).TakeWhile(fewer => Binomial.CDF(promised, trials, fewer) <= Seldom).Count() / (double)trials;
    }

    /// <summary>The largest share of trials that a promise allows, as <see cref="Least"/>.</summary>
    /// <param name="promised">Of very many.</param>
    /// <param name="trials">That are made for every change.</param>
    /// <param name="atNight">The bound of the night, where it is not what is promised.</param>
    public static double Most(double promised, int trials, double? atNight = null) => 1 - Least(1 - promised, trials, 1 - atNight);

    /// <summary>The random numbers of one trial, unrelated to those of the next one.</summary>
    /// <remarks>
    /// Each number that a seeded <see cref="Random"/> gives is a linear function of its seed, so those of seeds 1, 2, 3, ... lie evenly and 2,000 of them are no 2,000 independent trials. The
    /// seeds are mixed first (SplitMix64: Steele, Lea and Flood 2014, OOPSLA, 453-472).
    /// </remarks>
    public static Random RandomOf(int trial)
    {
        var mixed = (ulong)trial * 0x9E37_79B9_7F4A_7C15;
        mixed = (mixed ^ (mixed >> 30)) * 0xBF58_476D_1CE4_E5B9;
        mixed = (mixed ^ (mixed >> 27)) * 0x94D0_49BB_1331_11EB;
        return new((int)((mixed ^ (mixed >> 31)) >> 33));
    }

    /// <summary>The bound that holds for the trials which are made.</summary>
    /// <param name="promised">Of very many.</param>
    /// <param name="wide">Of the few of the suite, whose share is known less well.</param>
    public static double Bound(double promised, double wide) => Asked is null ? wide : promised;
}
