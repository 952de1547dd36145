using AzurePerf.Core.Api;
using AzurePerf.Core.Comparisons;
using AzurePerf.Core.Texts;
using AzurePerf.UnitTests.Comparisons;
using AzurePerf.UnitTests.Statistics;
using Xunit;

namespace AzurePerf.UnitTests.Reports;

public sealed class NoiseFloorTextTests
{
    private static readonly double[] Quiet = ReferenceSamples.LogNormal(new Random(1), 20, 100, 0.01);
    private static readonly double[] Noisy = ReferenceSamples.LogNormal(new Random(2), 20, 100, 0.25);

    [Theory]
    [InlineData(0, "12 repetitions that count, 12 more than there are")]
    [InlineData(11, "12 repetitions that count, 1 more than there are")]
    [InlineData(12, "values that are all positive")]
    public void What_gives_a_floor_is_said(int repetitions, string words) => Assert.Equal(words, NoiseFloorText.Needs(repetitions));

    [Fact]
    public void Each_side_has_its_own_floor_or_says_what_would_give_one()
    {
        var point = Assert.Single(Compare(Quiet, ComparedPoints.Hundred).Points);

        Assert.Equal((SplitHalfNoise.FloorOf(Quiet), ""), (point.Baseline.NoiseFloor, point.Baseline.NoiseFloorNeeds));
        Assert.Equal((null, "12 repetitions that count, 2 more than there are"), (point.Candidate.NoiseFloor, point.Candidate.NoiseFloorNeeds));
        Assert.Equal("no noise floor for 1 of the 2 medians: it takes 12 repetitions that count, and one has 10", NoiseFloorText.Missing([point]));
        Assert.Equal("-", NoiseFloorText.Of(point.Candidate));
        Assert.Null(NoiseFloorText.Missing(Compare(Quiet, Quiet).Points));
    }

    [Fact]
    public void A_margin_below_the_noise_of_the_baseline_is_warned_of()
    {
        var floor = NumberFormat.Percent(SplitHalfNoise.FloorOf(Noisy)!.Value);

        Assert.Equal(
            [$"the margin of 5.00 % is below the noise floor of the baseline in 1 of 1 configuration, up to {floor}: halves of its own repetitions can differ by more than the margin"],
            CautionsOf(Compare(Noisy, Quiet)));
        Assert.Empty(CautionsOf(Compare(Quiet, Noisy)));
        Assert.Empty(CautionsOf(Compare(Noisy, Quiet, margin: 0.5)));
    }

    [Fact]
    public void A_change_within_the_noise_of_a_side_is_warned_of()
    {
        // Halves have half of the repetitions: what two whole runs can just be told apart by is still within what halves of one differ by.
        var first = Enumerable.Range(0, 20).Select(index => 100 * Math.Exp(0.01 * ((index % 2 == 0 ? index / 2 : 19 - (index / 2)) - 9.5))).ToArray();
        var comparison = Compare(first, [.. first.Select(value => value * 1.047)], margin: 0);
        var point = Assert.Single(comparison.Points);

        Assert.Equal(ComparisonVerdict.Improved, point.Verdict);
        Assert.True(NoiseFloorText.IsWithin(point));
        Assert.Contains("1 of 1 change is within the noise floor: halves of one run's own repetitions can differ as much, so measure again before you believe it", comparison.Cautions);
        Assert.False(NoiseFloorText.IsWithin(Assert.Single(Compare(first, [.. first.Select(value => value * 1.3)], margin: 0).Points)));
        Assert.False(NoiseFloorText.IsWithin(Assert.Single(Compare(first, first, margin: 0).Points)));
    }

    private static ComparisonResponse Compare(double[] baseline, double[] candidate, double margin = 0.05) =>
        ComparedRuns.Compare(ComparedRuns.Of((1, baseline)), ComparedRuns.Of((1, candidate)), new() { Margin = margin });

    private static string[] CautionsOf(ComparisonResponse comparison) => [.. comparison.Cautions.Except([ComparisonCaution.OrderUnknown])];
}
