using AzurePerf.Core.Kinds;
using AzurePerf.Core.Tasks;
using CsCheck;
using Xunit;

namespace AzurePerf.UnitTests.Kinds;

public sealed class KindTallyTests
{
    [Fact]
    public void Merging_tallies_gives_exactly_the_tally_of_all_their_executions() => SeededProperty.Holds(
        Gen.Select(SampleTallies.Executions, SampleTallies.Executions),
        pair =>
        {
            var (first, second) = pair;
            var merged = SampleTallies.TextOf(SampleTallies.Of(first).Plus(SampleTallies.Of(second)));
            return merged == SampleTallies.TextOf(SampleTallies.Of(first.Concat(second)))
                && merged == SampleTallies.TextOf(SampleTallies.Of(second).Plus(SampleTallies.Of(first)));
        },
        cases: 200);

    [Fact]
    public void Mean_deviation_and_median_are_those_of_the_successes() => SeededProperty.Holds(SampleTallies.Executions, executions =>
    {
        var successes = executions.Where(execution => execution >= 0).Order().ToArray();
        var tally = SampleTallies.Of(executions);
        if (successes.Length < 2)
        {
            return tally.StandardDeviation is null && tally.Mean.HasValue == (successes.Length == 1);
        }

        var mean = successes.Average(value => (double)value);
        var deviation = Math.Sqrt(successes.Sum(value => (value - mean) * (value - mean)) / (successes.Length - 1));
        var median = Math.Max(1, successes[((successes.Length + 1) / 2) - 1]);
        return Near(mean, tally.Mean!.Value, 1e-9) && Near(deviation, tally.StandardDeviation!.Value, 1e-6) && Near(median, tally.Median!.Value, 0.0221);

        // A TimeSpan is whole tenths of microseconds.
        static bool Near(double expected, TimeSpan actual, double relative) => Math.Abs(expected - actual.TotalMicroseconds) <= 0.2 + (relative * expected);
    });

    [Fact]
    public void Every_execution_is_counted_once_and_none_of_the_unsuccessful_has_a_duration()
    {
        var tally = SampleTallies.Of(3, 10).Plus(SampleTallies.Ends(FailureCause.TimedOut, 2)).Plus(SampleTallies.Ends(FailureCause.AlreadyExists, 4));

        Assert.Equal((9, 3, 2, 4), (tally.Executions, tally.Successes, tally.CountOf(FailureCause.TimedOut), tally.CountOf(FailureClass.Reused)));
        Assert.Equal(TimeSpan.FromSeconds(10), tally.Mean);
    }

    [Fact]
    public void Only_executions_that_were_stopped_are_censored()
    {
        var all = FailureTaxonomy.Rows.Aggregate(KindTally.Empty, (sum, row) => sum.Plus(KindTally.OfEnd(row.Cause)));

        var stopped = FailureTaxonomy.Rows.Count(row => row.Policy.Class is FailureClass.TimedOut or FailureClass.WorkerLost or FailureClass.Preempted or FailureClass.Cancelled);
        Assert.Equal(stopped, all.Censored);
    }

    [Fact]
    public void An_empty_tally_has_no_mean_and_no_median() =>
        Assert.Equal((0, null, null, null), (KindTally.Empty.Executions, KindTally.Empty.Mean, KindTally.Empty.Median, KindTally.Empty.StandardDeviation));

    [Fact]
    public void A_clock_that_was_set_back_makes_a_duration_of_zero() =>
        Assert.Equal((1, TimeSpan.Zero), (KindTally.OfSuccess(TimeSpan.FromSeconds(-3)).Successes, KindTally.OfSuccess(TimeSpan.FromSeconds(-3)).Mean));

    [Fact]
    public void A_duration_of_years_counts_in_the_last_bin() =>
        Assert.Equal([DurationSketch.LastBin], KindTally.OfSuccess(TimeSpan.MaxValue).Sketch.Bins.Keys);

    [Theory]
    [InlineData(-1, 1)]
    [InlineData(DurationSketch.LastBin + 1, 1)]
    [InlineData(5, 0)]
    public void Stored_bins_that_cannot_be_are_refused(int bin, long count) => Assert.Throws<FormatException>(() => DurationSketch.From([new(bin, count)]));

    [Fact]
    public void What_is_collected_between_two_writes_is_one_tally_per_kind_and_hour()
    {
        var tallies = new KindTallies();
        var kind = new KindKey("blob.download", Core.Runs.StageKind.Measure, "{}", "local");
        var hour = new DateTimeOffset(2026, 3, 14, 9, 0, 0, TimeSpan.Zero);
        tallies.Add(kind, hour.AddMinutes(59.9), KindTally.OfEnd(FailureCause.TimedOut));
        tallies.Add(kind with { }, hour.ToOffset(TimeSpan.FromHours(5.5)), KindTally.OfSuccess(TimeSpan.FromSeconds(1)));
        tallies.Add(kind, hour.AddMinutes(60), KindTally.OfSuccess(TimeSpan.FromSeconds(1)));
        tallies.Add(kind with { Sku = "big" }, hour, KindTally.OfSuccess(TimeSpan.FromSeconds(1)));

        var drained = tallies.Drain();

        Assert.Equal(
            [("big", hour, 1), ("local", hour, 2), ("local", hour.AddHours(1), 1)],
            drained.Select(entry => (entry.Kind.Sku, entry.Hour, entry.Tally.Executions)));
        Assert.Empty(tallies.Drain());
    }
}
