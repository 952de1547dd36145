using AzurePerf.Core.Executions;
using AzurePerf.Core.Executions.Stragglers;
using CsCheck;
using Xunit;

namespace AzurePerf.UnitTests.Executions.Stragglers;

public sealed class SurvivalCurveTests
{
    private const double BinWidth = 0.0221;

    /// <summary>Seconds of completed and of censored executions.</summary>
    private static readonly Gen<(double[] Completed, double[] Censored)> Samples = Gen.Select(Gen.Double[0.001, 10_000].Array[0, 60], Gen.Double[0.001, 10_000].Array[0, 60]);

    [Fact]
    public void The_example_that_can_be_done_by_hand()
    {
        // At risk: 10, 9, 8, then 6 after one was stopped at 3, then 4 after one was stopped at 5.
        var curve = CurveOf([1, 2, 4, 6, 10], [3, 5, 7, 8, 20]);

        Assert.Equal(1, curve.Survival(TimeSpan.FromSeconds(0.9)), 12);
        Assert.Equal(9 / 10.0, curve.Survival(TimeSpan.FromSeconds(1.1)), 12);
        Assert.Equal(8 / 10.0, curve.Survival(TimeSpan.FromSeconds(3.5)), 12);
        Assert.Equal(8 / 10.0 * 6 / 7, curve.Survival(TimeSpan.FromSeconds(5)), 12);
        Assert.Equal(8 / 10.0 * 6 / 7 * 4 / 5, curve.Survival(TimeSpan.FromSeconds(9)), 12);
        Assert.Equal(8 / 10.0 * 6 / 7 * 4 / 5 * 1 / 2, curve.Survival(TimeSpan.FromSeconds(100)), 12);
        Assert.Equal(5, curve.Completed);
        Near(2, curve.Quantile(0.2));
        Near(10, curve.Quantile(0.7));
        Assert.Null(curve.Quantile(0.75));
    }

    [Fact]
    public void With_a_fast_and_a_slow_kind_the_cutoff_is_where_the_fast_ones_have_ended_and_a_result_costs_what_the_formula_says()
    {
        var curve = CurveOf([.. Enumerable.Repeat(1.0, 84), .. Enumerable.Repeat(6.0, 16)], []);

        Near(1, curve.Cutoff);
        Near((0.84 + (0.16 * 1)) / 0.84, curve.Cost);
        // Sixteen went on for 5 s each, and sixteen ended.
        Assert.Equal(16 * 5 / 18.0, curve.Rest.TotalSeconds, 0.2);
    }

    [Fact]
    public void Durations_that_hardly_differ_have_no_rest_after_their_cutoff()
    {
        var curve = CurveOf(Enumerable.Range(0, 100).Select(number => 1 + (number / 100.0)), []);

        Near(2, curve.Cutoff);
        Assert.Equal(TimeSpan.Zero, curve.Rest);
    }

    [Fact]
    public void Before_any_execution_ended_by_itself_nothing_is_known()
    {
        var curve = CurveOf([], [1, 2, 3]);

        Assert.Equal((0, null, null, null, TimeSpan.Zero), (curve.Completed, curve.Quantile(0.01), curve.Cutoff, curve.Cost, curve.Rest));
        Assert.Equal(1, curve.Survival(TimeSpan.FromDays(1)));
    }

    [Fact]
    public void A_stopped_execution_is_never_an_end_and_makes_no_duration_less_likely_to_be_exceeded() => SeededProperty.Holds(Samples, sample =>
    {
        var (without, with) = (CurveOf(sample.Completed, []), CurveOf(sample.Completed, sample.Censored));
        return with.Completed == sample.Completed.Length
            && sample.Completed.Concat(sample.Censored).All(seconds => with.Survival(TimeSpan.FromSeconds(seconds)) >= without.Survival(TimeSpan.FromSeconds(seconds)) - 1e-9);
    });

    [Fact]
    public void The_curve_falls_from_one_to_no_less_than_zero_and_quantiles_rise() => SeededProperty.Holds(Samples, sample =>
    {
        var curve = CurveOf(sample.Completed, sample.Censored);
        var shares = sample.Completed.Concat(sample.Censored).Order().Select(seconds => curve.Survival(TimeSpan.FromSeconds(seconds))).ToArray();
        var quantiles = Enumerable.Range(1, 100).Select(percent => curve.Quantile(percent / 100.0) ?? TimeSpan.MaxValue).ToArray();
        return shares.All(share => share is >= 0 and <= 1) && shares.SequenceEqual(shares.OrderDescending()) && quantiles.SequenceEqual(quantiles.Order());
    });

    [Fact]
    public void Without_stopped_executions_the_quantiles_are_those_of_the_durations() => SeededProperty.Holds(Gen.Double[0.001, 10_000].Array[1, 60], completed =>
    {
        var (curve, sorted) = (CurveOf(completed, []), completed.Order().ToArray());
        return Enumerable.Range(1, sorted.Length).All(rank => Math.Abs((curve.Quantile((double)rank / sorted.Length)!.Value.TotalSeconds / sorted[rank - 1]) - 1) <= BinWidth + 0.001);
    });

    [Fact]
    public void Merging_parts_in_any_order_gives_the_curve_of_all() => SeededProperty.Holds(Gen.Select(Samples, Samples), pair =>
    {
        var (first, second) = pair;
        var all = CurveOf(first.Completed.Concat(second.Completed), first.Censored.Concat(second.Censored));
        return TextOf(all) == TextOf(Merged(first, second)) && TextOf(all) == TextOf(Merged(second, first));
    });

    [Fact]
    public void A_million_executions_take_no_more_room_than_there_are_bins()
    {
        var random = new Random(1);
        var sketch = DurationSketch.Of(Enumerable.Range(0, 1_000_000).Select(_ => TimeSpan.FromSeconds(Math.Exp(random.NextDouble() * 20))));

        Assert.Equal(1_000_000, sketch.Count);
        Assert.InRange(sketch.Bins.Count, 1, DurationSketch.LastBin + 1);
    }

    [Fact]
    public void The_sketch_of_several_durations_is_that_of_each_merged() => SeededProperty.Holds(Gen.Double[0, 10_000].Array[0, 60], seconds =>
    {
        var durations = seconds.Select(TimeSpan.FromSeconds).ToArray();
        return DurationSketch.Of(durations).Bins.SequenceEqual(durations.Aggregate(DurationSketch.Empty, (sum, duration) => sum.Plus(DurationSketch.Of(duration))).Bins);
    });

    private static SurvivalCurve CurveOf(IEnumerable<double> completed, IEnumerable<double> censored) =>
        SurvivalCurve.Of(DurationSketch.Of(completed.Select(TimeSpan.FromSeconds)), DurationSketch.Of(censored.Select(TimeSpan.FromSeconds)));

    private static SurvivalCurve Merged((double[] Completed, double[] Censored) first, (double[] Completed, double[] Censored) second) =>
        SurvivalCurve.Of(SketchOf(first.Completed).Plus(SketchOf(second.Completed)), SketchOf(first.Censored).Plus(SketchOf(second.Censored)));

    private static DurationSketch SketchOf(double[] seconds) => DurationSketch.Of(seconds.Select(TimeSpan.FromSeconds));

    private static string TextOf(SurvivalCurve curve) => FormattableString.Invariant(
        $"{curve.Completed} {curve.Cutoff} {curve.Cost} {curve.Rest.TotalSeconds:0.000000} {string.Join(' ', Enumerable.Range(1, 20).Select(share => curve.Quantile(share / 20.0)))}");

    private static void Near(double seconds, TimeSpan? actual) => Assert.InRange(actual!.Value.TotalSeconds / seconds, 1 - 0.045, 1 + 0.045);
}
