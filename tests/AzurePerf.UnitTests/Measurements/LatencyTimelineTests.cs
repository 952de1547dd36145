using AzurePerf.Core.Measurements;
using CsCheck;
using Xunit;

namespace AzurePerf.UnitTests.Measurements;

public sealed class LatencyTimelineTests
{
    private const long Second = 1_000_000_000;

    [Theory]
    [InlineData(-1, 0)]
    [InlineData(0, 0)]
    [InlineData(Second - 1, 0)]
    [InlineData(Second, 1)]
    [InlineData(3_600 * Second - 1, 3_599)]
    [InlineData(3_600 * Second, 3_600)]
    [InlineData(3_610 * Second - 1, 3_600)]
    [InlineData(3_610 * Second, 3_601)]
    [InlineData(39_600 * Second, 7_200)]
    public void Intervals_are_seconds_for_an_hour_and_then_longer(long nanoseconds, int index) => Assert.Equal(index, LatencyIntervals.IndexOf(nanoseconds));

    [Fact]
    public void Every_instant_lies_in_the_interval_that_it_is_given() => SeededProperty.Holds(
        Gen.Int[0, 57].SelectMany(bits => Gen.Long[0, (1L << bits) - 1]),
        instant =>
        {
            var index = LatencyIntervals.IndexOf(instant);
            return LatencyIntervals.StartOf(index) <= instant && instant < LatencyIntervals.StartOf(index + 1);
        },
        cases: 1_000);

    [Fact]
    public void However_parts_arrive_the_total_is_exact_and_the_intervals_make_it_up() => SeededProperty.Holds(
        Gen.Select(Gen.OneOf(0, 1, 2, 3, 4, 5, 6, 8, 10), LatencyHistogramPropertyTests.Latency.Array[0, 3]).Array[0, 40],
        parts =>
        {
            var (series, all) = (new LatencyTimeline(), new LatencyHistogram());
            var expected = new SortedDictionary<int, LatencyHistogram>();
            foreach (var (interval, some) in parts)
            {
                var latencies = Of(some);
                series.Add(interval, latencies);
                all.Merge(latencies);
                (expected.TryGetValue(interval, out var sum) ? sum : expected[interval] = new()).Merge(latencies);
            }

            var filled = expected.Where(interval => interval.Value.Count > 0).ToArray();
            return LatencyHistogramEquality.Differences(all, series.Total()).Count == 0
                && series.Intervals().Select(interval => interval.StartNanoseconds / Second).SequenceEqual(filled.Select(interval => (long)interval.Key))
                && series.Intervals().Zip(filled).All(pair => pair.First.Latencies.RecordedBuckets().SequenceEqual(pair.Second.Value.RecordedBuckets()));
        });

    [Fact]
    public void An_interval_is_finished_when_the_slowest_client_has_handed_it_over_and_the_last_one_never()
    {
        var told = new List<long>();
        var series = new LatencyTimeline { IntervalFinished = latencies => told.Add(latencies.Count) };
        var (fast, slow) = (series.Join(), series.Join());

        series.HandOver(fast, 0, [1, 2], next: 1);
        series.HandOver(fast, 1, [3, 4], next: 2);
        series.HandOver(fast, 2, [5], next: 3);
        Assert.Empty(told);

        series.HandOver(slow, 0, [9_000], next: 2);
        Assert.Equal([3, 2], told);

        series.HandOver(fast, 3, [6], next: null);
        Assert.Equal([3, 2], told);

        series.HandOver(slow, 2, [9_000], next: null);
        Assert.Equal([3, 2, 2], told);
        Assert.Equal(8, series.Total().Count);
    }

    [Fact]
    public void An_interval_is_not_over_while_those_who_joined_hand_over_parts_of_it()
    {
        var told = new List<long>();
        var series = new LatencyTimeline { IntervalFinished = latencies => told.Add(latencies.Count) };
        var (one, other) = (series.Join(), series.Join());

        series.HandOver(one, 0, [1, 2], next: 0);
        series.HandOver(one, 0, [3], next: 1);
        series.HandOver(one, 1, [4, 5], next: 1);
        series.HandOver(other, 0, [6], next: 0);
        Assert.Empty(told);

        series.HandOver(other, 0, [], next: 1);
        Assert.Equal([4], told);
        Assert.Equal([4, 2], series.Intervals().Select(interval => interval.Latencies.Count));
    }

    [Fact]
    public void However_clients_hand_over_every_interval_but_the_last_is_told_once_and_whole() => SeededProperty.Holds(
        Gen.Int[0, int.MaxValue],
        seed =>
        {
            var random = new Random(seed);
            var told = new List<long>();
            var series = new LatencyTimeline { IntervalFinished = latencies => told.Add(latencies.Count) };
            var members = Enumerable.Range(0, 1 + random.Next(4)).Select(_ => (Number: series.Join(), Left: new Queue<int>(Steps(random)))).ToArray();
            var counts = new SortedDictionary<int, long>();
            while (members.Where(member => member.Left.Count > 0).ToArray() is { Length: > 0 } running)
            {
                var (number, left) = running[random.Next(running.Length)];
                var (interval, count) = (left.Dequeue(), 1 + random.Next(2));
                counts[interval] = counts.GetValueOrDefault(interval) + count;
                series.HandOver(number, interval, MixedLatencies.Draw(count, random.Next()), left.TryPeek(out var next) ? next : null);
            }

            return told.SequenceEqual(counts.Values.SkipLast(1));
        });

    [Fact]
    public void A_histogram_that_was_reset_is_as_new() => SeededProperty.Holds(
        LatencyHistogramPropertyTests.Latency.Array[0, 100],
        latencies =>
        {
            var used = Of(latencies);
            used.Reset();
            return LatencyHistogramEquality.Differences(new(), used).Count == 0 && used.CountAtOrBelow(long.MaxValue) == 0;
        });

    private static int[] Steps(Random random) => [.. Enumerable.Range(0, 8).Where(_ => random.Next(2) == 0).DefaultIfEmpty(0)];

    private static LatencyHistogram Of(long[] latencies)
    {
        var histogram = new LatencyHistogram();
        Array.ForEach(latencies, histogram.Record);
        return histogram;
    }
}
