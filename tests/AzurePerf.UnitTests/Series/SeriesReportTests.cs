using AzurePerf.Cli.Comparisons;
using AzurePerf.Cli.Output;
using AzurePerf.Core.Api;
using AzurePerf.Core.Comparisons;
using AzurePerf.Core.Experiments;
using AzurePerf.Core.Reports.Sections;
using AzurePerf.Core.Runs;
using AzurePerf.UnitTests.Cli;
using AzurePerf.UnitTests.Comparisons;
using AzurePerf.UnitTests.Golden;
using Xunit;

namespace AzurePerf.UnitTests.Series;

public sealed class SeriesReportTests
{
    private const int Points = 24 * 12;

    [Fact]
    public void A_series_is_shown_interval_by_interval()
    {
        var measured = Wave(0.1);
        var run = SampleRuns.Run("compute.intervals", "{}", points: Points) with { Spec = measured.Spec };
        var report = SampleRuns.Render(run, RunReport.Of(Shipped.ExperimentOf(measured.Spec), measured.Spec, run.Id, RunStatus.Running, emulator: false, measured.Points));
        GoldenFile.Check("cli-result-series.txt", report);
    }

    [Fact]
    public void A_comparison_of_two_series_shows_how_much_they_vary() =>
        GoldenFile.Check("cli-compare-series.txt", ComparisonReport.Table(SampleRuns.Experiment("compute.intervals"), ComparedRuns.Compare(Wave(0.1), Wave(0.25), metric: OperationMetrics.MeanLatency), Sheet.Pipe));

    /// <summary>Around 50 ms, in steps that do not repeat with the intervals.</summary>
    private static MeasuredRun Wave(double step) => SampleSeries.Of([.. Enumerable.Range(0, Points).Select(index => (double?)(50 + (step * ((index * 37 % 101) - 50))))]);
}
