using System.Text.Json.Nodes;
using AzurePerf.Core.Comparisons;
using AzurePerf.Core.Experiments;
using AzurePerf.Core.Reports.Columns;
using AzurePerf.Core.Reports.Sections;
using AzurePerf.Core.Runs;
using AzurePerf.UnitTests.Cli;
using AzurePerf.UnitTests.Results;
using Xunit;

namespace AzurePerf.UnitTests.Reports.Columns;

public sealed class PointColumnsTests
{
    [Fact]
    public void Factors_and_what_stages_found_have_columns_of_their_own_whatever_they_are_called()
    {
        var run = SampleRuns.Run("sample.pipeline", """{"workers": [1, 2], "state": ["a", "b"], "error": [1, 2], "colour": ["red", "blue"], "things": 7}""");
        var point = SampleRuns.Measured(1, 1, """{"workers": 2, "state": "b", "error": 1, "colour": "red", "bytes": 5, "build": 6, "things": 9, "place": 8}""", SampleRuns.Summary(1, 10, 1, 1));
        var points = RunReport.Of(null, run.Spec, run.Id, RunStatus.Completed, emulator: false, [point]);

        var columns = PointColumns.Of(run, points, null);

        Assert.Equal(columns.Count, columns.DistinctBy(column => column.Name).Count());
        var row = Assert.Single(PointColumns.Rows(points));
        Assert.Equal(
            [("parameters.workers", 2L), ("parameters.state", "b"), ("parameters.error", 1L), ("colour", "red"), ("levels.bytes", 5L), ("levels.build", 6L), ("levels.things", 9L), ("place", 8L), ("parameters.things", 7L)],
            new[] { "parameters.workers", "parameters.state", "parameters.error", "colour", "levels.bytes", "levels.build", "levels.things", "place", "parameters.things" }
                .Select(name => (name, columns.Single(column => column.Name == name).Read(row)!)));
    }

    [Theory]
    [InlineData("p50", "median life", "s")]
    [InlineData("p50", "median latency", "ns")]
    [InlineData("max", "highest level", "m")]
    public void A_metric_of_a_value_has_a_column_though_it_is_called_like_one_of_operations(string name, string label, string unit)
    {
        var measured = ValueRuns.Of(new Metric(name, label, unit, Quantity.Duration, HigherIsBetter: false) { Read = MetricSources.OfValue("value") }, ValueRuns.Six(3));

        var (columns, row) = ColumnsOf(measured);

        Assert.Equal(3.0, Assert.Single(columns, column => column.Name == "metrics." + name).Read(row));
    }

    private static (IReadOnlyList<PointColumn> Columns, PointRow Row) ColumnsOf(MeasuredRun measured)
    {
        var run = SampleRuns.Run(measured.Spec.Experiment, measured.Spec.Parameters.ToJsonString());
        var points = RunReport.Of(measured.Experiment, measured.Spec, run.Id, RunStatus.Completed, emulator: false, measured.Points);
        return (PointColumns.Of(run, points, measured.Experiment), PointColumns.Rows(points).First());
    }
}
