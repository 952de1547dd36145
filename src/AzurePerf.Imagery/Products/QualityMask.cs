namespace AzurePerf.Imagery.Products;

/// <summary>The flag values a request accepts.</summary>
internal sealed class QualityMask
{
    private readonly Bits _bits;
    private readonly HashSet<long> _accepted;

    /// <param name="quality">The flags, from <see cref="ImageProduct.QualityOf"/>.</param>
    /// <param name="choice">One of its choices; null for its default.</param>
    /// <exception cref="ArgumentException">The choice is none of them; the message lists them.</exception>
    public QualityMask(Quality quality, string? choice = null)
    {
        if (!quality.Choices.TryGetValue(choice ?? quality.DefaultChoice, out var accepted))
            throw new ArgumentException($"unknown quality {choice}; choices: {string.Join(", ", quality.Choices.Keys)}", nameof(choice));
        _bits = quality.Bits;
        _accepted = [.. accepted.Select(x => (long)x)];
    }

    /// <param name="flags">A stored number of flags; a negative one of a signed type has its bits.</param>
    public bool Accepts(long flags) => _accepted.Contains((flags >> _bits.First) & ((1L << _bits.Count) - 1));
}
