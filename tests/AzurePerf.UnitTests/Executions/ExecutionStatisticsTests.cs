using AzurePerf.Core.Executions;
using AzurePerf.Core.Tasks;
using CsCheck;
using Xunit;

namespace AzurePerf.UnitTests.Executions;

public sealed class ExecutionStatisticsTests
{
    [Fact]
    public void Merging_tallies_gives_exactly_the_tally_of_all_their_executions() => SeededProperty.Holds(
        Gen.Select(SampleStatistics.Executions, SampleStatistics.Executions),
        pair =>
        {
            var (first, second) = pair;
            var merged = SampleStatistics.TextOf(SampleStatistics.Of(first).Plus(SampleStatistics.Of(second)));
            return merged == SampleStatistics.TextOf(SampleStatistics.Of(first.Concat(second)))
                && merged == SampleStatistics.TextOf(SampleStatistics.Of(second).Plus(SampleStatistics.Of(first)));
        },
        cases: 200);

    [Fact]
    public void Mean_deviation_and_median_are_those_of_the_successes() => SeededProperty.Holds(SampleStatistics.Executions, executions =>
    {
        var successes = executions.Where(execution => execution >= 0).Order().ToArray();
        var statistics = SampleStatistics.Of(executions);
        if (successes.Length < 2)
        {
            return statistics.StandardDeviation is null && statistics.Mean.HasValue == (successes.Length == 1);
        }

        var mean = successes.Average(value => (double)value);
        var deviation = Math.Sqrt(successes.Sum(value => (value - mean) * (value - mean)) / (successes.Length - 1));
        var median = Math.Max(1, successes[((successes.Length + 1) / 2) - 1]);
        return Near(mean, statistics.Mean!.Value, 1e-9) && Near(deviation, statistics.StandardDeviation!.Value, 1e-6) && Near(median, statistics.Median!.Value, 0.0221);

        // A TimeSpan is whole tenths of microseconds.
        static bool Near(double expected, TimeSpan actual, double relative) => Math.Abs(expected - actual.TotalMicroseconds) <= 0.2 + (relative * expected);
    });

    [Fact]
    public void Every_execution_is_counted_once_and_none_of_the_unsuccessful_has_a_duration()
    {
        var statistics = SampleStatistics.Of(3, 10).Plus(SampleStatistics.Ends(FailureCause.TimedOut, 2)).Plus(SampleStatistics.Ends(FailureCause.AlreadyExists, 4));

        Assert.Equal((9, 3, 2, 4), (statistics.Executions, statistics.Successes, statistics.CountOf(FailureCause.TimedOut), statistics.CountOf(FailureClass.Reused)));
        Assert.Equal(TimeSpan.FromSeconds(10), statistics.Mean);
    }

    [Fact]
    public void Distinct_tasks_are_counted_apart_from_executions()
    {
        var task = ExecutionStatistics.OfEnd(FailureCause.ServerBusy)
            .Plus(ExecutionStatistics.OfEnd(FailureCause.ServerBusy, isFirst: false, isFirstOfCause: false))
            .Plus(ExecutionStatistics.OfEnd(FailureCause.TimedOut, isFirst: false))
            .Plus(ExecutionStatistics.OfSuccess(TimeSpan.FromSeconds(1), isFirst: false));

        Assert.Equal((4, 1L), (task.Executions, task.Tasks?.All));
        Assert.Equal((2, 1L, 1L, 0L), (task.CountOf(FailureCause.ServerBusy), task.TasksOf(FailureCause.ServerBusy), task.TasksOf(FailureCause.TimedOut), task.TasksOf(FailureCause.NullLog)));
    }

    [Fact]
    public void With_statistics_that_counted_no_tasks_nobody_knows_how_many_there_were()
    {
        var sum = ExecutionStatistics.OfEnd(FailureCause.ServerBusy).Plus(new() { Tasks = null });

        Assert.Equal((1, null, null), (sum.Executions, sum.Tasks, sum.TasksOf(FailureCause.ServerBusy)));
    }

    [Fact]
    public void Only_executions_that_were_stopped_are_censored()
    {
        var all = FailureTaxonomy.Rows.Aggregate(ExecutionStatistics.Empty, (sum, row) => sum.Plus(ExecutionStatistics.OfEnd(row.Cause)));

        var stopped = FailureTaxonomy.Rows.Count(row => row.Policy.Class is FailureClass.TimedOut or FailureClass.WorkerLost or FailureClass.Preempted or FailureClass.Cancelled);
        Assert.Equal(stopped, all.Censored);
    }

    [Fact]
    public void An_empty_tally_has_no_mean_and_no_median() =>
        Assert.Equal((0, null, null, null), (ExecutionStatistics.Empty.Executions, ExecutionStatistics.Empty.Mean, ExecutionStatistics.Empty.Median, ExecutionStatistics.Empty.StandardDeviation));

    [Fact]
    public void A_clock_that_was_set_back_makes_a_duration_of_zero() =>
        Assert.Equal((1, TimeSpan.Zero), (ExecutionStatistics.OfSuccess(TimeSpan.FromSeconds(-3)).Successes, ExecutionStatistics.OfSuccess(TimeSpan.FromSeconds(-3)).Mean));

    [Fact]
    public void A_duration_of_years_counts_in_the_last_bin() =>
        Assert.Equal([DurationSketch.LastBin], ExecutionStatistics.OfSuccess(TimeSpan.MaxValue).Sketch.Bins.Keys);

    [Theory]
    [InlineData(-1, 1)]
    [InlineData(DurationSketch.LastBin + 1, 1)]
    [InlineData(5, 0)]
    public void Stored_bins_that_cannot_be_are_refused(int bin, long count) => Assert.Throws<FormatException>(() => DurationSketch.From([new(bin, count)]));

    [Fact]
    public void What_is_collected_between_two_writes_is_one_tally_per_kind_and_hour()
    {
        var statistics = new ExecutionStatisticsBuffer();
        var taskClass = new TaskClass("blob.download", "measure", "{}", "local");
        var hour = new DateTimeOffset(2026, 3, 14, 9, 0, 0, TimeSpan.Zero);
        statistics.Add(taskClass, hour.AddMinutes(59.9), ExecutionStatistics.OfEnd(FailureCause.TimedOut));
        statistics.Add(taskClass with { }, hour.ToOffset(TimeSpan.FromHours(5.5)), ExecutionStatistics.OfSuccess(TimeSpan.FromSeconds(1)));
        statistics.Add(taskClass, hour.AddMinutes(60), ExecutionStatistics.OfSuccess(TimeSpan.FromSeconds(1)));
        statistics.Add(taskClass with { Sku = "big" }, hour, ExecutionStatistics.OfSuccess(TimeSpan.FromSeconds(1)));

        var drained = statistics.Drain();

        Assert.Equal(
            [("big", hour, 1), ("local", hour, 2), ("local", hour.AddHours(1), 1)],
            drained.Select(entry => (entry.TaskClass.Sku, entry.Hour, entry.Statistics.Executions)));
        Assert.Empty(statistics.Drain());
    }
}
