using AzurePerf.Cli.Comparisons;
using AzurePerf.Cli.Output;
using AzurePerf.Core.Charts;
using AzurePerf.Core.Comparisons;
using AzurePerf.Core.Experiments;
using AzurePerf.Core.Experiments.Sql;
using AzurePerf.Core.Measurements;
using AzurePerf.Core.Measurements.Logs;
using AzurePerf.Core.Reports;
using AzurePerf.Core.Reports.Columns;
using AzurePerf.Core.Reports.Documents;
using AzurePerf.Core.Reports.Sections;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Texts;
using AzurePerf.Core.Trends;
using AzurePerf.UnitTests.Cli;
using AzurePerf.UnitTests.Comparisons;
using AzurePerf.UnitTests.Experiments.Sql;
using AzurePerf.UnitTests.Trends;
using Xunit;

namespace AzurePerf.UnitTests.Reports.Sections;

public sealed class DisclaimerTests
{
    private const string Derived = "derived from TPC-E, not comparable to published TPC results";

    private static readonly ExperimentDefinition Marked = SqlScaleOptions.Definition;

    [Fact]
    public void Every_experiment_on_the_brokerage_declares_what_must_be_said_and_no_other_does() => Assert.Equal(
        ["sql.availability", "sql.scale", "sql.single"],
        Shipped.Experiments.All.Where(experiment => experiment.Disclaimer.Length > 0).Select(experiment =>
        {
            Assert.Equal(Derived, experiment.Disclaimer);
            return experiment.Id;
        }));

    [Fact]
    public void It_stands_in_every_chart_and_in_each_row_of_its_file()
    {
        var charts = RunCharts.Of(new() { Definition = Marked, Spec = ScaleFiguresTests.Spec, Points = ScaleFiguresTests.Points });

        Assert.NotEmpty(charts);
        Assert.All(charts, chart => Assert.Equal(Derived, chart.Disclaimer));
        Assert.All(charts, chart => Assert.All(RowsOf(chart.ToCsv()), row => Assert.EndsWith($",\"{Derived}\"", row, StringComparison.Ordinal)));
        Assert.All(charts, chart => Assert.DoesNotContain(Derived, (chart with { Disclaimer = "" }).ToCsv(), StringComparison.Ordinal));
    }

    [Fact]
    public void It_stands_once_in_the_report_and_in_each_row_of_every_export_of_points()
    {
        var points = RunReport.Of(Marked, ScaleFiguresTests.Spec, "run", RunStatus.Completed, false, ScaleFiguresTests.Points);
        var run = SampleRuns.Run("sql.scale", """{"clients":[1,2,4,8,16,32,64]}""");

        Assert.Equal([Derived], points.Sections.SelectMany(section => section.Notes).Where(note => note.Contains("TPC", StringComparison.Ordinal)));
        Assert.Equal(Derived, points.Disclaimer);
        var column = Assert.Single(PointColumns.Of(run, points, Marked), column => column.Name == "disclaimer");
        Assert.All(PointColumns.Rows(points), row => Assert.Equal(Derived, column.Read(row)));
        Assert.All(RowsOf(PointCsv.Render(run, points)), row => Assert.Contains(Derived, row, StringComparison.Ordinal));
        Assert.All(PointJsonLines.Render(run, points).Split('\n', StringSplitOptions.RemoveEmptyEntries), line => Assert.Contains($"\"disclaimer\":\"{Derived}\"", line, StringComparison.Ordinal));
        var text = MarkdownReport.Render(new() { Title = "run", Sections = points.Sections });
        Assert.Equal(2, text.Split("derived from TPC").Length);
    }

    [Fact]
    public void It_stands_in_the_exports_of_samples_and_latencies_and_in_a_noise_floor()
    {
        var (samples, sample) = (new RunSamples(Derived), new Sample(1, 2, 3, 4, 5, OperationOutcome.Ok, 1));
        using var text = new StringWriter();
        new RunLatencyLog(text, default).WriteHeader("abc", "sql.scale", Derived);
        var floor = new NoiseFloorDocument("db", "sql.scale", "quick", "rate", "1/s", 0.1, ["a", "b"], []) { Disclaimer = Derived };

        Assert.EndsWith(",disclaimer\n", samples.Header, StringComparison.Ordinal);
        Assert.Equal($"3,1,2,3,4,5,ok,1,\"{Derived}\"\n", samples.Of(3, [sample]));
        Assert.Equal("3,1,2,3,4,5,ok,1\n", new RunSamples("").Of(3, [sample]));
        Assert.Contains($"#[{Sentence.Start(Derived)}]\n", text.ToString(), StringComparison.Ordinal);
        Assert.EndsWith(",disclaimer", NoiseFloorReport.Csv(floor).Split('\n')[0], StringComparison.Ordinal);
        Assert.Contains(Sentence.Start(Derived), NoiseFloorReport.Table(SampleRuns.Experiment("sql.scale"), floor, Sheet.Pipe), StringComparison.Ordinal);
    }

    [Fact]
    public void It_stands_once_in_a_comparison_of_several_runs_and_in_a_trend()
    {
        var run = new MeasuredRun(Marked, ScaleFiguresTests.Spec, ScaleFiguresTests.Points);
        var compared = ComparedRuns.Compare(run, run);
        var group = new ComparedGroup(Marked, OperationMetrics.OperationRate, [compared, compared], [run.Spec, run.Spec, run.Spec]);
        var trend = TrendTests.Of([10, 11, 12]);

        Assert.Contains(compared.Sections, section => section.Notes.Contains(Derived));
        Assert.Equal(2, MarkdownReport.Render(ComparisonDocument.Of(group, [], "")).Split("derived from TPC").Length);
        Assert.All(RowsOf(ComparisonCsv.Render(compared)), row => Assert.EndsWith($",\"{Derived}\"", row, StringComparison.Ordinal));
        Assert.Equal(2, ComparisonReport.Table(SampleRuns.Experiment("sql.scale"), compared, Sheet.Pipe).Split("derived from TPC").Length);
        Assert.Equal(2, MarkdownReport.Render(TrendDocument.Of("trend", trend, [], [], "", Marked)).Split("derived from TPC").Length);
        Assert.EndsWith(",disclaimer", TrendCsv.Render(trend, Derived).Split('\n')[0], StringComparison.Ordinal);
        Assert.EndsWith(",note", TrendCsv.Render(trend).Split('\n')[0], StringComparison.Ordinal);
        Assert.EndsWith(",disclaimer", SectionCsv.Of(ComparisonDocument.Of(group, [], "").Sections[0].Tables[0], Derived).Split('\n')[0], StringComparison.Ordinal);
    }

    private static IEnumerable<string> RowsOf(string csv) => csv.Split('\n', StringSplitOptions.RemoveEmptyEntries).Skip(1);
}
