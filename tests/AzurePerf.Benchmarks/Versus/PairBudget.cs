namespace AzurePerf.Benchmarks.Versus;

/// <summary>When to stop measuring pairs: at the minimum, or later while the interval is too wide, but never beyond the maximum.</summary>
internal readonly record struct PairBudget
{
    /// <summary>The fewest pairs that are published.</summary>
    public const int FewestPairs = 7;

    private const int UsualMaximum = 20;

    /// <param name="minimum">At least <see cref="FewestPairs"/>.</param>
    /// <exception cref="ArgumentOutOfRangeException">The minimum is lower.</exception>
    public PairBudget(int minimum)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(minimum, FewestPairs);
        Minimum = minimum;
    }

    public int Minimum { get; }

    public int Maximum => Math.Max(Minimum, UsualMaximum);

    /// <summary>True when another pair is to be measured after these.</summary>
    public bool WantsAnother(IReadOnlyList<PairFigures> pairs)
        => pairs.Count < Minimum || (pairs.Count < Maximum && VersusFigures.Of(pairs).IsUndecided);
}
