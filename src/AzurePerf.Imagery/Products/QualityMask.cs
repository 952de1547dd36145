namespace AzurePerf.Imagery.Products;

/// <summary>The flag values a request accepts.</summary>
internal sealed class QualityMask
{
    private readonly int _first;
    private readonly bool[] _accepted;

    /// <param name="quality">The flags, from <see cref="ImageProduct.QualityOf"/>.</param>
    /// <param name="choice">One of its choices; null for its default.</param>
    /// <exception cref="ArgumentException">The choice is none of them; the message lists them.</exception>
    public QualityMask(Quality quality, string? choice = null)
    {
        if (!quality.Choices.TryGetValue(choice ?? quality.DefaultChoice, out var accepted))
            throw new ArgumentException($"unknown quality {choice}; choices: {string.Join(", ", quality.Choices.Keys)}", nameof(choice));
        _first = quality.Bits.First;
        _accepted = new bool[1 << quality.Bits.Count];
        foreach (var flag in accepted)
            _accepted[flag] = true;
    }

    /// <param name="flags">A stored number of flags; a negative one of a signed type has its bits.</param>
    public bool Accepts(long flags) => _accepted[(int)(flags >> _first) & (_accepted.Length - 1)];
}
