using System.Numerics;
using System.Runtime.CompilerServices;

namespace AzurePerf.Core.Measurements;

/// <summary>
/// Which counter a latency belongs to: the bucket scheme of HdrHistogram for 3 significant digits and a unit of 1 ns.
/// Values below 2,048 have a counter each; above, every power of two is cut into 1,024 counters, so that a counter is never wider than
/// 1/1,024 of its values.
/// </summary>
internal static class LatencyBucketLayout
{
    /// <summary>One hour: the highest latency that is told apart from longer ones.</summary>
    public const long HighestTrackableNanoseconds = 3_600_000_000_000;

    /// <summary>The significant decimal digits that survive.</summary>
    public const int SignificantDigits = 3;

    /// <summary>Counters needed for 0 to <see cref="HighestTrackableNanoseconds"/>: 2,048 single ones and 31 powers of two of
    /// 1,024.</summary>
    public const int CounterCount = (PowersOfTwo + 1) << HalfMagnitude;

    private const int HalfMagnitude = 10;
    private const int PowersOfTwo = 32;
    private const ulong SingleUnitMask = (1UL << (HalfMagnitude + 1)) - 1;

    /// <summary>The counter of a value between 0 and <see cref="HighestTrackableNanoseconds"/>.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int IndexOf(long nanoseconds)
    {
        var power = BitOperations.Log2((ulong)nanoseconds | SingleUnitMask) - HalfMagnitude;
        return (power << HalfMagnitude) + (int)(nanoseconds >> power);
    }

    /// <summary>The lowest value that the counter counts.</summary>
    public static long LowestNanoseconds(int index)
    {
        var power = PowerOf(index);
        return (long)(index - (power << HalfMagnitude)) << power;
    }

    /// <summary>The highest value that the counter counts.</summary>
    public static long HighestNanoseconds(int index) => LowestNanoseconds(index) + (1L << PowerOf(index)) - 1;

    /// <summary>The middle of the counter's values, rounded up: what HdrHistogram takes for each of them when only the counters are
    /// known.</summary>
    public static long MiddleNanoseconds(int index) => LowestNanoseconds(index) + ((1L << PowerOf(index)) >> 1);

    private static int PowerOf(int index) => Math.Max((index >> HalfMagnitude) - 1, 0);
}
