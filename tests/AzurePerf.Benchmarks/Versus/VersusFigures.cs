namespace AzurePerf.Benchmarks.Versus;

/// <summary>What the pairs so far say. The ratio is the median of the ratios per pair, not the ratio of the medians.</summary>
internal sealed record VersusFigures(Estimate Ours, Estimate? Theirs, Estimate? Ratio, int Pairs)
{
    /// <summary>How far from the median an end of the interval may lie before more pairs are needed.</summary>
    public const double WidestShare = 0.10;

    /// <summary>Why something is undecided, after its name or the word.</summary>
    public static string TooWide { get; } = FormattableString.Invariant($"the interval is still wider than +-{WidestShare:P0}");

    /// <summary>True when the interval that the goal speaks of, the ratio's or without one ours, is too wide to decide anything.</summary>
    public bool IsUndecided => (Ratio ?? Ours).IsWiderThan(WidestShare);

    public static VersusFigures Of(IReadOnlyList<PairFigures> pairs) => new(
        Estimate.Of(pairs.Select(pair => pair.Ours)),
        OfAll(pairs.Select(pair => pair.Theirs)),
        OfAll(pairs.Select(pair => pair.Ratio)),
        pairs.Count);

    private static Estimate? OfAll(IEnumerable<double?> figures)
    {
        double[] known = [.. figures.OfType<double>()];
        return known.Length == 0 ? null : Estimate.Of(known);
    }
}
