namespace AzurePerf.Core.Statistics;

/// <summary>The universal scalability law of what was measured, and how sure it is.</summary>
/// <param name="Law">Of the medians of the repetitions.</param>
/// <param name="RSquared">Share of the variation between the medians that it explains; 1 at the most, and where there is none.</param>
/// <param name="Sigma">95 % interval; null below <see cref="FewestRepetitions"/>.</param>
/// <param name="Kappa">95 % interval; null below <see cref="FewestRepetitions"/>.</param>
/// <param name="Peak">95 % interval of the clients at the highest throughput; null below <see cref="FewestRepetitions"/>, and where one of
/// the resampled laws has no peak.</param>
/// <remarks>Intervals are percentiles of laws fitted to resampled repetitions (Efron and Tibshirani, An Introduction to the Bootstrap,
/// 1993, chapter 13).</remarks>
public sealed record ScalabilityFit(
    ScalabilityLaw Law, double RSquared, ConfidenceInterval? Sigma, ConfidenceInterval? Kappa, ConfidenceInterval? Peak)
{
    /// <summary>Numbers of clients that a fit needs.</summary>
    public const int FewestLevels = 6;

    /// <summary>Repetitions that each number of clients needs for intervals: fewer are resampled into too much of the same.</summary>
    public const int FewestRepetitions = 6;

    /// <summary>Below it the law does not describe what was measured.</summary>
    public const double LeastRSquared = 0.95;

    private const int Resamples = 499;

    /// <param name="levels">Clients, and the throughputs of the repetitions, each above 0: at least <see cref="FewestLevels"/> different
    /// numbers of clients.</param>
    /// <param name="seed">Of the resampling.</param>
    /// <exception cref="ArgumentException">There are too few levels, or one has no repetition.</exception>
    public static ScalabilityFit Of(IReadOnlyList<(int Clients, IReadOnlyList<double> Throughputs)> levels, int seed)
    {
        ArgumentNullException.ThrowIfNull(levels);
        if (levels.Count < FewestLevels || levels.Any(level => level.Throughputs.Count == 0))
        {
            throw new ArgumentException($"a fit needs {FewestLevels} numbers of clients, each with a repetition", nameof(levels));
        }

        double[] clients = [.. levels.Select(level => (double)level.Clients)];
        double[] medians = [.. levels.Select(level => Sample.Median(level.Throughputs))];
        double[] weights = [.. levels.Select((level, index) => level.Throughputs.Count / Math.Pow(medians[index], 2))];
        var law = ScalabilityLaw.Fit(clients, medians, weights);
        var rSquared = RSquaredOf(law, clients, medians);
        if (levels.Any(level => level.Throughputs.Count < FewestRepetitions))
        {
            return new(law, rSquared, null, null, null);
        }

        var random = new Random(seed);
        var resampled = Enumerable.Range(0, Resamples)
            .Select(_ => levels.Select(level => Sample.Median(Sample.Resample(level.Throughputs, random))).ToArray())
            .Select(drawn => ScalabilityLaw.Fit(clients, drawn, weights))
            .ToArray();
        return new(
            law,
            rSquared,
            Interval(resampled.Select(one => one.Sigma)),
            Interval(resampled.Select(one => one.Kappa)),
            resampled.Any(one => one.Peak is null) ? null : Interval(resampled.Select(one => one.Peak!.Value)));
    }

    private static double RSquaredOf(ScalabilityLaw law, double[] clients, double[] medians)
    {
        var all = SampleMoments.Of(medians).SquaredDeviations;
        return all == 0 ? 1 : 1 - (clients.Zip(medians, (n, value) => Math.Pow(value - law.At(n), 2)).Sum() / all);
    }

    private static ConfidenceInterval Interval(IEnumerable<double> values)
    {
        double[] sorted = [.. values.Order()];
        return new(Sample.QuantileOfSorted(sorted, 0.025), Sample.QuantileOfSorted(sorted, 0.975));
    }
}
