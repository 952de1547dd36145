namespace AzurePerf.Core.Charts.Curves;

/// <summary>How wide the intervals of a curve are: powers of two of a second, so that any two curves have a width in common.</summary>
public static class IntervalWidth
{
    /// <summary>Intervals of one curve at most.</summary>
    public const int MostIntervals = 64;

    /// <summary>7.8 ms: single operations are dated precisely enough for that.</summary>
    public const int Narrowest = -7;

    /// <summary>One second: what a histogram log tells apart.</summary>
    public const int OfLog = 0;

    private const int Widest = 40;

    /// <summary>Fewer operations in an interval on average say nothing about it.</summary>
    private const int OperationsPerInterval = 16;

    /// <summary>The exponent to cut a measurement with.</summary>
    /// <param name="lastNanoseconds">When its last successful operation ended, since the start; 0 without any.</param>
    /// <param name="operations">How many succeeded.</param>
    /// <param name="endNanoseconds">When it ended itself.</param>
    /// <param name="narrowest">No less than this.</param>
    public static int For(long lastNanoseconds, long operations, long endNanoseconds, int narrowest)
    {
        var most = Math.Clamp(operations / OperationsPerInterval, 1, MostIntervals);
        var exponent = narrowest;
        while (exponent < Widest && (IndexOf(lastNanoseconds, exponent) >= most || IndexOf(endNanoseconds, exponent) >= MostIntervals))
        {
            exponent++;
        }

        return exponent;
    }

    /// <summary>The interval, from 0, in which an instant lies.</summary>
    public static int IndexOf(long nanoseconds, int exponent) =>
        (int)Math.Min(int.MaxValue, Math.Floor(Math.Max(0, nanoseconds) / (Seconds(exponent) * 1e9)));

    /// <summary>The width in seconds.</summary>
    public static double Seconds(int exponent) => Math.Pow(2, exponent);
}
