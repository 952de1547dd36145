using System.Text.Json.Nodes;
using AzurePerf.Core.Api;
using AzurePerf.Core.Comparisons;
using AzurePerf.Core.Experiments;
using AzurePerf.Core.Measurements;
using AzurePerf.Core.Reports;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Texts;
using Xunit;

namespace AzurePerf.UnitTests.Comparisons;

public sealed class RunComparisonTests
{
    private static readonly double[] Hundred = ComparedPoints.Hundred;
    private static readonly MeasuredRun Baseline = ComparedRuns.Of((1, Hundred), (4, Hundred.Times(3)), (16, Hundred.Times(9)));

    [Fact]
    public void Each_combination_has_its_own_verdict()
    {
        var candidate = ComparedRuns.Of((1, Hundred.Times(1.3)), (4, Hundred.Times(3)), (16, Hundred.Times(6)));

        var comparison = ComparedRuns.Compare(Baseline, candidate);

        Assert.Equal(
            [ComparisonVerdict.Improved, ComparisonVerdict.NoCredibleChange, ComparisonVerdict.Regressed], comparison.Points.Select(point => point.Verdict));
        Assert.Equal(1.3, comparison.Points[0].Ratio!.Value, 0.001);
        Assert.InRange(1.3, comparison.Points[0].RatioLow!.Value, comparison.Points[0].RatioHigh!.Value);
        Assert.Equal((10, 99.9), (comparison.Points[0].Baseline.Repetitions, Math.Round(comparison.Points[0].Baseline.Median!.Value, 9)));
        Assert.All(comparison.Points, point => Assert.Null(point.RepetitionsNeeded));
    }

    [Fact]
    public void An_undecided_pair_says_how_many_repetitions_would_decide()
    {
        double[] noisy = [70, 130, 85, 118, 95, 104, 78, 125, 91, 110];
        var point = Assert.Single(ComparedRuns.Compare(ComparedRuns.Of((1, Hundred)), ComparedRuns.Of((1, noisy))).Points);

        Assert.Equal(ComparisonVerdict.Undecided, point.Verdict);
        Assert.InRange(point.RepetitionsNeeded!.Value, 11, 1_000);
        Assert.Contains($"needs about {NumberFormat.Count(point.RepetitionsNeeded.Value - 10)} more repetitions", ComparisonText.Advice(point), StringComparison.Ordinal);
    }

    [Fact]
    public void A_run_that_has_only_the_default_of_a_factor_is_compared_with_the_points_at_it_of_one_that_lists_more()
    {
        var sweep = ComparedRuns.WithDataset((1, 1_000), (4, 0));
        var alone = ComparedRuns.Of((4, Hundred)).With("datasetEntities", new JsonArray(0));

        var (forth, back) = (ComparedRuns.Compare(alone, sweep), ComparedRuns.Compare(sweep, alone));

        Assert.Equal(ComparisonVerdict.NoCredibleChange, Assert.Single(forth.Points).Verdict);
        Assert.Equal(1_000, Assert.Single(forth.OnlyCandidate)["datasetEntities"]!.GetValue<int>());
        Assert.Empty(forth.OnlyBaseline);
        Assert.Equal((1, 1, 0), (back.Points.Count, back.OnlyBaseline.Count, back.OnlyCandidate.Count));
        Assert.All([forth, back], compared => Assert.Equal(0, compared.Points[0].Levels["datasetEntities"]!.GetValue<int>()));
    }

    [Fact]
    public void What_must_be_the_same_is_said_with_both_values()
    {
        var candidate = Baseline.With(point => point with { Sdk = "Azure.Data.Tables 12.10.0", Build = "0.2.0+def", Sku = "" });
        candidate = candidate with { Spec = candidate.Spec with { Scale = "paper", Tags = [] } };

        var point = ComparedRuns.Compare(Baseline, candidate).Points[0];

        Assert.Equal(ComparisonVerdict.NotComparable, point.Verdict);
        Assert.Equal(
            "other SDK (Azure.Data.Tables 12.9.1 against Azure.Data.Tables 12.10.0); other build (0.1.0+abc against 0.2.0+def); "
            + "other machine size (Standard_D4s_v5 against unknown); other region (westeurope against unknown); other scale (custom against paper)",
            ComparisonText.Obstacles(point));
        Assert.Null(point.Ratio);
    }

    [Fact]
    public void Another_fixed_parameter_or_number_of_workers_forbids_a_comparison_unless_it_is_what_is_compared()
    {
        var longer = Baseline.With("operationsPerClient", 7);
        var spread = Baseline with { Spec = Baseline.Spec with { Workers = 2 } };

        Assert.Equal([ComparisonObstacle.OtherParameters], ComparedRuns.Compare(Baseline, longer).Points[0].Obstacles);
        Assert.Equal([ComparisonObstacle.OtherParameters], ComparedRuns.Compare(Baseline, spread).Points[0].Obstacles);
        Assert.Empty(ComparedRuns.Compare(Baseline, longer, new() { OnPurpose = ComparisonAspects.Read("parameters")! }).Points[0].Obstacles);
    }

    [Fact]
    public void Another_text_forbids_a_comparison_and_is_said_in_short()
    {
        var (europe, long_) = (Baseline.With("area", "h18v04, h19v04"), Baseline.With("area", "polygon " + new string('8', 4_000)));

        Assert.Empty(ComparedRuns.Compare(europe, Baseline.With("area", "h18v04, h19v04")).Points[0].Obstacles);
        Assert.Equal(
            $"other fixed parameters (area h18v04, h19v04 against polygon {new string('8', 56)}...)", ComparisonText.Obstacles(ComparedRuns.Compare(europe, long_).Points[0]));
    }

    [Fact]
    public void Three_repetitions_against_three_are_never_compared()
    {
        var comparison = ComparedRuns.Compare(ComparedRuns.Of((1, [1, 2, 3])), ComparedRuns.Of((1, [100, 200, 300])));

        Assert.Equal("fewer than 6 repetitions (3 against 3)", ComparisonText.Obstacles(Assert.Single(comparison.Points)));
    }

    [Fact]
    public void A_candidate_of_which_most_operations_fail_is_neither_better_nor_worse()
    {
        var point = Assert.Single(ComparedRuns.Compare(ComparedRuns.Of((1, Hundred)), ComparedRuns.Of((1, Hundred.Times(1.3))).Failing(1, 14)).Points);

        Assert.Equal(ComparisonVerdict.NotComparable, point.Verdict);
        Assert.Equal("other share of failures (0 % of 200 operations against 70.0 % of 200 operations)", ComparisonText.Obstacles(point));
        Assert.Equal("failed: 0 % of 200 operations against 70.0 % of 200 operations", ComparisonText.Failures(point));
    }

    [Theory]
    [InlineData(1.0, 0, 8, ComparisonVerdict.Undecided)]
    [InlineData(1.3, 0, 12, ComparisonVerdict.Undecided)]
    [InlineData(0.7, 0, 8, ComparisonVerdict.Regressed)]
    [InlineData(1.0, 0, 1, ComparisonVerdict.NoCredibleChange)] // one more at the bad end changes nothing
    [InlineData(1.3, 0, 4, ComparisonVerdict.Improved)]
    [InlineData(1.0, 8, 8, ComparisonVerdict.NoCredibleChange)] // nor does what happened to both alike
    [InlineData(1.0, 8, 0, ComparisonVerdict.NoCredibleChange)]
    public void A_candidate_is_not_the_same_or_better_by_leaving_out_repetitions_that_may_have_been_worse(
        double factor, int baselineFailed, int candidateFailed, ComparisonVerdict verdict)
    {
        var point = Assert.Single(ComparedRuns.Compare(
            Losing(ComparedRuns.Of((1, [.. Hundred, .. Hundred])), baselineFailed),
            Losing(ComparedRuns.Of((1, [.. Hundred.Times(factor), .. Hundred.Times(factor)])), candidateFailed)).Points);

        Assert.Equal((verdict, verdict == ComparisonVerdict.Undecided ? candidateFailed : 0), (point.Verdict, point.MayBeWorse));
    }

    [Fact]
    public void What_is_left_out_of_the_candidate_and_may_have_been_worse_is_the_reason_why_it_is_undecided()
    {
        var run = ComparedRuns.Of((1, [.. Hundred, .. Hundred]));
        var answer = ComparedRuns.Compare(run, Losing(run, 8)).Answer!;

        Assert.Equal(("Not sure: 0 % (95 % CI -1.1 to +1.3 %)", Confidence.Low), (answer.Sentence, answer.Confidence));
        Assert.Equal("8 of 20 repetitions of the candidate do not count and may have been worse", answer.Reason);
        Assert.Equal("See why repetitions of the candidate do not count: the others show no regression.", answer.Next);
    }

    [Fact]
    public void What_the_measuring_machine_limited_or_a_cache_answered_was_not_worse()
    {
        var run = ComparedRuns.Of((1, [.. Hundred, .. Hundred]));

        Assert.All([PointFlag.GeneratorBound, PointFlag.CacheSuspect], flag => Assert.Equal(
            ComparisonVerdict.NoCredibleChange,
            ComparedRuns.Compare(run, run.With(point => point.Repetition > 8 ? point : point with { Result = point.Result! with { Flags = [flag] } }))
                .Points[0].Verdict));
    }

    [Fact]
    public void More_failures_are_a_worse_share_that_succeeded()
    {
        var (baseline, candidate) = (ComparedRuns.Of((1, Hundred)), ComparedRuns.Of((1, Hundred)).Failing(1, 6));

        var answer = ComparedRuns.Compare(baseline, candidate, metric: OperationMetrics.SucceededShare).Answer!;

        Assert.Equal((ComparisonVerdict.Regressed, "Worse: -30 % (95 % CI -30 to -30 %)"), (answer.Verdict, answer.Sentence));
    }

    [Fact]
    public void Shares_that_succeeded_are_not_the_same_within_the_margin_where_other_shares_failed()
    {
        var (baseline, candidate) = (Thousands(failed: 0), Thousands(failed: 40));

        var comparison = ComparedRuns.Compare(baseline, candidate, metric: OperationMetrics.SucceededShare);
        var allowed = ComparedRuns.Compare(
            baseline, candidate, new() { OnPurpose = ComparisonAspects.Read("failures")! }, OperationMetrics.SucceededShare);

        Assert.Equal(
            "Not comparable: other share of failures (0 % of 10,000 operations against 4.00 % of 10,000 operations)", comparison.Answer!.Sentence);
        Assert.Null(Assert.Single(comparison.Points).Ratio);
        Assert.Equal(ComparisonVerdict.NoCredibleChange, Assert.Single(allowed.Points).Verdict);
        Assert.Equal(
            ComparisonVerdict.NoCredibleChange,
            Assert.Single(ComparedRuns.Compare(candidate, candidate, metric: OperationMetrics.SucceededShare).Points).Verdict);
    }

    [Theory]
    [InlineData(30, 20, ComparisonVerdict.NoCredibleChange)] // both lost a third
    [InlineData(15, 30, ComparisonVerdict.Undecided)]
    public void A_loss_that_both_had_alike_is_not_the_candidates_where_the_machine_limited_it_as_well(
        int limited, int candidateFailed, ComparisonVerdict verdict)
    {
        var run = ComparedRuns.Of((1, [.. Enumerable.Repeat(Hundred, 6).SelectMany(values => values)]));
        var candidate = Losing(run, candidateFailed).With(point => point.Repetition <= 60 - limited ? point : point with
        {
            Result = point.Result! with { Flags = [PointFlag.GeneratorBound] },
        });

        Assert.Equal(verdict, Assert.Single(ComparedRuns.Compare(Losing(run, 20), candidate).Points).Verdict);
    }

    [Fact]
    public void Equal_runs_without_a_margin_are_not_said_to_vary_too_much()
    {
        var run = ComparedRuns.Of((1, [.. Enumerable.Repeat(100.0, 10)]));

        var answer = ComparedRuns.Compare(run, run, new() { Margin = 0 }).Answer!;

        Assert.Equal("Not sure: 0 % (95 % CI 0 to 0 %)", answer.Sentence);
        Assert.Equal("Compare with a margin: the change that you would not act on.", answer.Next);
        Assert.Equal("nothing differs, but without a margin nothing is shown to be the same", ComparisonText.Advice(
            Assert.Single(ComparedRuns.Compare(run, run, new() { Margin = 0 }).Points)));
    }

    [Fact]
    public void A_percentile_that_no_repetition_has_is_what_is_missing()
    {
        var run = ComparedRuns.Of((1, Hundred[..6]));
        var point = Assert.Single(ComparedRuns.Compare(run, run, metric: OperationMetrics.P99Latency).Points);

        Assert.Equal("too few operations for the metric (6 of 6 repetitions against 6 of 6 repetitions)", ComparisonText.Obstacles(point));
        Assert.Equal("left out of the baseline: 6 of 6 repetitions (6 too few operations)", ComparisonText.LeftOut("the baseline", point.Baseline));
    }

    [Fact]
    public void Points_are_listed_as_the_baseline_lists_them_and_what_one_run_lacks_is_named()
    {
        var comparison = ComparedRuns.Compare(ComparedRuns.Of((16, Hundred), (4, Hundred)), ComparedRuns.Of((1, Hundred), (4, Hundred), (16, Hundred)));

        Assert.Equal([16, 4], comparison.Points.Select(point => point.Levels["clients"]!.GetValue<int>()));
        Assert.Empty(comparison.OnlyBaseline);
        Assert.Equal(1, Assert.Single(comparison.OnlyCandidate)["clients"]!.GetValue<int>());
    }

    [Theory]
    [InlineData("", 0)]
    [InlineData("sdk", 1)]
    [InlineData(" sdk , build ", 2)]
    public void What_may_differ_is_a_list_of_words(string list, int count) => Assert.Equal(count, ComparisonAspects.Read(list)!.Count);

    [Fact]
    public void A_word_that_is_none_is_refused() => Assert.Null(ComparisonAspects.Read("sdk,colour"));

    [Fact]
    public void Medians_that_tell_something_else_than_the_ratio_are_said_to()
    {
        // Two groups of values on either side: the medians fall, and of two values, one of either side, the second is the greater.
        double[] first = [91.5, 31, 91.3, 33, 91.6, 32, 91.4];
        double[] second = [52, 141, 50, 142, 54, 140, 51];

        var grouped = ComparedRuns.Compare(ComparedRuns.Of((1, first)), ComparedRuns.Of((1, second))).Points[0];
        var plain = ComparedRuns.Compare(ComparedRuns.Of((1, ComparedPoints.Hundred)), ComparedRuns.Of((1, [.. ComparedPoints.Hundred.Select(value => 1.2 * value)]))).Points[0];

        Assert.Equal((91.3, 54), (grouped.Baseline.Median, grouped.Candidate.Median));
        Assert.InRange(grouped.Ratio!.Value, 1.5, 1.6);
        Assert.Equal((true, false), (ComparisonText.MediansDisagree(grouped with { RatioLow = 1 }), ComparisonText.MediansDisagree(plain)));
        Assert.Equal(grouped.RatioLow * 91.3 > 54, ComparisonText.MediansDisagree(grouped));
    }

    /// <summary>Ten repetitions of a thousand operations each.</summary>
    private static MeasuredRun Thousands(long failed) =>
        ComparedRuns.Of((1, Hundred)).With(1, point => point.Result!.With(operations => operations with { Operations = 1_000 })).Failing(1, failed);

    /// <summary>So many of the first repetitions failed for good.</summary>
    private static MeasuredRun Losing(MeasuredRun run, int failed) =>
        run.With(point => point.Repetition > failed ? point : point with { Status = PointStatus.Failed, Result = null });
}
