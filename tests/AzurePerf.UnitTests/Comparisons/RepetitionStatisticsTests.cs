using AzurePerf.Core.Api;
using AzurePerf.Core.Comparisons;
using AzurePerf.Core.Experiments;
using AzurePerf.Core.Experiments.Compute;
using AzurePerf.Core.Measurements;
using AzurePerf.Core.Reports;
using AzurePerf.Core.Reports.Sections;
using AzurePerf.Core.Results;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Sections;
using AzurePerf.Core.Series;
using AzurePerf.UnitTests.Runs;
using Xunit;

namespace AzurePerf.UnitTests.Comparisons;

public sealed class RepetitionStatisticsTests
{
    private static readonly double[] Hundred = ComparedPoints.Hundred;

    [Fact]
    public void Twenty_repetitions_have_all_intervals()
    {
        var figures = Assert.Single(Of([.. Hundred, .. Hundred]));

        Assert.Equal(("opsPerSecond", "1/s", 20), (figures.Metric, figures.Unit, figures.Repetitions));
        // Ranks 6 and 15 of twenty; mean +- qt(0.975, 19) s / sqrt(20) (R).
        Assert.Equal((98.8, 101.2), (figures.MedianLow, figures.MedianHigh));
        Assert.Equal(99.9, figures.Median, 9);
        Assert.Equal(100.01, figures.Mean, 9);
        Assert.Equal(100.01 - figures.MeanLow!.Value, figures.MeanHigh!.Value - 100.01, 9);
        Assert.Equal(2.093024 * figures.Variation!.Value * 100.01 / Math.Sqrt(20), figures.MeanHigh.Value - 100.01, 5);
    }

    [Theory]
    [InlineData(5, false, false)]
    [InlineData(6, true, false)]
    [InlineData(19, true, false)]
    [InlineData(20, true, true)]
    public void Fewer_repetitions_have_fewer_intervals(int repetitions, bool median, bool mean)
    {
        double[] twenty = [.. Hundred, .. Hundred];

        var figures = Assert.Single(Of(twenty[..repetitions]));

        Assert.Equal((median, mean), (figures.MedianHigh is not null, figures.MeanHigh is not null));
        Assert.Equal(median, Sections(figures).Count == 1);
    }

    [Fact]
    public void Floating_point_operations_are_counted_where_tables_count_them()
    {
        var run = ComparedRuns.Of((1, Hundred));
        var spec = SampleSpecs.Of("""{ "experiment": "compute.dgemm", "preset": "quick", "repetitions": 10, "seed": 1, "parameters": { "clients": [1] } }""");
        var points = run.Points.Select(point => point with { Levels = new() { ["clients"] = 1 } }).ToArray();

        var figures = Assert.Single(RepetitionStatistics.Of(Shipped.Results(spec, points)));

        var flop = ((DgemmOptions)RunPlanner.Bind(Shipped.Experiments.Find("compute.dgemm")!, spec, figures.Levels)).FlopPerOperation;
        Assert.Equal(("flopPerSecond", "FLOP/s"), (figures.Metric, figures.Unit));
        Assert.Equal(99.9 * flop, figures.Median, flop * 1e-9);
        var comparison = RunComparison.Of(
            new(Shipped.ExperimentOf(spec), spec, points), new(Shipped.ExperimentOf(spec), spec, points),
            (new("a", "", "quick", "local", 10, default), new("b", "", "quick", "local", 10, default)),
            Shipped.Experiments.Find("compute.dgemm")!.Headline(spec.Parameters)!, new());
        Assert.Equal(("flopPerSecond", "FLOP/s", figures.Median), (comparison.Metric, comparison.Unit, comparison.Points[0].Baseline.Median!.Value));
        Assert.Equal(MetricText.Value(figures.Median, "FLOP/s"), new HeadlineRate(Shipped.ExperimentOf(spec)!, spec).Text(99.9, figures.Levels));
    }

    [Fact]
    public void Values_below_zero_vary_as_much_as_the_same_above_it()
    {
        Assert.Equal(Math.Sqrt(2) / 11, SpreadStatistics.Of([-10, -12]).Variation!.Value, 1e-12);
        Assert.Equal(Assert.Single(Of(Hundred)).Variation!.Value, Assert.Single(Of([.. Hundred.Select(value => -value)])).Variation!.Value, 1e-12);
    }

    [Fact]
    public void One_repetition_has_no_variation_and_none_no_figures()
    {
        Assert.Null(Assert.Single(Of([100])).Variation);
        Assert.Empty(RepetitionStatistics.Of(Shipped.Results(ComparedRuns.Of((1, Hundred)).Spec, [])));
    }

    [Fact]
    public void Repetitions_that_the_generator_limited_are_counted_and_not_used()
    {
        var run = ComparedRuns.Of((1, [.. Hundred, 900])).With(1, point => point.Repetition == 11 ? point.Result! with { Flags = [PointFlag.GeneratorBound] } : point.Result!);

        var figures = Assert.Single(RepetitionStatistics.Of(Shipped.Results(run.Spec, run.Points)));

        Assert.Equal((10, 1), (figures.Repetitions, figures.LeftOut.GeneratorBound));
        Assert.Equal(100.01, figures.Mean, 9);
    }

    [Fact]
    public void Combinations_without_a_line_are_counted()
    {
        var run = ComparedRuns.Of((1, Hundred), (4, Hundred[..3]), (16, Hundred[..4]));

        Assert.Equal(
            ["2 of 3 configurations are not in the table: fewer than 6 repetitions that count"],
            Assert.Single(Sections([.. RepetitionStatistics.Of(Shipped.Results(run.Spec, run.Points))])).Notes);
        Assert.Empty(Assert.Single(Sections([.. Of(Hundred)])).Notes);
    }

    [Fact]
    public void Cells_are_printed_as_agreed() => Assert.Equal(
        ["6", "100", "97.9 to 102", "99.9", "-", "1.77 %", "-"], RepetitionSection.Cells(Assert.Single(Of(Hundred[..6]))).Select(cell => cell.Text));

    private static IReadOnlyList<ReportSection> Sections(params RepetitionStatistics[] figures) => [.. RepetitionSection.Of(new(null, []), figures)];

    private static IReadOnlyList<RepetitionStatistics> Of(double[] values)
    {
        var run = ComparedRuns.Of((1, values));
        return RepetitionStatistics.Of(Shipped.Results(run.Spec, run.Points));
    }
}
