using System.Text.Json.Nodes;
using AzurePerf.Core.Comparisons;
using AzurePerf.Core.Criteria;
using AzurePerf.Core.Measurements;
using AzurePerf.Core.Measurements.Arrivals;
using AzurePerf.Core.Runs;
using AzurePerf.UnitTests.Comparisons;
using AzurePerf.UnitTests.TaskManager;
using Xunit;

namespace AzurePerf.UnitTests.Criteria;

public sealed class CriteriaJudgeTests
{
    private static readonly double[] Below = [41, 43, 42, 44, 40, 45, 43, 42, 41, 44];
    private static readonly double[] Above = [61, 63, 62, 64, 60, 65, 63, 62, 61, 64];
    private static readonly double[] Around = [41, 63, 52, 44, 50, 65, 43, 52, 41, 64];

    [Fact]
    public void A_run_without_criteria_and_one_that_goes_on_have_no_verdict()
    {
        Assert.Null(CriteriaJudge.Of(CriteriaRuns.Of([], (1, Below)).Results(), RunStatus.Completed));
        Assert.Null(CriteriaJudge.Of(CriteriaRuns.Of(CriteriaRuns.P95, (1, Above)).Results(), RunStatus.Running));
    }

    [Fact]
    public void A_limit_is_met_where_the_whole_interval_keeps_it()
    {
        var report = CriteriaRuns.Of(CriteriaRuns.P95, (1, Below), (4, Below)).Judge();

        Assert.Equal((CriteriaVerdict.Met, "Met: p95 at most 50 ms at all 2 configurations."), (report.Verdict, report.Sentence));
        Assert.Equal((42.5e6, 41e6, 44e6, "ns", 10, ""), (report.Results[0].Value, report.Results[0].Low, report.Results[0].High, report.Results[0].Unit, report.Results[0].Repetitions, report.Results[0].Reason));
    }

    [Fact]
    public void A_limit_is_missed_where_the_whole_interval_is_beyond_it_and_the_farthest_is_named()
    {
        var report = CriteriaRuns.Of(["p95>50ms", "errors>90%"], (1, Below), (4, [.. Above.Select(value => value - 5)]), (16, Above)).Judge();

        Assert.Equal((CriteriaVerdict.Missed, "Missed: p95 > 50 ms at 16 clients (62.5 ms, 95 % CI 61.0 to 64.0 ms); 1 more."), (report.Verdict, report.Sentence));
        Assert.Equal(["met", "missed", "missed", "met", "met", "met"], report.Results.Select(result => CriteriaText.Of(result.Verdict)));
    }

    [Fact]
    public void A_limit_inside_the_interval_cannot_be_told()
    {
        var report = CriteriaRuns.Of(CriteriaRuns.P95, (1, Below), (4, Around)).Judge();

        Assert.Equal(
            (CriteriaVerdict.Undecided, "Cannot tell: p95 > 50 ms at 4 clients (51.0 ms, 95 % CI 41.0 to 64.0 ms): the limit lies in the interval, more repetitions make it narrower."),
            (report.Verdict, report.Sentence));
    }

    [Fact]
    public void An_end_of_the_interval_on_the_limit_keeps_it()
    {
        Assert.Equal(CriteriaVerdict.Met, CriteriaRuns.Of(["p95>44ms"], (1, Below)).Judge().Verdict);
        Assert.Equal(CriteriaVerdict.Undecided, CriteriaRuns.Of(["p95>41ms"], (1, Below)).Judge().Verdict);
        Assert.Equal(CriteriaVerdict.Met, CriteriaRuns.Of(["opsPerSecond<100"], (1, Below)).Judge().Verdict);
        Assert.Equal(CriteriaVerdict.Missed, CriteriaRuns.Of(["opsPerSecond<100.5"], (1, Below)).Judge().Verdict);
    }

    [Fact]
    public void Too_few_repetitions_cannot_tell_and_say_how_many_are_needed_and_why_others_do_not_count()
    {
        var run = CriteriaRuns.Of(CriteriaRuns.P95, (1, Above[..7])).With(point => point.Repetition > 5
            ? point with { Result = point.Result! with { Flags = [PointFlag.GeneratorBound] } }
            : point);

        Assert.Equal("Cannot tell: p95 > 50 ms: 6 repetitions must count, and 5 do (2 limited by the measuring machine).", run.Judge().Sentence);
    }

    [Fact]
    public void Where_no_operation_succeeded_every_criterion_is_missed()
    {
        var run = CriteriaRuns.Of(["p95>50ms", "opsPerSecond<1"], (1, Below), (4, Below)).Failing(4, 80);

        var report = run.Judge(RunStatus.CompletedWithErrors);

        Assert.Equal((CriteriaVerdict.Missed, "Missed: p95 > 50 ms at 4 clients: no operation succeeded; 1 more."), (report.Verdict, report.Sentence));
        Assert.All(report.Results.Where(result => result.Levels["clients"]!.GetValue<int>() == 4), result => Assert.Equal(CriteriaVerdict.Missed, result.Verdict));
    }

    [Fact]
    public void A_configuration_whose_every_point_failed_is_missed()
    {
        var run = CriteriaRuns.Of(CriteriaRuns.P95, (1, Below)).With(point => point with { Status = PointStatus.Failed, Result = null });

        Assert.Equal("Missed: p95 > 50 ms: no operation succeeded.", run.Judge(RunStatus.Failed).Sentence);
    }

    [Theory]
    [InlineData(RunStatus.Failed, "Cannot tell: p95 > 50 ms at 4 clients: it was not measured.")]
    [InlineData(RunStatus.Cancelled, "Cannot tell: p95 > 50 ms at 4 clients: it was not measured.")]
    public void A_run_that_did_not_complete_never_meets_them_and_names_what_it_did_not_measure(RunStatus status, string sentence)
    {
        var run = CriteriaRuns.Of(CriteriaRuns.P95, (1, Below), (4, Below));
        run = run with { Points = [.. run.Points.Where(point => point.Levels["clients"]!.GetValue<int>() == 1)] };

        Assert.Equal(sentence, run.Judge(status).Sentence);
    }

    [Fact]
    public void A_cancelled_run_whose_every_configuration_was_measured_says_that_it_was_cancelled() =>
        Assert.Equal("Cannot tell: the run was cancelled.", CriteriaRuns.Of(CriteriaRuns.P95, (1, Below)).Judge(RunStatus.Cancelled).Sentence);

    [Fact]
    public void A_run_that_measured_nothing_is_judged_too()
    {
        var run = CriteriaRuns.Of(CriteriaRuns.P95, (1, Below)) with { Points = [] };

        Assert.Equal("Cannot tell: p95 > 50 ms: it was not measured.", run.Judge(RunStatus.Failed).Sentence);
        Assert.Equal("Cannot tell: this host does not know table.insert.", (run with { Experiment = null }).Judge().Sentence);
    }

    [Fact]
    public void Failures_are_judged_over_all_operations_of_the_repetitions()
    {
        var few = CriteriaRuns.Failing(CriteriaRuns.Errors, [.. Enumerable.Repeat((1L, 1_000L), 10)]).Judge();
        var many = CriteriaRuns.Failing(CriteriaRuns.Errors, [.. Enumerable.Range(1, 10).Select(one => (30L + one, 1_000L))]).Judge();
        var bursts = CriteriaRuns.Failing(CriteriaRuns.Errors, [.. Enumerable.Range(1, 10).Select(one => (one == 1 ? 300L : 0L, 1_000L))]).Judge();

        Assert.Equal((CriteriaVerdict.Met, "Met: errors at most 1 %."), (few.Verdict, few.Sentence));
        Assert.StartsWith("Missed: errors > 1 % (3.55 %, 95 % CI 3.", many.Sentence, StringComparison.Ordinal);
        // 300 of 10,000 in one repetition alone say little about the next repetition.
        Assert.Equal(CriteriaVerdict.Undecided, bursts.Verdict);
    }

    [Fact]
    public void Failures_of_points_that_have_no_result_are_not_taken_for_none()
    {
        var run = CriteriaRuns.Failing(CriteriaRuns.Errors, [.. Enumerable.Repeat((0L, 1_000L), 10)])
            .With(point => point.Repetition == 1 ? point with { Status = PointStatus.Failed, Result = null } : point);

        Assert.Equal(
            "Cannot tell: errors > 1 % (0 %, 95 % CI 0 to 0.0567 %): 1 point failed whose operations are not in it.", run.Judge(RunStatus.CompletedWithErrors).Sentence);
    }

    [Theory]
    [InlineData(PointFlag.GeneratorBound)]
    [InlineData(PointFlag.Partial)]
    [InlineData(PointFlag.CacheSuspect)]
    public void Failures_of_repetitions_that_do_not_count_are_not_taken_for_none(PointFlag flag)
    {
        Assert.Equal("Cannot tell: errors > 0 % (0 %, 95 % CI 0 to 0.0567 %): 37 operations failed in repetitions that do not count.", Judge("errors>0%", 37).Sentence);
        Assert.Equal(CriteriaVerdict.Met, Judge("errors>0%", 0).Verdict);
        Assert.Equal(CriteriaVerdict.Undecided, Judge("errors>1%", 37).Verdict);
        Assert.Equal(CriteriaVerdict.Met, Judge("errors>1%", 1).Verdict);

        CriteriaReport Judge(string criterion, long failed) => CriteriaRuns.Failing([criterion], [.. Enumerable.Repeat((0L, 1_000L), 9), (failed, 1_000L)])
            .With(1, point => point.Repetition == 10 ? point.Result! with { Flags = [flag] } : point.Result!).Judge();
    }

    [Fact]
    public void No_limit_is_met_by_leaving_out_what_was_cut_short_or_what_even_a_cache_did_not_make_fast_enough()
    {
        double[] two = [.. Below[..8], 70, 80];

        Assert.Equal(
            "Cannot tell: p95 > 50 ms (42.5 ms, 95 % CI 40.0 to 45.0 ms): 2 repetitions were cut short whose times are not in it.", Flagged(two, PointFlag.Partial).Sentence);
        Assert.Equal(
            "Cannot tell: p95 > 50 ms (42.5 ms, 95 % CI 40.0 to 45.0 ms): with 2 repetitions that a cache may have answered, and made faster, it would not be met.",
            Flagged(two, PointFlag.CacheSuspect).Sentence);
        Assert.Equal(CriteriaVerdict.Met, Flagged(Below, PointFlag.CacheSuspect).Verdict);
        Assert.Equal(CriteriaVerdict.Met, Flagged(two, PointFlag.GeneratorBound).Verdict);

        static CriteriaReport Flagged(double[] milliseconds, PointFlag flag) => CriteriaRuns.Of(CriteriaRuns.P95, (1, milliseconds))
            .With(1, point => point.Repetition > 8 ? point.Result! with { Flags = [flag] } : point.Result!).Judge();
    }

    [Fact]
    public void The_longest_operation_is_judged_by_the_largest_of_all_repetitions_which_has_no_interval()
    {
        var missed = Longest(10, 900).Judge();
        var met = Longest(10, 15).Judge();
        var few = Longest(5, 15).Judge();

        Assert.Equal((CriteriaVerdict.Missed, "Missed: max > 100 ms: the largest of 10 repetitions is 900 ms, and has no interval."), (missed.Verdict, missed.Sentence));
        Assert.Equal(
            (CriteriaVerdict.Met, 15e6, null, null, "the largest of 10 repetitions is 15.0 ms, and has no interval"),
            (met.Verdict, met.Results[0].Value, met.Results[0].Low, met.Results[0].High, met.Results[0].Reason));
        Assert.Equal("Cannot tell: max > 100 ms: 6 repetitions must count, and 5 do.", few.Sentence);
        Assert.Equal(CriteriaVerdict.Missed, Longest(2, 900).Judge().Verdict);

        static MeasuredRun Longest(int repetitions, double last) => CriteriaRuns.Of(["max>100ms"], (1, Below[..repetitions])).With(1, point => point.Result!.With(operations => operations with
        {
            Latency = operations.Latency with { MaximumNanoseconds = point.Repetition == repetitions ? (long)(last * 1e6) : 10_000_000 + point.Repetition },
        }));
    }

    [Fact]
    public void A_latency_is_not_met_where_overloaded_or_failed_repetitions_have_none()
    {
        Assert.Equal(
            "Cannot tell: p95 > 50 ms (42.5 ms, 95 % CI 40.0 to 45.0 ms): 4 repetitions were overloaded whose times are not in it.", Overloaded(CriteriaRuns.P95, Below).Judge().Sentence);
        Assert.Equal(
            "Cannot tell: p95 > 50 ms (42.5 ms, 95 % CI 40.0 to 45.0 ms): 3 repetitions were overloaded and 1 point failed whose times are not in it.",
            Failed(Overloaded(CriteriaRuns.P95, Below)).Judge(RunStatus.CompletedWithErrors).Sentence);
        Assert.Equal(CriteriaVerdict.Missed, Overloaded(CriteriaRuns.P95, Above).Judge().Verdict);
        Assert.EndsWith(": 1 point failed, and what is left out may be beyond it.", Failed(CriteriaRuns.Of(["opsPerSecond<50"], (1, Below))).Judge(RunStatus.CompletedWithErrors).Sentence, StringComparison.Ordinal);

        static MeasuredRun Overloaded(string[] failIf, double[] milliseconds) => CriteriaRuns.Of(failIf, (1, milliseconds)).With(1, point => point.Repetition > 4
            ? point.Result!
            : point.Result!.With(operations => operations with
            {
                Latency = operations.Latency with { P95Nanoseconds = null },
                OpenLoop = SampleSummary.OpenLoop(OverloadCause.RateNotAchieved),
            }));

        static MeasuredRun Failed(MeasuredRun run) => run.With(point => point.Repetition == 1 ? point with { Status = PointStatus.Failed, Result = null } : point);
    }

    [Fact]
    public void A_latency_is_not_met_where_repetitions_were_too_slow_to_do_enough_operations() => Assert.Equal(
        "Cannot tell: p95 > 50 ms (42.5 ms, 95 % CI 40.0 to 45.0 ms): 4 repetitions had too few operations whose times are not in it.",
        CriteriaRuns.Of(CriteriaRuns.P95, (1, Below)).With(1, point => point.Repetition > 4
            ? point.Result!
            : point.Result!.With(operations => operations with { Latency = operations.Latency with { P95Nanoseconds = null } })).Judge().Sentence);

    [Theory]
    [InlineData(OverloadCause.BacklogGrew, 0, "4 repetitions were overloaded")]
    [InlineData(OverloadCause.None, 3, "4 repetitions had dropped starts")]
    public void Neither_the_longest_operation_nor_the_mean_is_met_where_repetitions_started_too_little(OverloadCause overload, long dropped, string reason)
    {
        Assert.Equal($"Cannot tell: max > 7 s: {reason} whose times are not in it.", OpenLoop("max>7s", from: 7).Judge().Sentence);
        Assert.Equal(CriteriaVerdict.Undecided, OpenLoop("max>7s", from: 1).Judge().Verdict);
        Assert.EndsWith($": {reason} whose times are not in it.", OpenLoop("mean>7s", from: 7).Judge().Sentence, StringComparison.Ordinal);

        MeasuredRun OpenLoop(string criterion, int from) => CriteriaRuns.Of([criterion], (1, [.. Enumerable.Repeat(1.0, 10)])).With(1, point => point.Repetition < from
            ? point.Result!
            : point.Result!.With(operations => operations with { OpenLoop = SampleSummary.OpenLoop(overload) with { DroppedStarts = dropped } }));
    }

    [Theory]
    [InlineData(2, 1, CriteriaVerdict.Missed)]
    [InlineData(2, 0, CriteriaVerdict.Undecided)]
    [InlineData(10, 1, CriteriaVerdict.Missed)]
    [InlineData(10, 0, CriteriaVerdict.Met)]
    public void No_failure_at_all_is_about_what_was_seen(int repetitions, long failed, CriteriaVerdict verdict) => Assert.Equal(
        verdict, CriteriaRuns.Failing(["errors>0%"], [.. Enumerable.Range(1, repetitions).Select(one => (one == 1 ? failed : 0, 100L))]).Judge().Verdict);

    [Fact]
    public void A_criterion_that_this_build_has_no_metric_for_cannot_be_told()
    {
        var report = CriteriaRuns.Of(["gone>1ms"], (1, Below)).Judge();

        Assert.Equal("Cannot tell: gone>1ms: table.insert has no such metric any more.", report.Sentence);
        Assert.Equal(new JsonObject().ToJsonString(), Assert.Single(report.Results).Levels.ToJsonString());
    }
}
