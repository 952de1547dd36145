namespace AzurePerf.Core.Statistics;

/// <summary>The distances between all values of a window, summed so that those of any two parts of it can be had at once.</summary>
internal sealed class EnergyDistances
{
    // _sums[i, j]: the distances between the first i values and the first j values.
    private readonly double[,] _sums;

    public EnergyDistances(ReadOnlySpan<double> values)
    {
        _sums = new double[values.Length + 1, values.Length + 1];
        for (var row = 0; row < values.Length; row++)
        {
            for (var column = 0; column < values.Length; column++)
            {
                _sums[row + 1, column + 1] = Math.Abs(values[row] - values[column]) + _sums[row, column + 1] + _sums[row + 1, column]
                    - _sums[row, column];
            }
        }
    }

    /// <summary>
    /// The empirical divergence of the values from start up to split from those from split up to end:
    /// Q = (n m / (n + m)) (2 mean |between| - mean |within left| - mean |within right|) (Matteson and James 2014, J. Am. Stat. Assoc. 109,
    /// 334-345).
    /// </summary>
    public double Divergence(int start, int split, int end)
    {
        var (left, right) = (split - start, end - split);
        var between = 2 * Between(start, split, split, end) / ((double)left * right);
        return (double)left * right / (left + right) * (between - MeanWithin(start, split) - MeanWithin(split, end));
    }

    private double MeanWithin(int start, int end)
    {
        var count = end - start;
        return count < 2 ? 0 : Between(start, end, start, end) / ((double)count * (count - 1));
    }

    private double Between(int top, int bottom, int left, int right) =>
        _sums[bottom, right] - _sums[top, right] - _sums[bottom, left] + _sums[top, left];
}
