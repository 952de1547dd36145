using System.Numerics;
using AzurePerf.Core.Statistics;

namespace AzurePerf.Core.Measurements;

/// <summary>Observations of one distribution, as a probe made them: exact ones, and those of which only bounds are known. Merging several
/// loses nothing, unless they have too many different intervals together: then bounds are rounded outwards.</summary>
public sealed record ObservedDistribution
{
    private static readonly double[] Shares = [0.5, 0.9, 0.95, 0.99];

    /// <summary>What it is of, in words for people, unique in the point.</summary>
    public required string Name { get; init; }

    /// <summary>Unit of all observations, as printed: ns, B; empty for pure numbers.</summary>
    public required string Unit { get; init; }

    /// <summary>The exact ones.</summary>
    public required LatencyHistogram Exact { get; init; }

    /// <summary>Of those that were still going on: how far they had come when nobody looked any more.</summary>
    public required LatencyHistogram AtLeast { get; init; }

    /// <summary>Those that ended between two looks.</summary>
    public IReadOnlyList<ObservedInterval> Between { get; init; } = [];

    /// <summary>The distributions of a point from those of its workers, in the order in which they first appear.</summary>
    /// <exception cref="InvalidDataException">Two of them mean different things by one name.</exception>
    public static IReadOnlyList<ObservedDistribution> MergeAll(IEnumerable<IReadOnlyList<ObservedDistribution>> members)
    {
        ArgumentNullException.ThrowIfNull(members);
        return [.. members.SelectMany(distributions => distributions)
            .GroupBy(distribution => distribution.Name, (_, same) => MergeOne([.. same]))];
    }

    /// <summary>What is told of it.</summary>
    public PointDistribution Summarise()
    {
        var (exact, atLeast, between) = (Exact.Count, AtLeast.Count, Between.Sum(interval => interval.Count));
        var quantiles = Quantiles(exact + atLeast + between);
        return new()
        {
            Name = Name,
            Unit = Unit,
            Exact = exact,
            RightCensored = atLeast,
            IntervalCensored = between,
            Mean = Exact.MeanNanoseconds,
            Minimum = Exact.MinimumNanoseconds,
            Maximum = Exact.MaximumNanoseconds,
            P50 = quantiles[0],
            P90 = quantiles[1],
            P95 = quantiles[2],
            P99 = quantiles[3],
        };
    }

    private double?[] Quantiles(long count)
    {
        if (Shares.All(share => !QuantileSupport.Exists(count, share)))
        {
            return new double?[Shares.Length];
        }

        if (Between.Count == 0)
        {
            var curve = SurvivalCurve.Of([.. Durations(Exact, censored: false), .. Durations(AtLeast, censored: true)]);
            return [.. Shares.Select(share => QuantileSupport.Exists(count, share) ? curve.Quantile(share) : null)];
        }

        var distribution = CensoredDistribution.Of(
        [
            .. Exact.RecordedBuckets().Select(bucket => new BoundedValue(Highest(bucket, Exact), Highest(bucket, Exact), bucket.Count)),
            .. AtLeast.RecordedBuckets()
                .Select(bucket => new BoundedValue(Highest(bucket, AtLeast), double.PositiveInfinity, bucket.Count)),
            .. Between.Select(interval => new BoundedValue(interval.Low, interval.High, interval.Count)),
        ]);
        return [.. Shares.Select(share => QuantileSupport.Exists(count, share) ? distribution.Quantile(share) : null)];
    }

    private static IEnumerable<CensoredDuration> Durations(LatencyHistogram histogram, bool censored) =>
        histogram.RecordedBuckets().Select(bucket => new CensoredDuration(Highest(bucket, histogram), censored, bucket.Count));

    /// <summary>No bucket says more than the largest value in all of them.</summary>
    private static long Highest(LatencyBucket bucket, LatencyHistogram histogram) =>
        Math.Min(bucket.HighestNanoseconds, histogram.MaximumNanoseconds!.Value);

    private static ObservedDistribution MergeOne(ObservedDistribution[] same) =>
        same.DistinctBy(distribution => distribution.Unit).Count() > 1
        ? throw new InvalidDataException($"the workers of a point do not mean the same by '{FailureText.Clean(same[0].Name)}'")
        : same[0] with
        {
            Exact = LatencyHistogram.Sum(same.Select(distribution => distribution.Exact)),
            AtLeast = LatencyHistogram.Sum(same.Select(distribution => distribution.AtLeast)),
            Between = Bounded([.. same.SelectMany(distribution => distribution.Between)]),
        };

    /// <summary>The intervals, equal ones as one, with as many significant bits in their bounds as leave no more different ones than a
    /// distribution may have.</summary>
    private static ObservedInterval[] Bounded(ObservedInterval[] all)
    {
        const int UsualBits = 24;
        for (var bits = 63; ; bits = Math.Min(bits - 1, UsualBits))
        {
            var intervals = all
                .GroupBy(interval => (Low: RoundDown(interval.Low, bits), High: RoundUp(interval.High, bits)),
                    (bounds, equal) => new ObservedInterval(bounds.Low, bounds.High, equal.Sum(interval => interval.Count)))
                .OrderBy(interval => interval.Low).ThenBy(interval => interval.High).ToArray();
            if (intervals.Length <= DistributionRecorder.MostIntervals || bits == 1)
            {
                return intervals;
            }
        }
    }

    private static long RoundDown(long value, int bits) => value & ~Dropped(value, bits);

    private static long RoundUp(long value, int bits) =>
        Dropped(value, bits) is var dropped && value > long.MaxValue - dropped ? long.MaxValue : (value + dropped) & ~dropped;

    private static long Dropped(long value, int bits) => (1L << Math.Max(0, 64 - BitOperations.LeadingZeroCount((ulong)value) - bits)) - 1;
}

/// <summary>Observations that ended between the same two looks.</summary>
/// <param name="Low">Where the last look before found them still going on.</param>
/// <param name="High">Where the first look after found them ended, above <paramref name="Low"/>.</param>
/// <param name="Count">How many, at least 1.</param>
public sealed record ObservedInterval(long Low, long High, long Count);

/// <summary>Where a probe records the observations of one distribution. Any thread may.</summary>
/// <param name="name">See <see cref="ObservedDistribution.Name"/>.</param>
/// <param name="unit">See <see cref="ObservedDistribution.Unit"/>.</param>
public sealed class DistributionRecorder(string name, string unit)
{
    /// <summary>Different intervals that one distribution may have.</summary>
    public const int MostIntervals = 20_000;

    private readonly Lock _lock = new();
    private readonly LatencyHistogram _exact = new();
    private readonly LatencyHistogram _atLeast = new();
    private readonly Dictionary<(long Low, long High), long> _between = [];

    /// <summary>An observation that is known exactly, not negative. One that a histogram cannot hold is kept as a lower bound, and not as
    /// the largest that it can.</summary>
    public void Record(long value)
    {
        lock (_lock)
        {
            (value > LatencyHistogram.HighestTrackableNanoseconds ? _atLeast : _exact).Record(value);
        }
    }

    /// <summary>An observation that had come so far when nobody looked any more: a lower bound.</summary>
    public void RecordAtLeast(long value)
    {
        lock (_lock)
        {
            _atLeast.Record(value);
        }
    }

    /// <summary>An observation that ended between two looks: above the first, not above the second. Equal ones are an exact
    /// observation.</summary>
    /// <exception cref="ArgumentOutOfRangeException">The first is negative, or above the second.</exception>
    /// <exception cref="InvalidOperationException">There are more different intervals than <see cref="MostIntervals"/>.</exception>
    public void RecordBetween(long low, long high)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(low);
        ArgumentOutOfRangeException.ThrowIfLessThan(high, low);
        if (low == high)
        {
            Record(low);
            return;
        }

        lock (_lock)
        {
            if (!_between.ContainsKey((low, high)) && _between.Count == MostIntervals)
            {
                throw new InvalidOperationException(
                    $"'{name}' has more than {MostIntervals} different intervals: round their bounds outwards");
            }

            _between[(low, high)] = _between.GetValueOrDefault((low, high)) + 1;
        }
    }

    /// <summary>What was recorded until now.</summary>
    public ObservedDistribution Read()
    {
        lock (_lock)
        {
            return new()
            {
                Name = name,
                Unit = unit,
                Exact = LatencyHistogram.Sum([_exact]),
                AtLeast = LatencyHistogram.Sum([_atLeast]),
                Between = [.. _between.OrderBy(interval => interval.Key)
                    .Select(interval => new ObservedInterval(interval.Key.Low, interval.Key.High, interval.Value))],
            };
        }
    }
}
