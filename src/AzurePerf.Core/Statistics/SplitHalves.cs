namespace AzurePerf.Core.Statistics;

/// <summary>Halves one sample at random, again and again, and says how far the halves are apart by
/// <see cref="HodgesLehmann.Shift"/>.</summary>
/// <remarks>
/// All halvings have the same differences between two values; only their signs depend on which half each value falls into. So these are
/// sorted once by their size, and the median of a halving is reached from 0 outwards, past as many of them as there are signs out of
/// balance. The way there has no branches that a processor could not foresee.
/// </remarks>
internal sealed class SplitHalves
{
    private readonly double[] _apart;
    private readonly (int Lower, int Upper)[] _pairs;
    private readonly int[] _order;
    private readonly byte[] _isFirst;
    private readonly byte[] _isOther;

    /// <param name="values">An even number of finite values, at least 2.</param>
    /// <exception cref="ArgumentException">There are none, an odd number of them, or one is not finite.</exception>
    public SplitHalves(IReadOnlyList<double> values)
    {
        var sorted = Sample.Sorted(values, 2, nameof(values));
        if (sorted.Length % 2 != 0)
        {
            throw new ArgumentException("Needs an even number of values.", nameof(values));
        }

        _order = [.. Enumerable.Range(0, sorted.Length)];
        _isFirst = new byte[sorted.Length];
        _isOther = new byte[sorted.Length];
        _pairs = [.. _order.SelectMany(upper => Enumerable.Range(0, upper), (upper, lower) => (lower, upper))];
        _apart = [.. _pairs.Select(pair => sorted[pair.Upper] - sorted[pair.Lower])];
        Array.Sort(_apart, _pairs);
    }

    /// <summary>The size of the shift between the halves of one more halving.</summary>
    public double Draw(Random random)
    {
        // The first half of a shuffle is drawn; the other half is what is left.
        Array.Clear(_isFirst);
        for (var drawn = 0; drawn < _order.Length / 2; drawn++)
        {
            var other = random.Next(drawn, _order.Length);
            (_order[drawn], _order[other]) = (_order[other], _order[drawn]);
            _isFirst[_order[drawn]] = 1;
        }

        return Shift(_isFirst);
    }

    /// <summary>The size of the median difference between a value of the one half and a value of the other.</summary>
    /// <param name="isFirst">1 for each of the sorted values that is in the first half, else 0.</param>
    internal double Shift(ReadOnlySpan<byte> isFirst)
    {
        for (var place = 0; place < isFirst.Length; place++)
        {
            _isOther[place] = (byte)(1 - isFirst[place]);
        }

        var all = isFirst.Length / 2 * (isFirst.Length / 2);
        var firstBelow = PairsWithFirstBelow(isFirst);
        if (2 * firstBelow == all)
        {
            // As many differences of either sign: the middle lies between the smallest of both.
            return Math.Abs(Mean(isFirst, _isOther, 0, 1) - Mean(_isOther, isFirst, 0, 1)) / 2;
        }

        // The half that is mostly below the other one takes the sign away.
        var count = all % 2 == 0 ? 2 : 1;
        return 2 * firstBelow > all
            ? Mean(isFirst, _isOther, ((all - 1) / 2) - (all - firstBelow), count)
            : Mean(_isOther, isFirst, ((all - 1) / 2) - firstBelow, count);
    }

    /// <summary>How many pairs have the value of the first half below that of the other.</summary>
    private static int PairsWithFirstBelow(ReadOnlySpan<byte> isFirst)
    {
        var (first, pairs) = (0, 0);
        foreach (var one in isFirst)
        {
            first += one;
            pairs += first * (1 - one);
        }

        return pairs;
    }

    /// <summary>The mean of so many differences from a rank on, the smallest first, of the pairs with one half below the other.</summary>
    private double Mean(ReadOnlySpan<byte> below, ReadOnlySpan<byte> above, int rank, int count)
    {
        var index = 0;
        for (var seen = 0; seen < rank; index++)
        {
            var (lower, upper) = _pairs[index];
            seen += below[lower] & above[upper];
        }

        var sum = 0.0;
        for (var found = 0; found < count; index++)
        {
            var (lower, upper) = _pairs[index];
            var isOne = below[lower] & above[upper];
            sum += isOne * _apart[index];
            found += isOne;
        }

        return sum / count;
    }
}
