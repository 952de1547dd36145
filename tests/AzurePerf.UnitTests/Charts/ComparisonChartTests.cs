using System.Text.Json.Nodes;
using AzurePerf.Core.Charts;
using AzurePerf.Core.Charts.Levels;
using AzurePerf.Core.Comparisons;
using AzurePerf.Core.Experiments;
using AzurePerf.UnitTests.Comparisons;
using AzurePerf.UnitTests.Runs;
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

    [Fact]
    public void Runs_of_one_sweep_without_numbers_share_the_places_on_the_axis()
    {
        const string Sweep = """{ "experiment": "compute.dgemm", "preset": "quick", "target": "local", "seed": 1, "parameters": { "implementation": ["managed", "openblas"] } }""";
        const string Managed = """{ "n": 256, "implementation": "managed", "clients": 1 }""";
        const string OpenBlas = """{ "n": 256, "implementation": "openblas", "clients": 1 }""";

        var chart = Of(("a", Measured(Sweep, Managed, OpenBlas)), ("b", Measured(Sweep, OpenBlas, Managed)));

        Assert.Equal(["managed", "openblas"], chart.X.Categories);
        Assert.All(chart.Series, series => Assert.Equal([0, 1], series.Points.Select(point => point.X)));
    }

    [Fact]
    public void What_only_the_candidate_varies_tells_its_curves_apart()
    {
        const string Request = """{ "experiment": "table.insert", "preset": "reduced", "seed": 1, "parameters": { "clients": [1, 4], "entityBytes": [BYTES] } }""";
        static string[] Levels(int bytes) => [.. new[] { 1, 4 }.Select(clients => $$"""{ "entityBytes": {{bytes}}, "clients": {{clients}} }""")];
        var baseline = Measured(Request.Replace("BYTES", "4096", StringComparison.Ordinal), Levels(4096));
        var candidate = Measured(Request.Replace("BYTES", "1024, 4096", StringComparison.Ordinal), [.. Levels(1024), .. Levels(4096)]);

        var chart = Of(("a", baseline), ("b", candidate));

        Assert.Equal(["a, entityBytes 4 KiB", "b, entityBytes 1 KiB", "b, entityBytes 4 KiB"], chart.Series.Select(series => series.Name));
        Assert.All(chart.Series, series => Assert.Equal([1, 4], series.Points.Select(point => point.X)));
        Assert.Equal("clients", chart.X.Label);
    }

    private static Chart Of(params IReadOnlyList<(string, MeasuredRun)> runs) => ComparisonChart.Of(runs[0].Item2.Experiment!, OperationMetrics.OperationRate, runs)!;

    /// <summary>A run with one repetition of each configuration.</summary>
    private static MeasuredRun Measured(string request, params string[] levels)
    {
        var spec = SampleSpecs.Of(request);
        return new(Shipped.ExperimentOf(spec), spec, [.. levels.Select((level, index) => Run.Points[index] with { Repetition = 1, Levels = JsonNode.Parse(level)!.AsObject() })]);
    }

    private static Chart Of(Metric metric, MeasuredRun run) => ComparisonChart.Of(run.Experiment!, metric, [("a", run)])!;
}
