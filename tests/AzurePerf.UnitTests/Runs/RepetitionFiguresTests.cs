using AzurePerf.Core.Measurements;
using AzurePerf.Core.Reports;
using AzurePerf.Core.Runs;
using AzurePerf.UnitTests.Comparisons;
using Xunit;

namespace AzurePerf.UnitTests.Runs;

public sealed class RepetitionFiguresTests
{
    private static readonly double[] Hundred = ComparedPoints.Hundred;

    [Fact]
    public void Ten_repetitions_have_all_intervals()
    {
        var figures = Assert.Single(Of(Hundred));

        Assert.Equal(("opsPerSecond", "1/s", 10), (figures.Metric, figures.Unit, figures.Repetitions));
        // Ranks 2 and 9 of ten; mean +- qt(0.975, 9) s / sqrt(10) (R).
        Assert.Equal((98.1, 101.9), (figures.MedianLow, figures.MedianHigh));
        Assert.Equal(99.9, figures.Median, 9);
        Assert.Equal(100.01, figures.Mean, 9);
        Assert.Equal(100.01 - figures.MeanLow!.Value, figures.MeanHigh!.Value - 100.01, 9);
        Assert.Equal(2.262157 * figures.Variation!.Value * 100.01 / Math.Sqrt(10), figures.MeanHigh.Value - 100.01, 5);
        Assert.InRange(figures.Variation.Value, figures.VariationLow!.Value, figures.VariationHigh!.Value);
    }

    [Theory]
    [InlineData(4, false, false, false)]
    [InlineData(5, true, false, false)]
    [InlineData(6, true, true, false)]
    [InlineData(9, true, true, false)]
    [InlineData(10, true, true, true)]
    public void Fewer_repetitions_have_fewer_intervals(int repetitions, bool mean, bool median, bool variation)
    {
        var figures = Assert.Single(Of(Hundred[..repetitions]));

        Assert.Equal((mean, median, variation), (figures.MeanHigh is not null, figures.MedianHigh is not null, figures.VariationHigh is not null));
        Assert.Equal(mean, RepetitionText.Shown([figures]).Count == 1);
    }

    [Fact]
    public void One_repetition_has_no_variation_and_none_no_figures()
    {
        Assert.Null(Assert.Single(Of([100])).Variation);
        Assert.Empty(RepetitionFigures.Of(ComparedRuns.Of((1, Hundred)).Spec, []));
    }

    [Fact]
    public void Repetitions_that_the_generator_limited_are_counted_and_not_used()
    {
        var run = ComparedRuns.Of((1, [.. Hundred, 900])).With(1, point => point.Repetition == 11 ? point.Summary! with { Flags = [PointFlag.GeneratorBound] } : point.Summary!);

        var figures = Assert.Single(RepetitionFigures.Of(run.Spec, run.Points));

        Assert.Equal((10, 1), (figures.Repetitions, figures.LeftOut.GeneratorBound));
        Assert.Equal(100.01, figures.Mean, 9);
    }

    [Fact]
    public void Combinations_without_a_line_are_counted()
    {
        var run = ComparedRuns.Of((1, Hundred), (4, Hundred[..3]), (16, Hundred[..4]));

        Assert.Equal("2 of 3 combinations are not in the table: fewer than 5 repetitions that count", RepetitionText.NotShown(RepetitionFigures.Of(run.Spec, run.Points)));
        Assert.Null(RepetitionText.NotShown(Of(Hundred)));
    }

    [Fact]
    public void Cells_are_printed_as_agreed() => Assert.Equal(
        ["6", "100", "97.9 to 102", "99.9", "98.1 to 102", "1.77 %", "-", "-"], RepetitionText.Cells(Assert.Single(Of(Hundred[..6]))));

    private static IReadOnlyList<RepetitionFigures> Of(double[] values)
    {
        var run = ComparedRuns.Of((1, values));
        return RepetitionFigures.Of(run.Spec, run.Points);
    }
}
