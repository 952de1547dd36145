using AzurePerf.Core.Executions;
using AzurePerf.Core.Executions.Outcomes;
using AzurePerf.Core.Statistics;
using AzurePerf.Core.Tasks;
using AzurePerf.UnitTests.Executions;
using CsCheck;
using Xunit;

namespace AzurePerf.UnitTests.Reports.Outcomes;

public sealed class OutcomeReportTests
{
    private static OutcomeReport Report => OutcomeReport.Assemble(SampleHours.All, SampleHours.Friday.AddDays(-1), SampleHours.Saturday, []);

    [Fact]
    public void Every_day_is_there_also_one_without_executions()
    {
        Assert.Equal([(12, 0L), (13, 100L), (14, 1_000L)], Report.Days.Select(day => (day.Day.Day, day.All.Executions)));
        Assert.Null(Report.Days[0].All.TimedOut.Share);
        Assert.Empty(Report.Days[0].Experiments);
    }

    [Fact]
    public void The_share_of_timed_out_executions_of_a_day_comes_with_its_interval()
    {
        var day = Report.Days[2].All.TimedOut;

        Assert.Equal(new OutcomeShare(160, 0.16, WilsonInterval.Of(160, 1_000).Low, WilsonInterval.Of(160, 1_000).High), day);
        Assert.Equal((0, 0.16), (Report.PublishedTimedOut.Low, Report.PublishedTimedOut.High));
    }

    [Fact]
    public void What_is_reused_or_given_back_is_no_failure()
    {
        var all = Report.All;

        Assert.Equal((907, 20, 171, 2), (all.Succeeded.Count, all.Reused.Count, all.Failed.Count, all.GivenBack.Count));
        Assert.Equal(["blob.download", "queue.add"], Report.Experiments.Select(group => group.Experiment));
        Assert.Equal([FailureCause.TimedOut, FailureCause.AlreadyExists, FailureCause.ServerBusy, FailureCause.Preempted, FailureCause.WorkerLost], all.Causes.Select(cause => cause.Cause));
    }

    [Fact]
    public void Tasks_that_were_repeated_are_counted_once_in_a_group_and_at_their_cause()
    {
        Assert.Equal((1_100, 1_070L), (Report.All.Executions, Report.All.Tasks));
        Assert.Equal((160, 130L), Report.All.Causes.Where(cause => cause.Cause == FailureCause.TimedOut).Select(cause => (cause.Share.Count, cause.Tasks)).Single());
        Assert.Equal([907L, 130, 10], Report.Published.Where(row => row.Cause is null or FailureCause.TimedOut or FailureCause.ServerBusy).Select(row => row.Tasks));
    }

    [Fact]
    public void Executions_of_workers_that_inject_faults_are_counted_in_their_groups_alone()
    {
        var injected = SampleHours.Hour("selftest.bag", SampleHours.Friday, 9, SampleStatistics.Of(5, 1));
        var report = OutcomeReport.Assemble([.. SampleHours.All, injected with { TaskClass = injected.TaskClass with { Sku = "local+faults" } }], SampleHours.Friday, SampleHours.Saturday, []);

        Assert.Equal(("", "5 of 1,105 executions ended on workers that inject faults (Worker:Faults), which says nothing of the cloud."), (OutcomeText.InjectedFaults(Report.All), OutcomeText.InjectedFaults(report.All)));
        Assert.Equal([0, 0, 5L], report.Experiments.Select(group => group.WithInjectedFaults));
        Assert.Equal([5, 0L], report.Days.Select(day => day.All.WithInjectedFaults));
    }

    [Fact]
    public void Hours_outside_the_days_asked_for_do_not_count()
    {
        var friday = OutcomeReport.Assemble(SampleHours.All, SampleHours.Friday, SampleHours.Friday, []);

        Assert.Equal((100, 100), (friday.All.Executions, Assert.Single(friday.Days).All.Succeeded.Count));
    }

    [Fact]
    public void The_parts_of_a_group_add_up_and_days_and_experiments_add_up_to_all() => SeededProperty.Holds(
        Gen.Select(SampleStatistics.Executions, SampleStatistics.Executions),
        pair =>
        {
            HourlyStatistics[] hours =
            [
                SampleHours.Hour("blob.download", SampleHours.Friday, 5, SampleStatistics.Of(pair.Item1)),
                SampleHours.Hour("queue.add", SampleHours.Saturday, 6, SampleStatistics.Of(pair.Item2)),
            ];
            var report = OutcomeReport.Assemble(hours, SampleHours.Friday, SampleHours.Saturday, []);
            OutcomeGroup[] groups = [report.All, .. report.Experiments, .. report.Days.Select(day => day.All)];
            return groups.All(group => group.Executions == new[] { group.Succeeded, group.Reused, group.Failed, group.GivenBack }.Sum(part => part.Count))
                && groups.All(group => group.Executions == group.Succeeded.Count + group.Causes.Sum(cause => cause.Share.Count))
                && report.All.Executions == pair.Item1.Length + pair.Item2.Length
                && report.All.Executions == report.Days.Sum(day => day.All.Executions)
                && report.All.Executions == report.Experiments.Sum(group => group.Executions);
        });

    [Fact]
    public void Ours_stands_beside_the_same_cause_of_Table_2()
    {
        var timedOut = Report.Published.Single(row => row.Cause == FailureCause.TimedOut);

        Assert.Equal(("VM execution timeout", 5_300, 160), (timedOut.Label, timedOut.Count, timedOut.Ours.Count));
        Assert.Equal(("success", 907), (Report.Published[0].Label, Report.Published[0].Ours.Count));
    }

    [Fact]
    public void A_class_with_stopped_executions_says_what_they_cost_and_whether_to_stop_at_four_times_the_mean_is_worse_than_nothing()
    {
        // 84 of 100 take 60 s; the others would take 500 s, and half of them are stopped at 424 s, four times the mean.
        var stopped = Enumerable.Repeat(ExecutionStatistics.OfEnd(FailureCause.TimedOut, stoppedAfter: TimeSpan.FromSeconds(424)), 8).Aggregate((sum, next) => sum.Plus(next));
        var hour = SampleHours.Hour("selftest.bag", SampleHours.Friday, 3, SampleStatistics.Of(84, 60).Plus(SampleStatistics.Of(8, 500)).Plus(stopped));
        var balance = Assert.Single(OutcomeReport.Assemble([hour, .. SampleHours.All], SampleHours.Friday, SampleHours.Saturday, []).Stopping);

        Assert.Equal(
            "Tasks of selftest.bag, measure, local had the limit of four times the mean: 8 executions stopped after 56 min 24 s in all; a result cost 2 min 15 s, by the durations seen it would cost 2 min 11 s with no limit; to stop at four times the mean is worse than to do nothing.",
            OutcomeText.Stopping(balance));
    }

    [Fact]
    public void Where_the_longest_times_are_of_stopped_executions_the_cost_without_a_limit_is_the_least_that_it_can_be()
    {
        var stopped = Enumerable.Repeat(ExecutionStatistics.OfEnd(FailureCause.TimedOut, stoppedAfter: TimeSpan.FromSeconds(72)), 16).Aggregate((sum, next) => sum.Plus(next));
        var hour = SampleHours.Hour("selftest.bag", SampleHours.Friday, 3, SampleStatistics.Of(84, 60).Plus(stopped).Plus(new() { Adaptive = 100 }));

        Assert.Equal(
            "Tasks of selftest.bag, measure, local had the adaptive limit: 16 executions stopped after 19 min 05 s in all; a result cost 1 min 13 s, by the durations seen it would cost at least 1 min 02 s with no limit; what four times the mean would cost is not known, as no execution was seen for so long.",
            OutcomeText.Stopping(Assert.Single(OutcomeReport.Assemble([hour], SampleHours.Friday, SampleHours.Friday, []).Stopping)));
    }
}
