using AzurePerf.Core.Api;
using AzurePerf.Core.Comparisons;
using AzurePerf.Core.Experiments;
using AzurePerf.Core.Runs;
using AzurePerf.UnitTests.Statistics;
using Xunit;

namespace AzurePerf.UnitTests.Comparisons;

public sealed class AaPointTests
{
    [Fact]
    public void The_floor_is_taken_over_all_turns_and_the_sides_over_their_own()
    {
        var values = ReferenceSamples.LogNormal(new Random(1), 20, 100, 0.05);

        var point = Assert.Single(Measure(values));

        Assert.Equal(NoiseFloor.Of(values, 1, new()), point.Noise);
        Assert.Equal((10, 10), (point.SideA.Repetitions, point.SideB.Repetitions));
        Assert.NotEqual(ComparisonVerdict.NotComparable, point.Verdict);
        Assert.InRange(point.Ratio!.Value, 0.9, 1.1);
    }

    [Fact]
    public void A_drift_falls_on_both_sides_because_they_take_turns()
    {
        // Each turn of five is 10 % faster than the one before: the later half by 21 %, B by 10 %.
        var values = ReferenceSamples.LogNormal(new Random(2), 20, 100, 0.005).Select((value, index) => value * Math.Pow(1.1, index / 5)).ToArray();

        var point = Assert.Single(Measure(values));

        Assert.Equal(1.21, point.Noise!.LaterOverEarlier, 0.02);
        Assert.Equal(1.1, point.Ratio!.Value, 0.02);
    }

    [Fact]
    public void Too_few_repetitions_have_no_floor() => Assert.Null(Assert.Single(Measure([98, 99, 101, 102, 97, 103, 100, 104])).Noise);

    [Fact]
    public void What_one_side_lost_was_not_worse_because_both_are_the_same()
    {
        var runs = Turns(ReferenceSamples.LogNormal(new Random(1), 40, 100, 0.01));
        var losing = runs.Select(run => !run.IsB ? run : run with
        {
            Run = run.Run.With(point => point.Repetition > 4 ? point : point with { Status = PointStatus.Failed, Result = null }),
        });

        Assert.Equal(ComparisonVerdict.NoCredibleChange, Assert.Single(AaPoint.Of([.. losing], OperationMetrics.OperationRate, new())).Verdict);
    }

    private static IReadOnlyList<AaPoint> Measure(double[] values) => AaPoint.Of(Turns(values), OperationMetrics.OperationRate, new());

    private static AaRun[] Turns(double[] values) =>
        [.. values.Chunk(values.Length / 4).Select((turn, index) => new AaRun(index % 2 == 1, ComparedRuns.Of((4, turn))))];
}
