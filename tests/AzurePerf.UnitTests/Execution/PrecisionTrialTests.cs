using AzurePerf.Core.Measurements;
using AzurePerf.Core.Statistics;
using AzurePerf.UnitTests.Statistics;
using AzurePerf.Worker.Execution;
using Xunit;

namespace AzurePerf.UnitTests.Execution;

/// <summary>What is promised of points that stop when their median is known.</summary>
public sealed class PrecisionTrialTests(ITestOutputHelper output)
{
    [Theory]
    [InlineData(0, 4)]
    [InlineData(0.5, 4)]
    [InlineData(0.8, 4)]
    [InlineData(0.8, 3)]
    public void What_was_asked_for_is_missed_in_few_of_the_points_that_stopped(double lag1, double targetPercent)
    {
        var missed = Trials.Share(200, random =>
        {
            var blocks = BlocksUntilKnown(random, lag1, targetPercent);
            return Math.Abs(MedianOf(blocks) - 1) * 100 > targetPercent;
        });

        output.WriteLine($"lag-1 {lag1}, {targetPercent} %: missed in {missed:P1}");
        Assert.InRange(missed, 0, Trials.Bound(0.05, 0.09));
    }

    [Theory]
    [InlineData(4)]
    [InlineData(2.5)]
    public void On_independent_seconds_it_takes_at_most_half_as_many_again_as_looking_at_each_without_correction(double targetPercent)
    {
        var (taken, uncorrected) = (0, 0);
        for (var trial = 1; trial <= Trials.Count(200); trial++)
        {
            taken += BlocksUntilKnown(Trials.RandomOf(trial), 0, targetPercent).Length;
            uncorrected += UncorrectedBlocks(Trials.RandomOf(trial), targetPercent);
        }

        output.WriteLine($"{targetPercent} %: {(double)taken / uncorrected:0.00} times as many");
        Assert.InRange((double)taken / uncorrected, 1, 1.5);
    }

    /// <summary>The medians of the seconds that a point took until its precision was reached; their truth is 1, their deviation 5 %.</summary>
    private static double[] BlocksUntilKnown(Random random, double lag1, double targetPercent)
    {
        var over = false;
        var watch = new PrecisionStop(targetPercent, () => over = true);
        var blocks = Blocks(random, lag1);
        var (second, latencies) = (0, new LatencyHistogram());
        for (; !over; second++)
        {
            latencies.Reset();
            for (var operation = 0; operation < 6; operation++)
            {
                latencies.Record((long)(1e9 * blocks[second]));
            }

            watch.Add(latencies);
        }

        return blocks[..second];
    }

    /// <summary>How many it takes when every look is taken as the only one, and the seconds as independent as they seem.</summary>
    private static int UncorrectedBlocks(Random random, double targetPercent)
    {
        var blocks = Blocks(random, lag1: 0);
        for (var count = 6; ; count++)
        {
            double[] sorted = [.. blocks[..count].Order()];
            var effective = (long)Autocorrelation.Of(blocks[..count]).EffectiveSamples;
            if (QuantileInterval.For(effective, 0.5) is { } interval)
            {
                var (leftOut, median) = ((int)((interval.LowerRank - 1) * count / effective), MedianOf(sorted));
                if (Math.Max(median - sorted[leftOut], sorted[^(leftOut + 1)] - median) / median * 100 <= targetPercent)
                {
                    return count;
                }
            }
        }
    }

    private static double[] Blocks(Random random, double lag1) => [.. ReferenceSamples.Autocorrelated(random, 5_000, lag1).Select(value => 1 + (0.05 * value))];

    private static double MedianOf(double[] values)
    {
        double[] sorted = [.. values.Order()];
        return (sorted[(sorted.Length - 1) / 2] + sorted[sorted.Length / 2]) / 2;
    }
}
