using AzurePerf.Core.Statistics;

namespace AzurePerf.Benchmarks.Versus;

/// <summary>A median with its distribution-free 95 % interval.</summary>
internal readonly record struct Estimate(double Median, double Low, double High)
{
    /// <summary>The estimate from independent figures, at least six: fewer have no such interval.</summary>
    /// <exception cref="ArgumentException">Fewer than six figures.</exception>
    public static Estimate Of(IEnumerable<double> figures)
    {
        var sorted = figures.Order().ToArray();
        var interval = QuantileInterval.For(sorted.Length, 0.5)
            ?? throw new ArgumentException($"{sorted.Length} figures are too few for an interval of the median.", nameof(figures));
        var median = (sorted[(sorted.Length - 1) / 2] + sorted[sorted.Length / 2]) / 2;
        return new(median, sorted[interval.LowerRank - 1], sorted[interval.UpperRank - 1]);
    }

    /// <summary>True when either end lies further from the median than this share of it.</summary>
    public bool IsWiderThan(double share) => High - Median > share * Median || Median - Low > share * Median;

    /// <summary>What a goal that has one side says; null where the interval is too wide to decide and reaches over the goal.</summary>
    public bool? Decide(Func<Estimate, bool> goal) =>
        IsWiderThan(VersusFigures.WidestShare) && goal(new(Low, Low, Low)) != goal(new(High, High, High)) ? null : goal(this);
}
