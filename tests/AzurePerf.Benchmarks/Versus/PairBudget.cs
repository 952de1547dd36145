namespace AzurePerf.Benchmarks.Versus;

/// <summary>When to stop measuring pairs: at the minimum, or later while something is undecided, but never beyond the maximum.</summary>
internal readonly record struct PairBudget
{
    /// <summary>The fewest pairs that are published.</summary>
    public const int FewestPairs = 7;

    /// <summary>The most pairs of an entry that names no other number.</summary>
    public const int UsualMaximum = 20;

    private readonly int _most;

    /// <param name="minimum">At least <see cref="FewestPairs"/>.</param>
    /// <param name="most">Pairs at which to stop, whatever is undecided.</param>
    /// <exception cref="ArgumentOutOfRangeException">The minimum is lower.</exception>
    public PairBudget(int minimum, int most = UsualMaximum)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(minimum, FewestPairs);
        (Minimum, _most) = (minimum, most);
    }

    public int Minimum { get; }

    public int Maximum => Math.Max(Minimum, _most);

    /// <summary>True when another pair is to be measured after these.</summary>
    /// <param name="pairs">The pairs so far.</param>
    /// <param name="isUndecided">Asked from the minimum on.</param>
    public bool WantsAnother(IReadOnlyList<PairFigures> pairs, Func<VersusFigures, bool> isUndecided)
        => pairs.Count < Minimum || (pairs.Count < Maximum && isUndecided(VersusFigures.Of(pairs)));
}
