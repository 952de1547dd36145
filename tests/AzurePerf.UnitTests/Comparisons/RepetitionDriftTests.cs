using AzurePerf.Core.Api;
using AzurePerf.Core.Comparisons;
using AzurePerf.Core.Measurements;
using AzurePerf.Core.Reports;
using Xunit;

namespace AzurePerf.UnitTests.Comparisons;

public sealed class RepetitionDriftTests
{
    private static readonly DateTimeOffset Start = new(2026, 3, 14, 9, 0, 0, TimeSpan.Zero);
    private static readonly double[] Hundred = ComparedPoints.Hundred;
    private static readonly double[] Drifting = [8.9, 9.4, 12.1, 11.8, 17, 19.5, 21.2, 24.2, 26, 28.9];

    [Fact]
    public void Values_that_rise_to_three_times_drift_and_level_ones_do_not()
    {
        var drifts = RepetitionDrift.Of([Drifting, Hundred, [.. Drifting.Reverse()]]);

        Assert.Equal([true, false, true], drifts.Select(drift => drift!.Drifts));
        Assert.InRange(drifts[0]!.LastOverFirst, 2.5, 4.5);
        Assert.Equal(1, drifts[0]!.LastOverFirst * drifts[2]!.LastOverFirst, 9);
    }

    [Fact]
    public void A_trend_too_small_to_matter_is_no_drift()
    {
        var drift = Assert.Single(RepetitionDrift.Of([[100, 100.2, 100.4, 100.6, 100.8, 101, 101.2, 101.4]]))!;

        Assert.True(drift.Probability < 0.001);
        Assert.False(drift.Drifts);
    }

    [Fact]
    public void The_more_combinations_a_run_has_the_more_each_must_show()
    {
        double[] weak = [100, 104, 103, 108, 109, 110];
        Assert.True(RepetitionDrift.Of([weak])[0]!.Drifts);

        Assert.False(RepetitionDrift.Of([weak, .. Enumerable.Repeat(Hundred, 9)])[0]!.Drifts);
    }

    [Fact]
    public void Four_values_and_values_that_are_not_positive_are_not_tested() =>
        Assert.Equal([null, null], RepetitionDrift.Of([[1, 2, 3, 4], [0, 1, 2, 3, 4, 5]]));

    [Fact]
    public void Two_identical_runs_one_after_the_other_on_a_drifting_target_are_not_told_apart_but_refused()
    {
        var baseline = At(ComparedRuns.Of((4, Drifting)), 0);
        var candidate = At(ComparedRuns.Of((4, Drifting.Times(3.3))), 60);

        var comparison = ComparedRuns.Compare(baseline, candidate);

        var point = Assert.Single(comparison.Points);
        Assert.Equal(ComparisonVerdict.NotComparable, point.Verdict);
        Assert.Equal([ComparisonObstacle.RepetitionsDrift], point.Obstacles);
        Assert.Matches("^repetitions drift \\(rising to 3.[0-9]+ times, p <0.0001 against rising to 3.[0-9]+ times, p <0.0001\\)$", ComparisonText.Obstacles(point));
        Assert.Equal([ComparisonCaution.OneAfterTheOther, "the repetitions of 1 of 1 configuration seem to rise or fall: where a run's own level was not steady while it was measured, its interval tells little"], comparison.Cautions);
        Assert.False(comparison.Interleaved);
    }

    [Fact]
    public void A_rise_that_chance_makes_in_one_run_of_fifty_is_told_and_not_refused()
    {
        double[] perhaps = [100, 101, 99, 104, 103, 108, 102, 106, 105, 107];
        var run = ComparedRuns.Of((4, perhaps));

        var comparison = ComparedRuns.Compare(At(run, 0), At(ComparedRuns.Of((4, Hundred)), 60));

        var drift = comparison.Points[0].Baseline.Drift!;
        Assert.InRange(drift.Probability, 0.005, 0.05);
        Assert.Equal((true, false), (drift.Drifts, drift.IsCertain));
        Assert.Empty(comparison.Points[0].Obstacles);
        Assert.Contains(comparison.Cautions, caution => caution.StartsWith("the repetitions of 1 of 1 configuration seem to rise or fall", StringComparison.Ordinal));
        Assert.StartsWith("repetitions seem to drift in 1 of 1 configuration", DriftText.Warning(RepetitionStatistics.Of(Shipped.Results(run.Spec, run.Points))), StringComparison.Ordinal);
    }

    [Fact]
    public void Only_runs_that_took_turns_give_a_sure_verdict()
    {
        var (baseline, candidate) = (ComparedRuns.Of((4, Hundred)), ComparedRuns.Of((4, [.. Hundred.Times(1.3).Reverse()])));

        var (turns, later) = (ComparedRuns.Compare(At(baseline, 0), At(candidate, 1)), ComparedRuns.Compare(At(baseline, 0), At(candidate, 60)));

        Assert.Equal((true, "faster"), (turns.Points[0].IsSure, ComparisonText.Of(turns.Points[0], turns.Quantity)));
        Assert.Equal((false, "likely faster"), (later.Points[0].IsSure, ComparisonText.Of(later.Points[0], later.Quantity)));
        Assert.False(ComparedRuns.Compare(baseline, candidate).Points[0].IsSure);
    }

    [Fact]
    public void Too_few_repetitions_to_look_for_what_speaks_against_it_give_no_sure_verdict()
    {
        var (baseline, candidate) = (ComparedRuns.Of((4, Hundred[..6])), ComparedRuns.Of((4, [.. Hundred[..6].Times(1.3).Reverse()])));

        var turns = ComparedRuns.Compare(At(baseline, 0), At(candidate, 1));

        Assert.Equal((false, "likely faster"), (turns.Points[0].IsSure, ComparisonText.Of(turns.Points[0], turns.Quantity)));
    }

    [Fact]
    public void Runs_that_took_turns_are_compared_although_both_drift()
    {
        var comparison = ComparedRuns.Compare(At(ComparedRuns.Of((4, Drifting)), 0), At(ComparedRuns.Of((4, Drifting)), 1));

        Assert.True(comparison.Interleaved);
        Assert.Empty(comparison.Points[0].Obstacles);
        Assert.DoesNotContain(ComparisonCaution.OneAfterTheOther, comparison.Cautions);
    }

    [Fact]
    public void Drift_can_be_what_the_comparison_is_about()
    {
        var (baseline, candidate) = (At(ComparedRuns.Of((4, Drifting)), 0), At(ComparedRuns.Of((4, Drifting.Times(5))), 60));

        Assert.Equal(ComparisonVerdict.Improved, ComparedRuns.Compare(baseline, candidate, new() { OnPurpose = ComparisonAspects.Read("drift")! }).Points[0].Verdict);
    }

    [Fact]
    public void Steady_runs_one_after_the_other_are_compared_with_a_caution()
    {
        var comparison = ComparedRuns.Compare(At(ComparedRuns.Of((4, Hundred)), 0), At(ComparedRuns.Of((4, Hundred.Times(1.3))), 60));

        Assert.Equal(ComparisonVerdict.Improved, comparison.Points[0].Verdict);
        Assert.Equal([ComparisonCaution.OneAfterTheOther], comparison.Cautions);
    }

    [Fact]
    public void A_configuration_of_which_a_side_has_no_value_does_not_hide_that_the_runs_took_turns()
    {
        var candidate = At(ComparedRuns.Of((4, Hundred), (16, Hundred)), 1).With(16, point => point.Result! with { Flags = [PointFlag.GeneratorBound] });

        var comparison = ComparedRuns.Compare(At(ComparedRuns.Of((4, Hundred), (16, Hundred)), 0), candidate);

        Assert.True(comparison.Interleaved);
        Assert.DoesNotContain(ComparisonCaution.OrderUnknown, comparison.Cautions);
    }

    [Fact]
    public void A_configuration_with_too_few_values_for_a_verdict_does_not_hide_that_the_runs_took_turns()
    {
        // At 16 clients the baseline was not limited only at the start of its time, the candidate only later.
        var baseline = Bound(At(ComparedRuns.Of((4, Hundred), (16, Hundred)), 0), repetition => repetition > 2);
        var candidate = Bound(At(ComparedRuns.Of((4, Hundred), (16, Hundred)), 1), repetition => repetition <= 2);

        var comparison = ComparedRuns.Compare(baseline, candidate);

        Assert.Equal([ComparisonVerdict.NoCredibleChange, ComparisonVerdict.NotComparable], comparison.Points.Select(point => point.Verdict));
        Assert.True(comparison.Interleaved);
        Assert.Empty(comparison.Cautions);

        static MeasuredRun Bound(MeasuredRun run, Func<int, bool> isBound) => run.With(16, point =>
            isBound(point.Repetition) ? point.Result! with { Flags = [PointFlag.GeneratorBound] } : point.Result!);
    }

    [Fact]
    public void Runs_of_which_no_configuration_has_enough_values_say_when_they_were_measured() =>
        Assert.False(ComparedRuns.Compare(At(ComparedRuns.Of((4, Hundred[..3])), 0), At(ComparedRuns.Of((4, Hundred[..3])), 60)).Interleaved);

    [Fact]
    public void Without_times_nobody_knows_whether_they_took_turns()
    {
        var comparison = ComparedRuns.Compare(ComparedRuns.Of((4, Hundred)), ComparedRuns.Of((4, Hundred)));

        Assert.Null(comparison.Interleaved);
        Assert.Equal([ComparisonCaution.OrderUnknown], comparison.Cautions);
    }

    [Fact]
    public void A_run_whose_repetitions_drift_says_so()
    {
        var run = ComparedRuns.Of((1, Hundred), (4, Drifting));

        var warning = DriftText.Warning(RepetitionStatistics.Of(Shipped.Results(run.Spec, run.Points)));

        Assert.Matches("^repetitions drift in 1 of 2 configurations: from the first to the last, opsPerSecond rises to about 3.[0-9]+ times \\(Mann-Kendall, p <0.0001\\)", warning);
        Assert.Null(DriftText.Warning(RepetitionStatistics.Of(Shipped.Results(run.Spec, run.Points.Take(10)))));
    }

    /// <summary>The run measured from so many minutes after the start, a repetition every minute.</summary>
    private static MeasuredRun At(MeasuredRun run, int minutes) => run.With(point => point with
    {
        ClaimedAt = Start.AddMinutes(minutes + point.Repetition),
        EndedAt = Start.AddMinutes(minutes + point.Repetition).AddSeconds(40),
    });
}
