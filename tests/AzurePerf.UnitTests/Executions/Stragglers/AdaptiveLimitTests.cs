using AzurePerf.Core.Executions;
using AzurePerf.Core.Executions.Stragglers;
using CsCheck;
using Xunit;

namespace AzurePerf.UnitTests.Executions.Stragglers;

public sealed class AdaptiveLimitTests
{
    private const int Seed = 7;

    private static readonly StageLoad Busy = new(Backlog: 50, IdleSlots: 0);
    private static readonly StageLoad Tail = new(Backlog: 0, IdleSlots: 3);

    /// <summary>84 of 100 executions take 60 s, 16 take 360 s.</summary>
    private static readonly ClassDurations Mixed = Of([.. Enumerable.Repeat(60.0, 84), .. Enumerable.Repeat(360.0, 16)]);

    [Fact]
    public void With_a_backlog_an_execution_is_stopped_once_new_ones_are_cheaper_but_not_before_1_2_medians() =>
        Limit(72, StragglerRule.Cutoff, Decide(Mixed, Busy, seconds: 72));

    [Fact]
    public void No_limit_is_shorter_than_can_be_kept()
    {
        Limit(100, StragglerRule.Cutoff, Decide(Mixed, Busy, seconds: 72, shortest: 100));
        Limit(100, StragglerRule.Tail, Decide(Mixed, Tail, seconds: 72, shortest: 100));
    }

    [Fact]
    public void With_a_backlog_no_limit_is_above_four_times_the_mean_and_stopping_that_does_not_pay_has_this_one()
    {
        var alike = Of(Enumerable.Range(0, 100).Select(number => 50 + (number / 5.0)));
        var mean = (100 * 59.9) + (10 * 60);

        Limit(4 * mean / 110, StragglerRule.Cutoff, Decide(alike, Busy, seconds: 80));
    }

    [Fact]
    public void Where_stopped_orders_take_as_long_again_stopping_does_not_pay()
    {
        var large = Mixed with { Repeated = CurveOf(Enumerable.Repeat(350.0, AdaptiveLimit.RepeatedNeeded)) };
        var few = Mixed with { Repeated = CurveOf(Enumerable.Repeat(350.0, AdaptiveLimit.RepeatedNeeded - 1)) };

        Limit(4 * ((84 * 60) + (16 * 360) + (10 * 60)) / 110.0, StragglerRule.Cutoff, Decide(large, Busy, seconds: 72));
        Limit(72, StragglerRule.Cutoff, Decide(few, Busy, seconds: 72));
    }

    [Fact]
    public void Below_thirty_executions_the_rule_of_the_paper_holds()
    {
        var few = Of(Enumerable.Repeat(60.0, AdaptiveLimit.Needed - 1));
        var paper = TimeLimit.Paper(few.Seen, few.Expected, isMeasurement: false, timeouts: 1).Limit;

        Assert.Equal(new(StragglerAction.GoOn, StragglerRule.Paper, paper), Decide(few, Busy, paper.TotalSeconds - 1, stops: 1));
        Assert.Equal(new(StragglerAction.Stop, StragglerRule.Paper, paper), Decide(few, Busy, paper.TotalSeconds, stops: 1));
    }

    [Fact]
    public void Each_stop_of_an_order_doubles_its_limit_and_after_two_it_has_the_one_of_the_paper()
    {
        Limit(144, StragglerRule.Cutoff, Decide(Mixed, Busy, seconds: 72, stops: 1));
        Assert.Equal(TimeLimit.Paper(Mixed.Seen, Mixed.Expected, isMeasurement: false, timeouts: 2).Limit, Decide(Mixed, Busy, seconds: 72, stops: 2).Limit);
        Assert.Equal(StragglerRule.Paper, Decide(Mixed, Busy, seconds: 72, stops: 2).Rule);
    }

    [Fact]
    public void Without_a_backlog_nothing_is_ever_stopped() => SeededProperty.Holds(
        Gen.Select(Gen.Double[0, 100_000], Gen.Double[0, 1], Gen.Bool, Gen.Int[0, 5], Gen.Int[1, 3], Gen.Int[0, 40]),
        choice =>
        {
            var (seconds, progress, reports, stops, live, ended) = choice;
            var durations = Of(Enumerable.Repeat(60.0, ended));
            return Decide(durations, new(0, live), seconds, reports ? progress : null, stops, live).Action != StragglerAction.Stop;
        });

    [Fact]
    public void Idle_slots_take_a_copy_after_1_3_to_2_medians_and_a_third_execution_after_twice_that()
    {
        var once = Decide(Mixed, Tail, seconds: 1_000);
        var twice = Decide(Mixed, Tail, seconds: 1_000, live: 2);

        Limit(78, StragglerRule.Tail, once);
        Limit(156, StragglerRule.Tail, twice);
        Assert.Equal((StragglerAction.Copy, StragglerAction.Copy), (once.Action, twice.Action));
        Assert.Equal(StragglerAction.GoOn, Decide(Mixed, Tail, seconds: 77).Action);
        Assert.Equal(StragglerAction.GoOn, Decide(Mixed, Tail, seconds: 1_000, live: AdaptiveLimit.MostLive).Action);
        Assert.Equal(StragglerAction.GoOn, Decide(Mixed, new(0, 0), seconds: 1_000).Action);
    }

    [Fact]
    public void Progress_decides_from_three_tenths_of_the_median_on()
    {
        // 9 % in 19 s leave 192 s, more than 3 medians of 60 s; half in 100 s leaves 100 s, more than 1.5.
        var (early, slow) = (Decide(Mixed, Busy, 17, progress: 0.05), Decide(Mixed, Busy, 19, progress: 0.09));

        Assert.Equal((StragglerAction.GoOn, StragglerAction.Stop), (early.Action, slow.Action));
        Limit(180, StragglerRule.Progress, slow);
        Assert.Equal(StragglerAction.GoOn, Decide(Mixed, Busy, 100, progress: 0.5).Action);
        Assert.Equal(StragglerAction.GoOn, Decide(Mixed, Busy, 19, progress: 0.09, stops: 1).Action);
        Limit(90, StragglerRule.Progress, Decide(Mixed, Tail, 100, progress: 0.5));
        Assert.Equal(StragglerAction.Copy, Decide(Mixed, Tail, 100, progress: 0.5).Action);
        Assert.Equal(StragglerAction.GoOn, Decide(Mixed, Tail, 80, progress: 0.5).Action);
    }

    [Fact]
    public void An_execution_that_reports_no_progress_yet_is_judged_by_its_time() =>
        Assert.Equal((StragglerRule.Cutoff, StragglerAction.Stop), (Decide(Mixed, Busy, 80, progress: 0).Rule, Decide(Mixed, Busy, 80, progress: 0).Action));

    [Fact]
    public void One_attempt_in_twenty_explores_and_each_attempt_of_an_order_is_drawn_anew()
    {
        var limit = new AdaptiveLimit(Mixed, Seed, TimeSpan.Zero);
        var first = ExploringOf(limit, attempt: 1);

        Assert.Equal([0, 1, 2], first.Select(order => order / AdaptiveLimit.ExploringOneIn).Take(3));
        Assert.Equal(500, first.Length);
        Assert.Equal(first, ExploringOf(new(Mixed, Seed, TimeSpan.Zero), attempt: 1));
        Assert.InRange(first.Intersect(ExploringOf(limit, attempt: 2)).Count(), 5, 60);
        Assert.NotEqual(first, ExploringOf(new(Mixed, Seed + 1, TimeSpan.Zero), attempt: 1));
        Assert.Equal(StragglerRule.Explore, limit.Decide(new(first[0], 1, TimeSpan.FromSeconds(100), null, 1, 0), Busy).Rule);
        Assert.Equal(StragglerAction.GoOn, limit.Decide(new(first[0], 1, TimeSpan.FromSeconds(100), null, 1, 0), Busy).Action);
    }

    [Fact]
    public void Limits_stay_between_their_ends_whatever_was_seen() => SeededProperty.Holds(
        Gen.Select(Gen.Double[0.5, 5_000].Array[AdaptiveLimit.Needed, 80], Gen.Double[0.5, 5_000].Array[0, 80]),
        sample =>
        {
            var durations = Of(sample.Item1, sample.Item2);
            if (durations.Curve.Quantile(0.5) is not { } median)
            {
                return Decide(durations, Busy, 1).Rule == StragglerRule.Paper && Decide(durations, Tail, 1).Rule == StragglerRule.Paper;
            }

            var (cutoff, tail) = (Decide(durations, Busy, 1).Limit, Decide(durations, Tail, 1).Limit);
            var longest = 4 * TimeLimit.WeightedMean(durations.Seen, durations.Expected);
            return cutoff >= 1.2 * median && cutoff <= (longest > 1.2 * median ? longest : 1.2 * median) && tail >= 1.3 * median && tail <= 2 * median;
        });

    [Fact]
    public void An_expectation_that_cannot_be_is_refused() =>
        Assert.Throws<ArgumentOutOfRangeException>(() => new AdaptiveLimit(Mixed with { Expected = TimeSpan.Zero }, Seed, TimeSpan.Zero));

    /// <summary>Of an order that does not explore.</summary>
    private static StragglerDecision Decide(ClassDurations durations, StageLoad load, double seconds, double? progress = null, int stops = 0, int live = 1, double shortest = 0)
    {
        var limit = new AdaptiveLimit(durations, Seed, TimeSpan.FromSeconds(shortest));
        var order = Enumerable.Range(0, AdaptiveLimit.ExploringOneIn).First(number => !limit.Explores(number, 1));
        return limit.Decide(new(order, 1, TimeSpan.FromSeconds(seconds), progress, live, stops), load);
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
