using AzurePerf.Core.Charts;
using AzurePerf.Core.Charts.History;
using AzurePerf.Core.Executions;
using AzurePerf.Core.Executions.Outcomes;
using AzurePerf.Core.Statistics;
using AzurePerf.Core.Tasks;
using AzurePerf.UnitTests.Executions;
using Xunit;

namespace AzurePerf.UnitTests.Reports.Outcomes;

public sealed class PipelineClassesTests
{
    private static OutcomeReport Report => OutcomeReport.Assemble(SampleHours.WithPipeline, SampleHours.Friday, SampleHours.Saturday, []);

    [Fact]
    public void Classes_come_in_the_order_of_the_pipeline_with_executions_and_distinct_tasks()
    {
        Assert.Equal(
            [("source listing", 2, 2L), ("source download", 23, 22L), ("reprojection", 80, 76L), ("aggregation", 7, 7L), ("manifest", 1, 1L)],
            Report.Classes.Select(group => (group.Class!, group.Executions, group.Tasks)));
        Assert.Equal(Report.Experiments.Single(group => group.Experiment == "modis.pipeline").Executions, Report.Classes.Sum(group => group.Executions));
        Assert.Equal(["source listing", "source download", "reprojection"], Report.Days[0].Classes.Select(group => group.Class));
        Assert.All(Report.Experiments, group => Assert.Null(group.Class));
    }

    [Fact]
    public void A_class_has_each_of_its_outcomes_and_none_that_never_happened()
    {
        var download = Report.Classes[1].Ends.ToArray();

        Assert.Equal([("success", 20, 20L), ("download source failed", 3, 2L)], download.Select(end => (end.Label, end.Share.Count, end.Tasks)));
        Assert.Equal(3.0 / 23, download[1].Share.Share);
    }

    [Fact]
    public void Table_2_has_its_four_classes_next_to_ours_with_shares_of_these_four()
    {
        var rows = Report.PublishedClasses;

        Assert.Equal(
            [("source download", 139_609L), ("reprojection", 1_704_002), ("aggregation", 8_706), ("reduction", 1_202_113)],
            rows.Select(row => (row.Label, row.Count)));
        Assert.Equal([4.57, 55.79, 0.29, 39.36], rows.Select(row => Math.Round(100 * row.Share, 2)));
        Assert.Equal([(23, 23.0 / 110), (80, 80.0 / 110), (7, 7.0 / 110), (0, 0.0)], rows.Select(row => (row.Ours.Count, row.Ours.Share!.Value)));
        Assert.Equal([22L, 76, 7, 0], rows.Select(row => row.Tasks));
        Assert.Equal(rows.Concat(Report.Published), Report.Compared);
    }

    [Fact]
    public void The_answer_says_how_executions_of_the_pipeline_ended_here_and_in_ModisAzure() => Assert.Equal(
        "modis.pipeline: 84.1 % of 113 executions of 108 tasks succeeded (ModisAzure 65.5 %), 4.42 % found their product there (5.98 %), 8.85 % timed out (0.174 %).",
        OutcomeText.Pipeline(Report));

    [Fact]
    public void Without_executions_of_the_pipeline_there_is_no_answer_no_class_and_no_chart_of_classes()
    {
        var report = OutcomeReport.Assemble(SampleHours.All, SampleHours.Friday, SampleHours.Saturday, []);

        Assert.Equal(("", 0), (OutcomeText.Pipeline(report), report.Classes.Count));
        Assert.Equal(report.Published, report.Compared);
        Assert.Equal(["timeouts"], TimeoutChart.Each(report).Select(chart => chart.Id));
        Assert.Empty(TimeoutChart.Each(OutcomeReport.Assemble([], SampleHours.Friday, SampleHours.Saturday, [])));
    }

    [Fact]
    public void Figure_7_is_drawn_for_each_class_with_its_own_executions()
    {
        var chart = TimeoutChart.Each(Report)[1];

        Assert.Equal(("timeouts-by-class", ChartKind.Panels), (chart.Id, chart.Kind));
        Assert.Equal("Of 113 executions 8.85 % timed out, at most 20.0 % of reprojection on 2026-03-14.", chart.Caption);
        var reprojection = chart.Series.Single(series => series.Panel == "reprojection");
        Assert.Equal([0, 20.0], reprojection.Points.Select(point => point.Y));
        Assert.Equal(Math.Round(100 * WilsonInterval.Of(10, 50).High, 1), reprojection.Points[1].High);
        Assert.Equal([0, null], chart.Series.Single(series => series.Panel == "source download").Points.Select(point => point.Y));
        Assert.Equal(Report.Classes.Select(group => group.Class), chart.Series.Select(series => series.Panel));
        Assert.Equal((16.0, null), (Assert.Single(chart.Lines).Value, chart.Lines[0].Panel));
        Assert.Contains(chart.Table.Rows, row => row.SequenceEqual(["2026-03-14", "reprojection", 50L, 10L, 20.0, reprojection.Points[1].Low, reprojection.Points[1].High]));
    }

    [Fact]
    public void The_slot_time_that_the_adaptive_limit_saved_is_that_at_four_times_the_mean_less_what_was_spent()
    {
        // 84 took 60 s, 6 took 500 s, and 16 were stopped after 72 s: 90 results cost 84 x 60 + 6 x 500 + 16 x 72 = 9,192 s. Four times their mean is 357 s. By the
        // curve 22 of 106 are slower than 60 s and end after 500 s: (60 + 22 / 106 x 297) / (84 / 106) = 153.5 s a result, 13,813 s in all.
        var balance = Balance(Adaptive(SampleStatistics.Of(84, 60).Plus(SampleStatistics.Of(6, 500)).Plus(Stopped(16, 72))));

        Assert.Equal((9_192, 4_621), (balance.SpentSeconds!.Value, balance.SavedSeconds!.Value), new Within(0.022 * 13_813));
        Assert.StartsWith("The adaptive limit saved about 1 h 1", OutcomeText.Saved([balance]), StringComparison.Ordinal);
        Assert.Contains(" of slot time: results of 1 class cost 2 h 33 min, at four times the mean it would have been 3 h 5", OutcomeText.Saved([balance]), StringComparison.Ordinal);
        Assert.Contains("; that saved about 1 h 1", OutcomeText.Stopping(balance), StringComparison.Ordinal);
    }

    [Fact]
    public void Nothing_is_said_to_be_saved_where_the_adaptive_limit_was_in_force_for_a_part_of_the_time_only()
    {
        var balance = Balance(SampleStatistics.Of(84, 60).Plus(SampleStatistics.Of(6, 500)).Plus(Stopped(16, 72)).Plus(new() { Adaptive = 1 }));

        Assert.Equal((LimitRule.Both, null), (balance.Rule, balance.SavedSeconds));
        Assert.Equal("", OutcomeText.Saved([balance]));
    }

    [Fact]
    public void An_adaptive_limit_that_stopped_what_would_have_ended_soon_cost_slot_time()
    {
        // 100 took 60 s, and 50 more were stopped after 57 s: 2,850 s for nothing, because at four times the mean none would have been stopped.
        var balance = Balance(Adaptive(SampleStatistics.Of(100, 60).Plus(Stopped(50, 57))));

        Assert.Equal((8_850, -2_850), (balance.SpentSeconds!.Value, balance.SavedSeconds!.Value), new Within(0.022 * 8_850));
        Assert.StartsWith("The adaptive limit cost about 4", OutcomeText.Saved([balance]), StringComparison.Ordinal);
        Assert.Contains(" s of slot time more: results of 1 class cost 2 h 2", OutcomeText.Saved([balance]), StringComparison.Ordinal);
    }

    [Fact]
    public void A_difference_that_durations_are_not_known_to_is_none()
    {
        var balance = Balance(Adaptive(SampleStatistics.Of(1_000, 60).Plus(Stopped(1, 57))));

        Assert.Equal("The adaptive limit saved no slot time to speak of: results of 1 class cost 16 h 40 min, about as much as at four times the mean.", OutcomeText.Saved([balance]));
        Assert.DoesNotContain("that saved", OutcomeText.Stopping(balance), StringComparison.Ordinal);
    }

    [Fact]
    public void What_was_saved_is_not_known_where_no_execution_was_seen_for_four_times_the_mean()
    {
        var balance = Balance(Adaptive(SampleStatistics.Of(84, 60).Plus(Stopped(16, 72))));

        Assert.Null(balance.SavedSeconds);
        Assert.Equal("", OutcomeText.Saved([balance]));
        Assert.Contains("what four times the mean would cost is not known", OutcomeText.Stopping(balance), StringComparison.Ordinal);
    }

    [Fact]
    public void The_limit_of_the_paper_saves_nothing_against_itself() =>
        Assert.Equal(("", null), (OutcomeText.Saved([Paper]), Paper.SavedSeconds));

    private static StoppingBalance Paper => Balance(SampleStatistics.Of(84, 60).Plus(Stopped(16, 240)));

    private static StoppingBalance Balance(ExecutionStatistics seen) =>
        Assert.Single(OutcomeReport.Assemble([SampleHours.Stage("reprojection", SampleHours.Friday, seen)], SampleHours.Friday, SampleHours.Friday, []).Stopping);

    private static ExecutionStatistics Adaptive(ExecutionStatistics seen) => seen.Plus(new() { Adaptive = seen.Executions });

    private static ExecutionStatistics Stopped(int count, double seconds) => Enumerable
        .Repeat(ExecutionStatistics.OfEnd(FailureCause.TimedOut, stoppedAfter: TimeSpan.FromSeconds(seconds)), count).Aggregate((sum, next) => sum.Plus(next));

    private sealed class Within(double tolerance) : IEqualityComparer<(double, double)>
    {
        public bool Equals((double, double) one, (double, double) other) =>
            Math.Abs(one.Item1 - other.Item1) <= tolerance && Math.Abs(one.Item2 - other.Item2) <= tolerance;

        public int GetHashCode((double, double) pair) => 0;
    }
}
