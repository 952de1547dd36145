using AzurePerf.Core.Statistics;
using MathNet.Numerics.Interpolation;

namespace AzurePerf.Core.Experiments.Sql;

/// <summary>How many clients of one run are slowed as much as a number of clients of another: "6 here as 20 to 30 there".</summary>
/// <param name="Clients">Infinite where fewer than the most that were measured there are never slowed as much.</param>
/// <param name="Low">Lower end of the 95 % interval; null without interval.</param>
/// <param name="High">Upper end; may be infinite.</param>
/// <remarks>The slowdown of n clients is the median time that an operation takes one of them, divided by that of one client alone. Between
/// the numbers of clients that were measured it is interpolated (Fritsch and Carlson, SIAM J. Numer. Anal. 17, 1980, 238-246). The interval
/// has the percentiles of resampled repetitions of both runs (Efron and Tibshirani 1993, chapter 13); below
/// <see cref="ScalabilityFit.FewestRepetitions"/> of them there is none.</remarks>
internal sealed record EquivalentClients(double Clients, double? Low, double? High)
{
    /// <summary>Numbers of clients that a run must have measured, one client among them.</summary>
    public const int FewestLevels = 3;

    private const int Resamples = 499;

    /// <param name="here">What an operation takes in each repetition, by numbers of clients, which ascend from 1; each above 0.</param>
    /// <param name="there">The same of the other run; at least <see cref="FewestLevels"/>.</param>
    /// <param name="clients">One of the numbers here.</param>
    /// <param name="seed">Of the resampling.</param>
    public static EquivalentClients Of(
        IReadOnlyList<(int Clients, IReadOnlyList<double> Times)> here, IReadOnlyList<(int Clients, IReadOnlyList<double> Times)> there,
        int clients, int seed)
    {
        var (alone, own) = (here[0].Times, here.Single(level => level.Clients == clients).Times);
        double[] counts = [.. there.Select(level => (double)level.Clients)];
        var value = Find(Sample.Median(own) / Sample.Median(alone), counts, MediansOf(there, times => times));
        if (there.Select(level => level.Times).Append(own).Append(alone).Any(times => times.Count < ScalabilityFit.FewestRepetitions))
        {
            return new(value, null, null);
        }

        var random = new Random(seed);
        double[] resampled =
        [
            .. Enumerable.Range(0, Resamples)
                .Select(_ => Find(Sample.Median(Resample(own)) / Sample.Median(Resample(alone)), counts, MediansOf(there, Resample)))
                .Order(),
        ];

        // Ranks, because what is infinite cannot be interpolated.
        return new(value, resampled[(int)(0.025 * Resamples)], resampled[(int)(0.975 * Resamples)]);

        IReadOnlyList<double> Resample(IReadOnlyList<double> values) => Sample.Resample(values, random);
    }

    private static double[] MediansOf(
        IReadOnlyList<(int Clients, IReadOnlyList<double> Times)> levels, Func<IReadOnlyList<double>, IReadOnlyList<double>> draw)
    {
        double[] medians = [.. levels.Select(level => Sample.Median(draw(level.Times)))];
        return [.. medians.Select(median => median / medians[0])];
    }

    /// <summary>The fewest clients with at least this slowdown.</summary>
    private static double Find(double slowdown, double[] clients, double[] slowdowns)
    {
        var next = Array.FindIndex(slowdowns, one => one >= slowdown);
        if (next <= 0)
        {
            return next == 0 ? clients[0] : double.PositiveInfinity;
        }

        var curve = CubicSpline.InterpolatePchipSorted(clients, slowdowns);
        var (low, high) = (clients[next - 1], clients[next]);
        for (var step = 0; step < 40; step++)
        {
            var middle = (low + high) / 2;
            (low, high) = curve.Interpolate(middle) < slowdown ? (middle, high) : (low, middle);
        }

        return high;
    }
}
