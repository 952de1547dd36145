using AzurePerf.Core.Comparisons;
using Xunit;

namespace AzurePerf.UnitTests.Comparisons;

public sealed class ComparisonConfidenceTests
{
    private static readonly ConfidenceFacts Sure = new(
        ComparisonVerdict.Regressed, TookTurns: true, Repetitions: 10, Drifts: false, IsEmulator: false, Change: 0.25, NoiseFloor: 0.1,
        Probability: 0.01, Caution: "");

    [Fact]
    public void Runs_that_took_turns_with_ten_repetitions_and_no_caution_are_sure() =>
        Assert.Equal(Confidence.High, ComparisonConfidence.Of(Sure).Level);

    public static TheoryData<string, ConfidenceFacts, Confidence, string> Table => new()
    {
        { "nine repetitions", Sure with { Repetitions = 9 }, Confidence.Low, "a run has 9 of the 10 repetitions needed" },
        { "drift", Sure with { Drifts = true }, Confidence.Low, "a run was still changing while it was measured" },
        {
            "in turns or not, below twice the noise", Sure with { TookTurns = false, Change = 0.19 }, Confidence.Low,
            "the runs did not take turns, and halves of one run differ by up to 10.0 %"
        },
        {
            "order not known, below twice the noise", Sure with { TookTurns = null, Change = 0.19 }, Confidence.Low,
            "the runs did not take turns, and halves of one run differ by up to 10.0 %"
        },
        {
            "within the noise", Sure with { TookTurns = false, Change = 0.09 }, Confidence.Low,
            "the change is within the noise: halves of one run differ by up to 10.0 %"
        },
        {
            "noise not known", Sure with { TookTurns = false, NoiseFloor = null }, Confidence.Low,
            "the runs did not take turns, and a run's own noise is not known"
        },
        { "emulator", Sure with { IsEmulator = true }, Confidence.Low, "an emulator was measured, not a cloud" },
        { "not in turns, twice the noise", Sure with { TookTurns = false, Change = 0.2 }, Confidence.Medium, "the runs did not take turns" },
        { "a caution", Sure with { Caution = "beware" }, Confidence.Medium, "beware" },
        { "a probability above 1 %", Sure with { Probability = 0.011 }, Confidence.Medium, "the corrected p is above 1.00 %" },
        {
            "sameness needs no probability", Sure with { Verdict = ComparisonVerdict.NoCredibleChange, Probability = 1 }, Confidence.High,
            "the runs took turns and nothing speaks against it"
        },
        {
            "undecided", Sure with { Verdict = ComparisonVerdict.Undecided }, Confidence.Low,
            "the repetitions show neither a change nor that there is none"
        },
        { "not comparable", Sure with { Verdict = ComparisonVerdict.NotComparable }, Confidence.Low, "the runs cannot be compared here" },
    };

    [Theory]
    [InlineData(0.1, 0.2, 1.1, 0.2)]
    [InlineData(1.64, null, 1.76, 1.64)]
    [InlineData(null, 1.64, 1 / 1.76, 1.64)]
    [InlineData(0.1, null, 1.76, null)]
    [InlineData(null, null, 1.76, null)]
    public void The_noise_of_one_side_counts_as_far_as_it_explains_the_change(double? baseline, double? candidate, double ratio, double? floor) =>
        Assert.Equal(floor, ConfidenceFacts.FloorOf(baseline, candidate, ratio));

    [Theory]
    [MemberData(nameof(Table))]
    public void Each_line_of_the_table_decides(string line, ConfidenceFacts facts, Confidence level, string reason)
    {
        Assert.NotEmpty(line);
        Assert.Equal(new(level, reason), ComparisonConfidence.Of(facts));
    }
}
