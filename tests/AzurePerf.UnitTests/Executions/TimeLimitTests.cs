using AzurePerf.Core.Executions;
using AzurePerf.Core.Tasks;
using CsCheck;
using Xunit;

namespace AzurePerf.UnitTests.Executions;

public sealed class TimeLimitTests
{
    private static readonly TimeSpan Expected = TimeSpan.FromSeconds(20);

    [Fact]
    public void Before_any_success_the_limit_is_four_times_the_expected_duration() => Check(
        ExecutionStatistics.Empty, isMeasurement: false, timeouts: 0, seconds: 80, "4 x 20.0 s expected, after no successes");

    [Fact]
    public void The_expected_duration_weighs_as_much_as_ten_successes()
    {
        Check(SampleStatistics.Of(10, 40), isMeasurement: false, timeouts: 0, seconds: 4 * 30, "4 x 30.0 s mean of 10 and 20.0 s expected (weight 10); 2 min 43 s by the median");
        Check(SampleStatistics.Of(1, 31), isMeasurement: false, timeouts: 0, seconds: 4 * 21, "4 x 21.0 s mean of 1 and 20.0 s expected (weight 10); 2 min 05 s by the median");
        Check(SampleStatistics.Of(90, 10), isMeasurement: false, timeouts: 0, seconds: 4 * 11, "4 x 11.0 s mean of 90 and 20.0 s expected (weight 10); 40.8 s by the median");
    }

    [Theory]
    [InlineData(0, 80, "4 x 20.0 s expected, after no successes")]
    [InlineData(1, 80, "4 x 20.0 s expected, after 1 success; 6 min 45 s by the median")]
    [InlineData(9, 80, "4 x 20.0 s expected, after 9 successes; 6 min 45 s by the median")]
    [InlineData(10, 240, "4 x 60.0 s mean of 10 and 20.0 s expected (weight 10); 6 min 45 s by the median")]
    public void A_measurement_has_the_expected_limit_until_ten_of_its_kind_succeeded(int successes, double seconds, string reason) => Check(
        SampleStatistics.Of(successes, 100), isMeasurement: true, timeouts: 0, seconds, reason.Replace("60.0 s", "1 min 00 s", StringComparison.Ordinal));

    [Fact]
    public void No_limit_is_below_thirty_seconds() => Check(
        SampleStatistics.Of(1_000, 0.1), isMeasurement: false, timeouts: 0, seconds: 30, "4 x 0.297 s mean of 1000 and 20.0 s expected (weight 10), but not below 30 s; 30.0 s by the median");

    [Theory]
    [InlineData(1, 160, "4 x 20.0 s expected, after no successes, times 2 after 1 timeout")]
    [InlineData(3, 640, "4 x 20.0 s expected, after no successes, times 8 after 3 timeouts")]
    public void Each_time_out_of_a_task_doubles_its_limit(int timeouts, double seconds, string reason) =>
        Check(ExecutionStatistics.Empty, isMeasurement: false, timeouts, seconds, reason);

    [Fact]
    public void Executions_that_were_killed_or_failed_do_not_move_the_mean()
    {
        var seen = SampleStatistics.Of(37, 10);
        var troubled = FailureTaxonomy.Rows.Aggregate(seen, (sum, row) => sum.Plus(SampleStatistics.Ends(row.Cause, 50)));

        Assert.Equal(TimeLimit.Paper(seen, Expected, isMeasurement: false, 0), TimeLimit.Paper(troubled, Expected, isMeasurement: false, 0));
    }

    [Fact]
    public void A_few_slow_executions_raise_the_mean_but_not_the_limit_that_the_median_would_give_and_the_reason_tells_both()
    {
        var seen = SampleStatistics.Of(84, 10).Plus(SampleStatistics.Of(16, 39));
        var (limit, slower) = (TimeLimit.Paper(seen, TimeSpan.FromSeconds(10), isMeasurement: false, 0), TimeLimit.Paper(seen, TimeSpan.FromSeconds(10), isMeasurement: false, 1));

        Assert.InRange(limit.Limit.TotalSeconds, 56, 58);
        Assert.EndsWith(" mean of 100 and 10.0 s expected (weight 10); 40.8 s by the median", limit.Reason, StringComparison.Ordinal);
        Assert.EndsWith(", times 2 after 1 timeout; 1 min 21 s by the median", slower.Reason, StringComparison.Ordinal);
    }

    [Fact]
    public void The_limit_lies_between_those_of_the_prior_and_of_the_mean_alone_and_never_below_the_floor() => SeededProperty.Holds(
        Gen.Select(Gen.Int[1, 500], Gen.Int[1, 100_000], Gen.Int[1, 100_000], Gen.Int[0, 5]),
        choice =>
        {
            var (successes, milliseconds, expected, timeouts) = choice;
            var limit = TimeLimit.Paper(SampleStatistics.Of(successes, milliseconds / 1e3), TimeSpan.FromMilliseconds(expected), isMeasurement: false, timeouts).Limit;
            var ends = new[] { milliseconds, expected }.Select(value => Math.Max(30_000, 4.0 * value) * (1 << timeouts)).ToArray();
            return limit.TotalMilliseconds >= ends.Min() - 1e-3 && limit.TotalMilliseconds <= ends.Max() + 1e-3;
        });

    [Fact]
    public void An_expectation_that_cannot_be_is_refused()
    {
        Assert.Throws<ArgumentOutOfRangeException>(() => TimeLimit.Paper(ExecutionStatistics.Empty, TimeSpan.Zero, isMeasurement: false, 0));
        Assert.Throws<ArgumentOutOfRangeException>(() => TimeLimit.Paper(ExecutionStatistics.Empty, Expected, isMeasurement: false, -1));
    }

    private static void Check(ExecutionStatistics seen, bool isMeasurement, int timeouts, double seconds, string reason)
    {
        var limit = TimeLimit.Paper(seen, Expected, isMeasurement, timeouts);

        Assert.Equal((seconds, reason), (Math.Round(limit.Limit.TotalSeconds, 6), limit.Reason));
    }
}
