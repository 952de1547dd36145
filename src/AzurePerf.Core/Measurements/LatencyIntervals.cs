namespace AzurePerf.Core.Measurements;

/// <summary>
/// How the time of a measurement is cut into intervals: seconds for the first hour, ten seconds for the next ten, hundred for the next
/// hundred, and so on, so that the number of intervals stays small however long it takes.
/// </summary>
public static class LatencyIntervals
{
    /// <summary>Intervals of one length before they become ten times as long.</summary>
    public const int OfOneLength = 3_600;

    private const long FirstLengthNanoseconds = 1_000_000_000;
    private const long LongestNanoseconds = 1_000_000_000_000_000_000;

    /// <summary>The interval, from 0, in which an instant lies; what lies before the start belongs to the first.</summary>
    /// <param name="nanoseconds">Since the start.</param>
    public static int IndexOf(long nanoseconds)
    {
        var left = Math.Clamp(nanoseconds, 0, LongestNanoseconds);
        var (index, length) = (0, FirstLengthNanoseconds);
        while (left >= OfOneLength * length)
        {
            left -= OfOneLength * length;
            index += OfOneLength;
            length *= 10;
        }

        return index + (int)(left / length);
    }

    /// <summary>When an interval begins, in nanoseconds since the start; the one before it ends there.</summary>
    public static long StartOf(int index)
    {
        var (start, length) = (0L, FirstLengthNanoseconds);
        while (index >= OfOneLength)
        {
            start += OfOneLength * length;
            index -= OfOneLength;
            length *= 10;
        }

        return start + (index * length);
    }
}
