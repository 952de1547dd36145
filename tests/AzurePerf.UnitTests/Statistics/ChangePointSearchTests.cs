using AzurePerf.Core.Charts.Timeline;
using AzurePerf.Core.Statistics;
using Xunit;

namespace AzurePerf.UnitTests.Statistics;

public sealed class ChangePointSearchTests
{
    /// <summary>As the references search.</summary>
    private static readonly ChangePointRule Reference = new() { Independent = true };

    private static readonly ChangePointRule Usual = new();

    private static readonly double[] Levels =
    [
        100.8, 97.9, 98.3, 90.2, 107.2, 104.6, 98.7, 103.1, 101.1, 97.8, 103.9, 98.8, 98.7, 96.8, 101.8, 99.6, 102.2, 97.6, 100.5, 96.4, 103.4, 100.8, 101.3,
        101.6, 96.0, 103.1, 108.2, 93.4, 93.1, 94.0, 103.4, 100.5, 104.3, 102.9, 100.8, 101.1, 99.3, 103.5, 89.5, 92.3, 95.0, 101.2, 90.9, 89.7, 91.7, 97.9,
        93.1, 99.3, 86.5, 98.5, 98.1, 88.3, 94.6, 98.9, 94.4, 98.0, 103.5, 95.1, 92.9, 90.9, 96.6, 93.2, 93.3, 93.6, 96.6, 89.7, 87.9, 84.3, 108.8, 104.3,
        110.0, 104.0, 101.0, 105.9, 103.7, 99.0, 100.5, 111.1, 105.4, 105.7, 102.9, 101.2, 107.6, 103.6, 101.0, 103.5, 100.4, 104.8, 108.5, 100.7, 109.7,
        101.3, 104.6, 100.7, 103.1, 104.2, 102.3, 101.2, 101.3, 100.7, 97.7, 102.9, 105.6, 107.6, 106.6, 113.8, 105.3, 102.2, 111.5, 99.8, 107.9, 100.2,
        105.4, 96.1, 107.6,
    ];

    // Python: the same steps written from the papers with numpy and scipy.stats.ttest_ind, every divergence by its definition
    [Fact]
    public void Its_changes_are_those_of_a_plain_search_in_Python()
    {
        var changes = ChangePointSearch.Find(Levels, Reference);

        // The third candidate, 65, falls in the second pass.
        Assert.Equal([38, 68], changes.Select(change => change.Index));
        Assert.Equal(3.0837060715564056e-08, changes[0].Probability, 1e-18);
        Assert.Equal(7.920853592340567e-17, changes[1].Probability, 1e-26);
        Assert.Equal(100.17631578947369, changes[0].MeanBefore, 1e-10);
        Assert.Equal(104.10425531914893, changes[1].MeanAfter, 1e-10);
    }

    // Python: as above; with divergences up to the end of the window only, the same search finds nothing
    [Fact]
    public void A_change_is_found_although_the_level_returns_behind_it()
    {
        double[] bump =
        [
            18, 20, 21, 17, 17, 18, 22, 22, 21, 21, 19, 18, 27, 28, 26, 22,
            27, 26, 18, 22, 23, 22, 20, 19, 21, 17, 22, 22, 20, 22, 19, 22,
        ];

        Assert.Equal([12, 18], ChangePointSearch.Find(bump, Reference).Select(change => change.Index));
    }

    /// <summary>How the bins of a point, and how the series of a chart are searched.</summary>
    private static ChangePointRule RuleOf(string place) => place == "point" ? SteadyState.RuleFor(120) : SeriesChart.Rule;

    [Theory]
    [InlineData("point")]
    [InlineData("chart")]
    public void A_step_at_70_of_100_of_a_30_s_window_is_found_within_3_bins_for_95_of_100_seeds(string place)
    {
        // 1,000 operations a second, 120 bins of 250 ms, a fifth more or less from bin 84 on.
        var seeds = Night.Size(usually: 100, atNight: 200);
        Assert.InRange(FoundFor(0.8), 0.95 * seeds, seeds);
        Assert.InRange(FoundFor(1.2), 0.95 * seeds, seeds);

        int FoundFor(double step) => Enumerable.Range(1, seeds).Count(seed =>
            ChangePointSearch.Find(ReferenceSamples.Counts(new Random(seed), 120, bin => bin < 84 ? 250 : 250 * step), RuleOf(place))
                .Any(change => Math.Abs(change.Index - 84) <= 3));
    }

    [Theory]
    [InlineData("point")]
    [InlineData("chart")]
    public void Noise_alone_shows_a_change_in_few_series(string place)
    {
        var seeds = Night.Size(usually: 250, atNight: 500);
        Assert.InRange(
            Enumerable.Range(1, seeds).Count(seed => ChangePointSearch.Find(ReferenceSamples.Counts(new Random(seed), 120, _ => 250), RuleOf(place)).Count > 0), 0, 0.08 * seeds);
    }

    [Fact]
    public void A_change_that_is_too_small_is_dropped_and_what_is_left_is_measured_anew()
    {
        // 6.7 % at 38 and 10.9 % at 68; without the first the second is 6.9 %.
        Assert.Equal([68], ChangePointSearch.Find(Levels, new() { Independent = true, MinimumMagnitude = 0.068 }).Select(change => change.Index));
        Assert.Empty(ChangePointSearch.Find(Levels, new() { Independent = true, MinimumMagnitude = 0.08 }));
    }

    [Fact]
    public void A_segment_shorter_than_asked_for_is_no_segment()
    {
        double[] series = [.. Enumerable.Repeat(10.0, 40), .. Enumerable.Repeat(20.0, 8), .. Enumerable.Repeat(10.0, 40)];

        Assert.Equal([40, 48], ChangePointSearch.Find(series, Usual).Select(change => change.Index));
        int[] bounds = [0, .. ChangePointSearch.Find(series, new() { MinimumSegment = 12 }).Select(change => change.Index), series.Length];
        Assert.All(bounds.Zip(bounds.Skip(1)), segment => Assert.True(segment.Second - segment.First >= 12));
    }

    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    [InlineData(2)]
    public void A_series_too_short_to_change_does_not(int count) =>
        Assert.Empty(ChangePointSearch.Find([.. Enumerable.Range(0, count).Select(value => (double)value)], Usual));

    [Fact]
    public void A_step_without_noise_is_found_exactly_also_from_and_to_nothing()
    {
        var change = Assert.Single(ChangePointSearch.Find([0, 0, 0, 0, 5, 5, 5, 5, 5], Usual));

        Assert.Equal(4, change.Index);
        Assert.Equal(double.PositiveInfinity, change.Magnitude);
    }

    [Fact]
    public void Level_and_unit_do_not_matter() => SeededProperty.Holds(
        SampleGenerators.Values(3, 80),
        series => ChangePointSearch.Find(series, Usual).Select(change => change.Index)
            .SequenceEqual(ChangePointSearch.Find([.. series.Select(value => (8 * value) - 64)], Usual).Select(change => change.Index)));

    [Fact]
    public void A_rule_with_impossible_numbers_is_refused()
    {
        Assert.Throws<ArgumentOutOfRangeException>(() => ChangePointSearch.Find([1, 2], new() { Window = 1 }));
        Assert.Throws<ArgumentOutOfRangeException>(() => ChangePointSearch.Find([1, 2], new() { MinimumSegment = 0 }));
    }

    [Theory]
    [InlineData(1)]
    [InlineData(2)]
    public void A_few_long_values_before_a_lasting_rise_by_factors_turn_neither_its_direction_nor_its_size(int longOnes)
    {
        var noise = new Random(3);
        double[] values = [.. Enumerable.Range(0, 80).Select(run => (run < 40 ? 20 : 45) * (0.97 + (0.06 * noise.NextDouble())))];
        for (var run = 0; run < longOnes; run++)
        {
            values[10 + (run * 15)] = 1_000;
        }

        var change = Assert.Single(ChangePointSearch.Find(values, new() { MinimumSegment = 3, MinimumMagnitude = 0.05, ByFactors = true }));

        Assert.Equal(40, change.Index);
        Assert.InRange(change.MeanAfter / change.MeanBefore, 1.7, 2.3);
    }
}
