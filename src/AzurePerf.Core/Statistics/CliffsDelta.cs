namespace AzurePerf.Core.Statistics;

/// <summary>How far two samples keep apart, whatever their scale.</summary>
/// <remarks>
/// Source: Cliff 1993 (Psychol. Bull. 114, 494-509): the share of pairs in which the second value is greater minus the share in which it is
/// smaller. Vargha and Delaney's A is (delta + 1) / 2.
/// </remarks>
public static class CliffsDelta
{
    /// <summary>From -1 (every second value is smaller) to 1 (every one is greater); 0 when neither prevails.</summary>
    /// <exception cref="ArgumentException">A sample is empty, or a value is not finite.</exception>
    public static double Of(IReadOnlyList<double> first, IReadOnlyList<double> second)
    {
        var (x, y) = (Sample.Copy(first, 1, nameof(first)), Sample.Copy(second, 1, nameof(second)));
        var prevailing = y.Sum(value => x.Sum(other => (long)value.CompareTo(other)));
        return prevailing / ((double)x.Length * y.Length);
    }
}
