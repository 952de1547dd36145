using AzurePerf.Core.Api;
using AzurePerf.Core.Comparisons;
using Xunit;

namespace AzurePerf.UnitTests.Comparisons;

public sealed class ComparisonAnswerTests
{
    private static readonly double[] Hundred = ComparedPoints.Hundred;
    private static readonly double[] Noisy = [70, 130, 85, 118, 95, 104, 78, 125, 91, 110];
    private static readonly MeasuredRun Baseline = ComparedRuns.Of((1, Hundred), (4, Hundred.Times(3)), (16, Hundred.Times(9)));

    [Fact]
    public void The_worst_change_leads_and_the_rest_follows()
    {
        var answer = AnswerOf(Baseline, ComparedRuns.Of((1, Hundred.Times(1.3)), (4, Hundred.Times(3)), (16, Hundred.Times(6))));

        Assert.Equal(ComparisonVerdict.Regressed, answer.Verdict);
        Assert.Equal("Slower at 16 clients: -33 % (95 % CI -34 to -32 %)", answer.Sentence);
        Assert.Equal("Faster at 1 client (+30 %). No change at 4 clients (0 %).", answer.Rest);
        Assert.Equal(Confidence.Low, answer.Confidence);
        Assert.Equal("the runs did not take turns, and a run's own noise is not known", answer.Reason);
        Assert.Equal((MeasureAgain.Candidate, "Run the candidate again before you act on it: what lasts shows again."), (answer.Again, answer.Next));
    }

    [Fact]
    public void Where_the_requests_differ_both_are_to_run_again_in_turns()
    {
        var slower = ComparedRuns.Of((1, Hundred.Times(0.7)), (4, Hundred.Times(3)), (16, Hundred.Times(9)));

        var answer = AnswerOf(Baseline, slower with { Spec = slower.Spec with { Target = "west" } });

        Assert.Equal((MeasureAgain.Both, "Run both again, in turns, before you act on it."), (answer.Again, answer.Next));
    }

    [Fact]
    public void Several_slower_configurations_are_counted_and_the_worst_is_named()
    {
        var answer = AnswerOf(Baseline, ComparedRuns.Of((1, Hundred), (4, Hundred.Times(2.4)), (16, Hundred.Times(6))));

        Assert.Equal("Slower at 2 of 3 configurations, most at 16 clients: -33 % (95 % CI -34 to -32 %)", answer.Sentence);
        Assert.Equal("No change at 1 client (0 %).", answer.Rest);
    }

    [Fact]
    public void A_run_that_is_the_same_everywhere_says_so_with_its_greatest_change()
    {
        var answer = AnswerOf(Baseline, Baseline);

        Assert.Equal("No change at all 3 configurations, greatest at 1 client: 0 % (95 % CI -1.6 to +1.6 %)", answer.Sentence);
        Assert.Equal("", answer.Rest);
    }

    [Fact]
    public void A_run_that_measured_less_than_the_baseline_says_how_much_the_answer_does_not_tell() => Assert.Equal(
        "Faster at 1 client (+30 %). The candidate did not measure 1 of 3 configurations of the baseline.",
        AnswerOf(Baseline, ComparedRuns.Of((1, Hundred.Times(1.3)), (4, Hundred.Times(2)))).Rest);

    [Fact]
    public void An_undecided_run_says_what_would_decide_it()
    {
        var answer = AnswerOf(ComparedRuns.Of((1, Hundred)), ComparedRuns.Of((1, Noisy)));

        Assert.Equal(ComparisonVerdict.Undecided, answer.Verdict);
        Assert.StartsWith("Not sure: ", answer.Sentence, StringComparison.Ordinal);
        Assert.Matches(@"^Measure about \d+ more repetitions of each run\.$", answer.Next);
    }

    [Fact]
    public void Runs_that_cannot_be_compared_say_why()
    {
        var answer = AnswerOf(Baseline, Baseline.With("operationsPerClient", 7));

        Assert.Equal("Not comparable at all 3 configurations: other fixed parameters (operationsPerClient 50 against 7)", answer.Sentence);
        Assert.Equal("Allow what differs, if that is what you compare, or measure both runs alike.", answer.Next);
    }

    [Fact]
    public void Two_runs_without_a_configuration_in_common_have_no_answer() =>
        Assert.Null(ComparedRuns.Compare(ComparedRuns.Of((1, Hundred)), ComparedRuns.Of((2, Hundred))).Answer);

    [Theory]
    [InlineData(0.748, "-25 %")]
    [InlineData(1.042, "+4.2 %")]
    [InlineData(1.0994, "+9.9 %")]
    [InlineData(1.0996, "+10 %")]
    [InlineData(0.99996, "0 %")]
    [InlineData(1.0, "0 %")]
    [InlineData(25.0, "+2,400 %")]
    [InlineData(null, "-")]
    public void Changes_have_two_digits_that_mean_something(double? ratio, string text) => Assert.Equal(text, ComparisonText.Change(ratio));

    [Theory]
    [InlineData(0.0004, "<0.001")]
    [InlineData(0.05, "0.05")]
    [InlineData(0.0504, ">0.05")] // not sure, and 0.05 would be sure
    [InlineData(0.0506, "0.051")]
    [InlineData(null, "-")]
    public void A_probability_is_not_rounded_to_what_would_be_a_change(double? probability, string text) => Assert.Equal(text, ComparisonText.Probability(probability));

    private static ComparisonAnswer AnswerOf(MeasuredRun baseline, MeasuredRun candidate) => ComparedRuns.Compare(baseline, candidate).Answer!;
}
