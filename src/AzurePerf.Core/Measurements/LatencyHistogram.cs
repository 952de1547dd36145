using System.Numerics;
using System.Text.Json;
using System.Text.Json.Serialization;
using AzurePerf.Core.Statistics;

namespace AzurePerf.Core.Measurements;

/// <summary>
/// Counts latencies from 1 ns to 1 h with 3 significant digits, in HdrHistogram's bucket scheme, beside their exact number, sum, sum of
/// squares, minimum and maximum. Recording allocates nothing. One writer at a time; nobody may read while it writes: merge or encode after
/// the run.
/// </summary>
/// <remarks>
/// A latency above 1 h is counted as 1 h everywhere (bucket, sum, maximum), so that all figures describe the same values;
/// <see cref="OverflowCount"/> says how many were. Sums are 128-bit integers: merging in any order gives exactly what one histogram of all
/// samples would hold, up to 2.6e13 samples of 1 h.
/// </remarks>
[JsonConverter(typeof(LatencyHistogramJson))]
public sealed class LatencyHistogram
{
    /// <summary>One hour, in nanoseconds. Longer latencies are counted as this.</summary>
    public const long HighestTrackableNanoseconds = LatencyBucketLayout.HighestTrackableNanoseconds;

    // 33,792 counters of 8 bytes = 270 KB made up front: growing would allocate inside the measured window, and 32-bit counters would need
    // an overflow branch per record to save half. The system commits only the pages that are touched.
    private readonly long[] _counters = new long[LatencyBucketLayout.CounterCount];
    private long _overflowCount;

    // Minimum and the distance to the maximum, so that one comparison tells that a latency lies between them, as nearly all do.
    private long _minimum = long.MaxValue;
    private ulong _range;

    // 128 bits in halves: of a latency below 4.3 s even the square fits into 64 bits, and a record then costs an addition and a branch that
    // is hardly ever taken.
    private ulong _sumLow;
    private ulong _sumHigh;
    private ulong _squaresLow;
    private ulong _squaresHigh;

    /// <summary>Latencies recorded, those above 1 h included.</summary>
    /// <remarks>Added up from the counters: counting beside them would cost every record a tenth of its time.</remarks>
    public long Count => IsEmpty ? 0 : CountBetween(_minimum, Maximum);

    /// <summary>Latencies that were longer than 1 h and are counted as 1 h.</summary>
    public long OverflowCount => _overflowCount;

    /// <summary>The shortest latency; null when none is recorded.</summary>
    public long? MinimumNanoseconds => IsEmpty ? null : _minimum;

    /// <summary>The longest latency, at most 1 h; null when none is recorded.</summary>
    public long? MaximumNanoseconds => IsEmpty ? null : Maximum;

    /// <summary>The exact sum, in nanoseconds.</summary>
    public UInt128 SumNanoseconds
    {
        get => new(_sumHigh, _sumLow);
        private set => (_sumHigh, _sumLow) = ((ulong)(value >> 64), (ulong)value);
    }

    /// <summary>The exact sum of squares, in square nanoseconds.</summary>
    public UInt128 SumOfSquaresNanoseconds
    {
        get => new(_squaresHigh, _squaresLow);
        private set => (_squaresHigh, _squaresLow) = ((ulong)(value >> 64), (ulong)value);
    }

    /// <summary>The arithmetic mean; null when nothing is recorded.</summary>
    public double? MeanNanoseconds => IsEmpty ? null : (double)SumNanoseconds / Count;

    /// <summary>The sample standard deviation (divisor n - 1); null below two samples. Free of cancellation: the difference is taken in
    /// integers.</summary>
    public double? StandardDeviationNanoseconds
    {
        get
        {
            BigInteger count = Count;
            if (count < 2)
            {
                return null;
            }

            BigInteger sum = SumNanoseconds;
            var numerator = (count * (BigInteger)SumOfSquaresNanoseconds) - (sum * sum);
            return Math.Sqrt((double)numerator / (double)(count * (count - 1)));
        }
    }

    internal ReadOnlySpan<long> Counters => _counters;

    /// <summary>True when nothing is recorded; unlike <see cref="Count"/> it adds nothing up.</summary>
    internal bool IsEmpty => _minimum == long.MaxValue;

    private long Maximum => IsEmpty ? 0 : _minimum + (long)_range;

    /// <summary>Records one latency in nanoseconds. Negative ones are refused: a monotonic clock cannot produce them.</summary>
    /// <exception cref="ArgumentOutOfRangeException">The latency is negative.</exception>
    public void Record(long nanoseconds)
    {
        if ((ulong)nanoseconds > uint.MaxValue)
        {
            RecordLong(nanoseconds);
            return;
        }

        CountOne(nanoseconds);
        var value = (ulong)nanoseconds;

        // Without a carry: it would take 584 years of latency recorded here.
        _sumLow += value;
        var square = value * value;
        _squaresLow += square;
        if (_squaresLow < square)
        {
            _squaresHigh++;
        }
    }

    /// <summary>One histogram of all latencies of several.</summary>
    public static LatencyHistogram Sum(IEnumerable<LatencyHistogram> histograms)
    {
        ArgumentNullException.ThrowIfNull(histograms);
        var all = new LatencyHistogram();
        foreach (var histogram in histograms)
        {
            all.Merge(histogram);
        }

        return all;
    }

    /// <summary>Adds everything the other histogram holds, as if all its latencies had been recorded here.</summary>
    public void Merge(LatencyHistogram other)
    {
        ArgumentNullException.ThrowIfNull(other);
        if (other.IsEmpty)
        {
            return;
        }

        var last = LatencyBucketLayout.IndexOf(other.Maximum);
        for (var index = LatencyBucketLayout.IndexOf(other._minimum); index <= last; index++)
        {
            _counters[index] += other._counters[index];
        }

        _overflowCount += other._overflowCount;
        Reach(other._minimum);
        Reach(other.Maximum);
        SumNanoseconds += other.SumNanoseconds;
        SumOfSquaresNanoseconds += other.SumOfSquaresNanoseconds;
    }

    /// <summary>
    /// The latency that the given share of all recorded ones does not exceed: the value of rank ceil(quantile x n), at most 0.1 % too high
    /// and never above the maximum. Says nothing about whether n supports the quantile: publish <see cref="SupportedQuantile"/>.
    /// </summary>
    /// <param name="quantile">From 0 (the minimum) to 1 (the maximum).</param>
    /// <exception cref="ArgumentOutOfRangeException">The quantile is outside 0 to 1.</exception>
    /// <exception cref="InvalidOperationException">Nothing is recorded.</exception>
    public long ValueAtQuantile(double quantile)
    {
        if (!(quantile is >= 0 and <= 1))
        {
            throw new ArgumentOutOfRangeException(nameof(quantile), quantile, "A quantile lies between 0 and 1.");
        }

        if (IsEmpty)
        {
            throw new InvalidOperationException("An empty histogram has no quantiles.");
        }

        return ValueAtRank(RankOf(quantile, Count));
    }

    /// <summary><see cref="ValueAtQuantile"/>; null when there are too few latencies to say anything about it, see
    /// <see cref="QuantileSupport"/>.</summary>
    /// <param name="quantile">Above 0 and below 1.</param>
    /// <param name="longer">Latencies that were not recorded and are longer than any that were: the value is that of all together, null
    /// when it is one of theirs.</param>
    public long? SupportedQuantile(double quantile, long longer = 0)
    {
        var count = Count;
        var rank = RankOf(quantile, count + longer);
        return QuantileSupport.Exists(count, quantile) && rank <= count ? ValueAtRank(rank) : null;
    }

    /// <summary>The rank, from 1, of a quantile in so many latencies; 0 for the minimum.</summary>
    private static long RankOf(double quantile, long count) =>
        // Decimal, because 0.07 x 100 is above 7 in binary and its ceiling would be one rank too high.
        (long)decimal.Ceiling((decimal)quantile * count);

    /// <summary>The latency of a rank, from 1 to the count, as <see cref="ValueAtQuantile"/> gives it; the minimum for 0.</summary>
    private long ValueAtRank(long rank) => rank == 0 ? _minimum : Math.Min(HighestValueOfRank(rank), Maximum);

    /// <summary>How many latencies are at most the given one. Those in the same bucket as it (0.1 %) count as at most.</summary>
    public long CountAtOrBelow(long nanoseconds) => CountBetween(0, nanoseconds);

    /// <summary>How many latencies lie between both, ends included. Those in the same bucket as an end (0.1 %) count as inside.</summary>
    public long CountBetween(long lowestNanoseconds, long highestNanoseconds)
    {
        if (highestNanoseconds < 0 || highestNanoseconds < lowestNanoseconds)
        {
            return 0;
        }

        var first = LatencyBucketLayout.IndexOf(Math.Clamp(lowestNanoseconds, 0, HighestTrackableNanoseconds));
        var last = LatencyBucketLayout.IndexOf(Math.Min(highestNanoseconds, HighestTrackableNanoseconds));
        var count = 0L;
        for (var index = first; index <= last; index++)
        {
            count += _counters[index];
        }

        return count;
    }

    /// <summary>The buckets that hold at least one latency, shortest first: the steps of the cumulative distribution.</summary>
    public IEnumerable<LatencyBucket> RecordedBuckets()
    {
        for (var index = 0; index < _counters.Length; index++)
        {
            if (_counters[index] != 0)
            {
                yield return new(
                    LatencyBucketLayout.LowestNanoseconds(index), LatencyBucketLayout.HighestNanoseconds(index), _counters[index]);
            }
        }
    }

    /// <summary>Forgets everything; the counters are kept for reuse.</summary>
    public void Reset()
    {
        if (!IsEmpty)
        {
            // Only what was used: clients do this once per interval, and most counters are never touched.
            var first = LatencyBucketLayout.IndexOf(_minimum);
            Array.Clear(_counters, first, LatencyBucketLayout.IndexOf(Maximum) - first + 1);
        }

        (_overflowCount, _minimum, _range) = (0, long.MaxValue, 0);
        (SumNanoseconds, SumOfSquaresNanoseconds) = (0, 0);
    }

    /// <summary>Adds latencies of which only the counter is known. A counter beyond that of 1 h, from a histogram of a wider range, is
    /// overflow.</summary>
    internal void AddToCounter(int index, long count)
    {
        var last = LatencyBucketLayout.IndexOf(HighestTrackableNanoseconds);
        if (index > last)
        {
            _overflowCount += count;
            index = last;
        }

        _counters[index] += count;
        Reach(LatencyBucketLayout.LowestNanoseconds(index));
        Reach(Math.Min(LatencyBucketLayout.HighestNanoseconds(index), HighestTrackableNanoseconds));
        var middle = (UInt128)Math.Min(LatencyBucketLayout.MiddleNanoseconds(index), HighestTrackableNanoseconds);
        SumNanoseconds += middle * (ulong)count;
        SumOfSquaresNanoseconds += middle * middle * (ulong)count;
    }

    /// <summary>Puts in place of what was computed from the counters what had been recorded.</summary>
    /// <exception cref="FormatException">The totals are not of this histogram.</exception>
    internal void Restore(LatencyTotals totals)
    {
        var count = Count;
        var fits = totals.Count == count
            && totals.OverflowCount >= 0 && totals.OverflowCount <= count
            && (count == 0 || (totals.MinimumNanoseconds <= totals.MaximumNanoseconds
                && LatencyBucketLayout.IndexOf(Math.Clamp(totals.MinimumNanoseconds, 0, HighestTrackableNanoseconds))
                    == LatencyBucketLayout.IndexOf(_minimum)
                && LatencyBucketLayout.IndexOf(Math.Clamp(totals.MaximumNanoseconds, 0, HighestTrackableNanoseconds))
                    == LatencyBucketLayout.IndexOf(Maximum)));
        if (!fits)
        {
            throw new FormatException("The totals are not those of the counters.");
        }

        _overflowCount = totals.OverflowCount;
        (SumNanoseconds, SumOfSquaresNanoseconds) = (totals.SumNanoseconds, totals.SumOfSquaresNanoseconds);
        if (count > 0)
        {
            (_minimum, _range) = (totals.MinimumNanoseconds, (ulong)(totals.MaximumNanoseconds - totals.MinimumNanoseconds));
        }
    }

    private void RecordLong(long nanoseconds)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(nanoseconds);
        if (nanoseconds > HighestTrackableNanoseconds)
        {
            _overflowCount++;
            nanoseconds = HighestTrackableNanoseconds;
        }

        CountOne(nanoseconds);
        SumNanoseconds += (ulong)nanoseconds;
        SumOfSquaresNanoseconds += Math.BigMul((ulong)nanoseconds, (ulong)nanoseconds);
    }

    private void CountOne(long nanoseconds)
    {
        _counters[LatencyBucketLayout.IndexOf(nanoseconds)]++;
        if ((ulong)(nanoseconds - _minimum) > _range)
        {
            Reach(nanoseconds);
        }
    }

    private void Reach(long nanoseconds)
    {
        if (IsEmpty)
        {
            _minimum = nanoseconds;
            return;
        }

        var maximum = Math.Max(Maximum, nanoseconds);
        _minimum = Math.Min(_minimum, nanoseconds);
        _range = (ulong)(maximum - _minimum);
    }

    private long HighestValueOfRank(long rank)
    {
        var seen = 0L;
        for (var index = 0; index < _counters.Length; index++)
        {
            seen += _counters[index];
            if (seen >= rank)
            {
                return LatencyBucketLayout.HighestNanoseconds(index);
            }
        }

        throw new InvalidOperationException(
            "The counters hold fewer latencies than were counted: the histogram was read while it was written.");
    }
}

/// <summary>A histogram in a JSON document, exactly: HdrHistogram V2, compressed, base64, and the totals that this leaves out.</summary>
internal sealed class LatencyHistogramJson : JsonConverter<LatencyHistogram>
{
    public override LatencyHistogram Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options)
    {
        var stored = JsonSerializer.Deserialize<Stored>(ref reader, options) ?? throw new JsonException("a histogram is missing");
        return LatencyHistogramText.Read(stored.Histogram, stored.Totals);
    }

    public override void Write(Utf8JsonWriter writer, LatencyHistogram value, JsonSerializerOptions options) =>
        JsonSerializer.Serialize(writer, new Stored(LatencyHistogramText.Write(value), LatencyTotals.Of(value)), options);

    private sealed record Stored(string Histogram, LatencyTotals Totals);
}
