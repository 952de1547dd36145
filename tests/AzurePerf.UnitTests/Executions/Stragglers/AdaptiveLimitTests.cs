using AzurePerf.Core.Executions;
using AzurePerf.Core.Executions.Stragglers;
using CsCheck;
using Xunit;

namespace AzurePerf.UnitTests.Executions.Stragglers;

public sealed class AdaptiveLimitTests
{
    private const int Seed = 7;

    /// <summary>84 of 100 executions take 60 s, 16 take 360 s.</summary>
    private static readonly ClassDurations Mixed = Of([.. Enumerable.Repeat(60.0, 84), .. Enumerable.Repeat(360.0, 16)]);

    private static int NotExploring { get; } =
        Enumerable.Range(0, AdaptiveLimit.ExploringOneIn).First(number => !new AdaptiveLimit(Mixed, Seed, TimeSpan.Zero, tasksWait: true).Explores(number, 1));

    [Fact]
    public void An_execution_is_stopped_once_new_ones_are_cheaper_but_not_before_1_2_medians() =>
        Limit(72, StragglerRule.Cutoff, Decide(Mixed, seconds: 72));

    [Fact]
    public void No_limit_is_shorter_than_can_be_kept() => Limit(100, StragglerRule.Cutoff, Decide(Mixed, seconds: 72, shortest: 100));

    [Fact]
    public void No_limit_is_above_four_times_the_mean_and_stopping_that_does_not_pay_has_this_one()
    {
        var alike = Of(Enumerable.Range(0, 100).Select(number => 50 + (number / 5.0)));
        var mean = (100 * 59.9) + (10 * 60);

        Limit(4 * mean / 110, StragglerRule.Cutoff, Decide(alike, seconds: 80));
    }

    [Fact]
    public void Where_stopped_orders_take_as_long_again_stopping_does_not_pay()
    {
        var large = Mixed with { Repeated = CurveOf(Enumerable.Repeat(350.0, AdaptiveLimit.RepeatedNeeded)) };
        var few = Mixed with { Repeated = CurveOf(Enumerable.Repeat(350.0, AdaptiveLimit.RepeatedNeeded - 1)) };

        Limit(4 * ((84 * 60) + (16 * 360) + (10 * 60)) / 110.0, StragglerRule.Cutoff, Decide(large, seconds: 72));
        Limit(72, StragglerRule.Cutoff, Decide(few, seconds: 72));
    }

    [Fact]
    public void Below_thirty_executions_the_rule_of_the_paper_holds()
    {
        var few = Of(Enumerable.Repeat(60.0, AdaptiveLimit.Needed - 1));
        var paper = TimeLimit.Paper(few.Seen, few.Expected, isMeasurement: false, timeouts: 1).Limit;

        Assert.Equal(new(false, StragglerRule.Paper, paper, ""), Decide(few, paper.TotalSeconds - 1, stops: 1));
        Assert.Equal((true, StragglerRule.Paper, paper), (Decide(few, paper.TotalSeconds, stops: 1).Stops, Decide(few, paper.TotalSeconds, stops: 1).Rule, Decide(few, paper.TotalSeconds, stops: 1).Limit));
    }

    [Fact]
    public void Each_stop_of_an_order_doubles_its_limit_and_after_two_it_has_the_one_of_the_paper()
    {
        Limit(144, StragglerRule.Cutoff, Decide(Mixed, seconds: 72, stops: 1));
        Assert.Equal(TimeLimit.Paper(Mixed.Seen, Mixed.Expected, isMeasurement: false, timeouts: 2).Limit, Decide(Mixed, seconds: 72, stops: 2).Limit);
        Assert.Equal(StragglerRule.Paper, Decide(Mixed, seconds: 72, stops: 2).Rule);
    }

    [Fact]
    public void Once_no_task_waits_a_stop_of_an_order_multiplies_its_limit_by_one_and_a_half()
    {
        var limit = new AdaptiveLimit(Mixed, Seed, TimeSpan.Zero, tasksWait: false);
        var decision = limit.Decide(new(0, 1, TimeSpan.FromSeconds(120), null, 1));

        Limit(108, StragglerRule.Cutoff, decision);
        Assert.EndsWith(", times 1.5 after 1 timeout", decision.Reason, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(AdaptiveLimit.Needed, 60, false, StragglerRule.Cutoff)]
    [InlineData(AdaptiveLimit.Needed - 1, 60, false, StragglerRule.Paper)]
    [InlineData(AdaptiveLimit.Needed, 350, false, StragglerRule.Paper)]
    [InlineData(AdaptiveLimit.Needed, 60, true, StragglerRule.Paper)]
    public void An_order_may_be_stopped_a_third_time_where_no_task_waits_and_stopped_orders_are_known_to_be_no_larger(
        int repeated, double seconds, bool tasksWait, StragglerRule expected)
    {
        var durations = Mixed with { Repeated = CurveOf(Enumerable.Repeat(seconds, repeated)) };

        Assert.Equal(expected, new AdaptiveLimit(durations, Seed, TimeSpan.Zero, tasksWait).Decide(new(NotExploring, 1, TimeSpan.FromSeconds(10), null, 2)).Rule);
    }

    [Fact]
    public void Progress_decides_from_three_tenths_of_the_median_on()
    {
        // 9 % in 19 s leave 192 s, more than 3 medians of 60 s; half in 100 s leaves 100 s.
        var (early, slow) = (Decide(Mixed, 17, progress: 0.05), Decide(Mixed, 19, progress: 0.09));

        Assert.Equal((false, true), (early.Stops, slow.Stops));
        Limit(180, StragglerRule.Progress, slow);
        Assert.False(Decide(Mixed, 100, progress: 0.5).Stops);
        Assert.False(Decide(Mixed, 19, progress: 0.09, stops: 1).Stops);
    }

    [Fact]
    public void An_execution_that_reports_no_progress_yet_is_judged_by_its_time() =>
        Assert.Equal((true, StragglerRule.Cutoff), (Decide(Mixed, 80, progress: 0).Stops, Decide(Mixed, 80, progress: 0).Rule));

    [Fact]
    public void One_attempt_in_twenty_explores_and_each_attempt_of_an_order_is_drawn_anew()
    {
        var limit = new AdaptiveLimit(Mixed, Seed, TimeSpan.Zero, tasksWait: true);
        var first = ExploringOf(limit, attempt: 1);

        Assert.Equal([0, 1, 2], first.Select(order => order / AdaptiveLimit.ExploringOneIn).Take(3));
        Assert.Equal(500, first.Length);
        Assert.Equal(first, ExploringOf(new(Mixed, Seed, TimeSpan.Zero, tasksWait: true), attempt: 1));
        Assert.InRange(first.Intersect(ExploringOf(limit, attempt: 2)).Count(), 5, 60);
        Assert.NotEqual(first, ExploringOf(new(Mixed, Seed + 1, TimeSpan.Zero, tasksWait: true), attempt: 1));
        Assert.Equal(StragglerRule.Explore, limit.Decide(new(first[0], 1, TimeSpan.FromSeconds(100), null, 0)).Rule);
        Assert.False(limit.Decide(new(first[0], 1, TimeSpan.FromSeconds(100), null, 0)).Stops);
    }

    [Fact]
    public void None_explores_once_no_task_of_the_bag_waits_for_a_slot()
    {
        var limit = new AdaptiveLimit(Mixed, Seed, TimeSpan.Zero, tasksWait: false);
        var decision = limit.Decide(new(ExploringOf(limit, attempt: 1)[0], 1, TimeSpan.FromSeconds(100), null, 0));

        Assert.Equal((true, StragglerRule.Cutoff), (decision.Stops, decision.Rule));
    }

    [Fact]
    public void Limits_stay_between_their_ends_whatever_was_seen() => SeededProperty.Holds(
        Gen.Select(Gen.Double[0.5, 5_000].Array[AdaptiveLimit.Needed, 80], Gen.Double[0.5, 5_000].Array[0, 80]),
        sample =>
        {
            var durations = Of(sample.Item1, sample.Item2);
            if (durations.Curve.Quantile(0.5) is not { } median)
            {
                return Decide(durations, 1).Rule == StragglerRule.Paper;
            }

            var cutoff = Decide(durations, 1).Limit;
            var longest = 4 * TimeLimit.WeightedMean(durations.Seen, durations.Expected);
            return cutoff >= 1.2 * median && cutoff <= (longest > 1.2 * median ? longest : 1.2 * median);
        });

    [Fact]
    public void An_expectation_that_cannot_be_is_refused() =>
        Assert.Throws<ArgumentOutOfRangeException>(() => new AdaptiveLimit(Mixed with { Expected = TimeSpan.Zero }, Seed, TimeSpan.Zero, tasksWait: true));

    /// <summary>Of an order that does not explore.</summary>
    private static StragglerDecision Decide(ClassDurations durations, double seconds, double? progress = null, int stops = 0, double shortest = 0)
    {
        var limit = new AdaptiveLimit(durations, Seed, TimeSpan.FromSeconds(shortest), tasksWait: true);
        return limit.Decide(new(NotExploring, 1, TimeSpan.FromSeconds(seconds), progress, stops));
    }

    private static int[] ExploringOf(AdaptiveLimit limit, int attempt) => [.. Enumerable.Range(0, 10_000).Where(order => limit.Explores(order, attempt))];

    private static ClassDurations Of(IEnumerable<double> completed, IEnumerable<double>? stopped = null)
    {
        var durations = completed.Select(TimeSpan.FromSeconds).ToArray();
        var seen = durations.Aggregate(ExecutionStatistics.Empty, (sum, duration) => sum.Plus(ExecutionStatistics.OfSuccess(duration)));
        return new(seen, SurvivalCurve.Of(seen.Sketch, DurationSketch.Of((stopped ?? []).Select(TimeSpan.FromSeconds))), CurveOf([]), TimeSpan.FromMinutes(1));
    }

    private static SurvivalCurve CurveOf(IEnumerable<double> completed) => SurvivalCurve.Of(DurationSketch.Of(completed.Select(TimeSpan.FromSeconds)), DurationSketch.Empty);

    private static void Limit(double seconds, StragglerRule rule, StragglerDecision decision)
    {
        Assert.Equal(rule, decision.Rule);
        Assert.InRange(decision.Limit.TotalSeconds / seconds, 1 - 0.0225, 1 + 0.0225);
    }
}
