using AzurePerf.Core.Charts;
using AzurePerf.Core.Charts.Levels;
using AzurePerf.Core.Comparisons;
using AzurePerf.Core.Experiments;
using AzurePerf.UnitTests.Comparisons;
using Xunit;

namespace AzurePerf.UnitTests.Charts;

public sealed class ComparisonChartTests
{
    private static readonly MeasuredRun Run = ComparedRuns.Of((1, ComparedPoints.Hundred), (4, ComparedPoints.Hundred));

    [Fact]
    public void The_longest_latency_of_several_repetitions_is_called_the_largest_and_its_band_the_range()
    {
        var chart = Of(OperationMetrics.LongestLatency, Run);

        Assert.Equal("Longest latency, the largest of the repetitions, of a against clients.", chart.Caption);
        Assert.Equal(["Bands reach from the smallest value of the repetitions to the largest."], chart.Notes);
        Assert.Contains(chart.Table.Columns, column => column.Name == "largest");
        Assert.DoesNotContain(chart.Table.Columns, column => column.Name == "median");
    }

    [Fact]
    public void A_median_is_of_as_many_values_as_repetitions_have_one()
    {
        var chart = Of(OperationMetrics.P95Latency, Run.With(1, point => point.Repetition > 2
            ? point.Result!
            : point.Result!.With(operations => operations with { Latency = operations.Latency with { P95Nanoseconds = null } })));

        Assert.Equal(["n = 8", "n = 10"], chart.Series[0].Points.Select(point => point.Note));
        Assert.Equal([8L, 10L], chart.Table.Rows.Select(row => row[^1]));
    }

    private static Chart Of(Metric metric, MeasuredRun run) => ComparisonChart.Of(run.Experiment!, metric, [("a", run)])!;
}
