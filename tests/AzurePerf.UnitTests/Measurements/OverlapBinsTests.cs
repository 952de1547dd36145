using AzurePerf.Core.Measurements;
using AzurePerf.UnitTests.Statistics;
using Xunit;
using static AzurePerf.UnitTests.Measurements.ClientMeasurements;

namespace AzurePerf.UnitTests.Measurements;

public sealed class OverlapBinsTests
{
    private const long Milliseconds = 1_000_000;

    [Fact]
    public void The_interval_of_a_rate_contains_it_and_is_as_narrow_as_the_bins_say()
    {
        var random = new Random(1);
        var interval = Of(30_000, _ => random.Next(2) == 0 ? 4 : 6)!.RateInterval()!.Value;

        // 5 operations per 5 ms; 120 bins of 250 ms with a standard deviation of sqrt(50) around 250 operations.
        Assert.InRange(1_000, interval.Low, interval.High);
        Assert.InRange(interval.HalfWidth, 3, 8);
    }

    [Fact]
    public void A_rate_that_wanders_is_known_less_well_than_one_that_jumps_as_far()
    {
        var (random, level) = (new Random(1), 0.0);
        double[] wandering = [.. Enumerable.Range(0, 120).Select(_ => level = (0.8 * level) + random.NextDouble() - 0.5)];
        double[] jumping = [.. wandering];
        random.Shuffle(jumping);

        Assert.True(HalfWidth(wandering) > 1.5 * HalfWidth(jumping), $"{HalfWidth(wandering)} against {HalfWidth(jumping)}");

        // 50 bins of 5 ms make one of 250 ms.
        static double HalfWidth(double[] levels) => Of(30_000, bin => (long)(100 + (20 * levels[bin / 50])))!.RateInterval()!.Value.HalfWidth;
    }

    [Fact]
    public void A_window_too_short_for_a_course_has_no_interval()
    {
        Assert.Null(Of(3_000, _ => 5)!.RateInterval());
        Assert.Null(Of(30_000, _ => 0));
    }

    private static OverlapBins? Of(int milliseconds, Func<int, long> operations) => OverlapBins.Of(
        new(5 * Milliseconds, [.. Enumerable.Range(0, milliseconds / 5).Select(operations)]), ClientSpans.Of([Client(0, 0, milliseconds)]));
}
