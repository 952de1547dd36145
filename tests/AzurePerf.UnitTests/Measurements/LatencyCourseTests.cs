using AzurePerf.Core.Measurements;
using AzurePerf.Core.Statistics;
using AzurePerf.UnitTests.Statistics;
using Xunit;

namespace AzurePerf.UnitTests.Measurements;

public sealed class LatencyCourseTests
{
    private const int Seeds = 1_000;
    private const long Second = 1_000_000_000;

    /// <param name="operations">In the 60 s.</param>
    /// <param name="dependence">How much of its level a part of a second keeps in the next.</param>
    /// <param name="least">Per cent of the intervals that hold the true mean, at least.</param>
    [Theory]
    [InlineData(6_000, 0, 93)]
    [InlineData(6_000, 0.6, 90)]
    [InlineData(300, 0, 93)]
    [InlineData(LatencyCourse.MinimumOperations, 0, 92)]
    public void The_interval_of_a_mean_holds_the_true_one(int operations, double dependence, double least)
    {
        var held = Enumerable.Range(1, Seeds).Count(seed => CourseOf(seed, operations, dependence).MeanIntervalOf(0, 60 * Second) is { } interval
            && interval.Low <= 10_000_000 && interval.High >= 10_000_000);

        Assert.InRange(100.0 * held / Seeds, least, 97.5);
    }

    /// <summary>A short series hides how alike its values are.</summary>
    [Theory]
    [InlineData(20)]
    [InlineData(40)]
    [InlineData(LatencyCourse.MinimumParts)]
    [InlineData(120)]
    public void An_interval_that_is_shown_holds_in_nine_of_ten_cases_where_each_part_is_much_like_the_one_before(int parts)
    {
        var intervals = Enumerable.Range(1, Seeds).Select(seed => WanderingOf(new Random(seed), parts).MeanIntervalOf(0, parts * 10_000_000L)).OfType<ConfidenceInterval>().ToArray();

        Assert.Equal(parts >= LatencyCourse.MinimumParts, intervals.Length > Seeds / 2);
        Assert.InRange(intervals.Count(interval => !interval.Contains(10_000_000)), 0, intervals.Length / 10);
    }

    [Fact]
    public void Too_short_a_time_and_too_few_operations_have_none()
    {
        Assert.Null(CourseOf(1, 6_000, 0).MeanIntervalOf(0, 63 * CourseOf(1, 6_000, 0).BinNanoseconds));
        Assert.NotNull(CourseOf(1, 6_000, 0).MeanIntervalOf(0, 64 * CourseOf(1, 6_000, 0).BinNanoseconds));
        Assert.Null(CourseOf(1, LatencyCourse.MinimumOperations - 1, 0).MeanIntervalOf(0, 60 * Second));
        Assert.Null(new LatencyCourse(10_000_000, [], []).MeanIntervalOf(0, 60 * Second));
    }

    [Fact]
    public void One_operation_that_took_far_longer_than_the_others_puts_no_end_below_zero()
    {
        var recorder = new LatencyCourseRecorder();
        for (var part = 0; part < LatencyCourse.MinimumOperations; part++)
        {
            recorder.Add((part * 10_000_000) + 1, part == 50 ? 20_000_000_000 : 5_000_000);
        }

        var interval = recorder.Read().MeanIntervalOf(0, LatencyCourse.MinimumOperations * 10_000_000)!.Value;

        Assert.Equal(0, interval.Low);
        Assert.InRange(interval.High, 205_000_000, 2_000_000_000);
    }

    [Fact]
    public void What_ended_before_all_clients_were_active_or_after_is_in_no_interval()
    {
        var recorder = new LatencyCourseRecorder();
        for (var part = 0; part < 120; part++)
        {
            var latency = part is < 20 or >= 100 ? 900_000_000 : 1_000_000 + (part % 2 * 100);
            recorder.Add((part * 10_000_000) + 1, latency);
            recorder.Add((part * 10_000_000) + 2, latency);
        }

        var interval = recorder.Read().MeanIntervalOf(195_000_000, 1_005_000_000)!.Value;

        Assert.InRange(interval.Low, 1_000_000, 1_000_100);
        Assert.InRange(interval.High, 1_000_000, 1_000_100);
    }

    [Fact]
    public void Courses_of_two_workers_are_one_on_the_common_clock()
    {
        var (one, all) = (new LatencyCourseRecorder(), new LatencyCourseRecorder());
        one.Add(5_000_000, 7);
        one.Add(25_000_000, 9);

        all.Add(one.Read(), at => at);
        all.Add(one.Read(), at => at + 10_000_000);

        Assert.Equal([1, 1, 1, 1], all.Read().Operations);
        Assert.Equal([7, 7, 9, 9], all.Read().Nanoseconds);
    }

    /// <summary>Ten operations in each part, of a level around 10 ms that correlates 0.8 with the next.</summary>
    private static LatencyCourse WanderingOf(Random random, int parts) => new(
        10_000_000,
        [.. Enumerable.Repeat(10L, parts)],
        [.. ReferenceSamples.Autocorrelated(random, parts, 0.8).Select(level => (long)(10 * 10_000_000 * (1 + (0.1 * level))))]);

    /// <summary>60 s of exponential latencies around a level that wanders around 10 ms.</summary>
    private static LatencyCourse CourseOf(int seed, int operations, double dependence)
    {
        var random = new Random(seed);
        var recorder = new LatencyCourseRecorder();
        var (second, level) = (-1L, 0.0);
        for (var number = 0; number < operations; number++)
        {
            var at = 60 * Second * number / operations;
            for (; second < at / Second; second++)
            {
                level = (dependence * level) + (dependence == 0 ? 0 : 0.1 * (random.NextDouble() - 0.5));
            }

            recorder.Add(at, (long)(10_000_000 * (1 + level) * -Math.Log(1 - random.NextDouble())));
        }

        return recorder.Read();
    }
}
