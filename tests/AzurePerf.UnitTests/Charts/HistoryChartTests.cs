using System.Text.Json.Nodes;
using AzurePerf.Core.Charts;
using AzurePerf.Core.Charts.History;
using AzurePerf.Core.Executions.Outcomes;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Trends;
using AzurePerf.UnitTests.Reports.Outcomes;
using Xunit;

namespace AzurePerf.UnitTests.Charts;

public sealed class HistoryChartTests
{
    private static readonly DateTimeOffset Start = new(2026, 3, 1, 2, 0, 0, TimeSpan.Zero);
    private static readonly JsonObject One = new() { ["clients"] = 1 };

    [Fact]
    public void A_run_without_a_value_and_a_day_without_a_run_break_the_line_and_only_runs_have_rows()
    {
        var chart = TrendChart.Of(Trend.Of([Run(0, 10e6), Run(1, 11e6), Run(2, null), Run(3, 10e6), Run(8, 12e6)], One)!);

        var points = Assert.Single(chart.Series).Points;
        Assert.Equal([10, 11, null, 10, null, 12], points.Select(point => point.Y));
        Assert.Equal(["the run failed", "no run came when it was due"], points.Where(point => point.Y is null).Select(point => point.Note));
        Assert.Equal(Start.AddDays(5.5).ToUnixTimeMilliseconds(), points[4].X);
        Assert.Equal(["10", "11", "", "10", "12"], chart.Table.Rows.Select(row => row[3]?.ToString() ?? ""));
        Assert.Contains("No line joins what was not measured.", chart.Notes);
        Assert.Equal("rate, MB/s", chart.Y.Heading());
    }

    [Fact]
    public void A_lasting_change_is_a_line_at_its_first_run_and_a_remark_in_its_row()
    {
        var chart = TrendChart.Of(Trend.Of([.. Enumerable.Range(0, 24).Select(day => Run(day, (day < 12 ? 100e6 : 80e6) + (1e6 * (day % 3))))], One)!, "clients 1");

        var line = Assert.Single(chart.Lines);
        Assert.Equal((ChartLineRole.Change, (double)Start.AddDays(12).ToUnixTimeMilliseconds(), "from 101 MB/s to 81.0 MB/s"), (line.Role, line.Value, line.Name));
        Assert.StartsWith("from 101 to 81.0 MB/s", (string)Assert.Single(chart.Table.Rows, row => row[7] is not null)[7]!, StringComparison.Ordinal);
        Assert.StartsWith("clients 1: 24 runs.", chart.Caption, StringComparison.Ordinal);
    }

    [Fact]
    public void Another_build_is_a_hollow_point()
    {
        var chart = TrendChart.Of(Trend.Of([Run(0, 10), Run(1, 11) with { Build = "new" }, Run(2, 12) with { Build = "new" }], One)!);

        Assert.Equal([false, true, false], chart.Series[0].Points.Select(point => point.Hollow));
        Assert.Equal("another build", chart.Series[0].Points[1].Note);
    }

    [Fact]
    public void A_day_without_executions_is_a_gap_and_the_published_most_a_line()
    {
        var chart = TimeoutChart.Of(OutcomeReport.Assemble(SampleHours.All, SampleHours.Friday.AddDays(-1), SampleHours.Saturday, []));

        Assert.Equal([null, 0, 16], chart.Series[0].Points.Select(point => point.Y));
        Assert.Equal((13.9, 18.4), (chart.Series[0].Points[2].Low, chart.Series[0].Points[2].High));
        Assert.Equal((ChartLineRole.Published, 16.0), (chart.Lines[0].Role, chart.Lines[0].Value));
        Assert.Equal(["2026-03-12", "2026-03-13", "2026-03-14"], chart.Table.Rows.Select(row => row[0]));
        Assert.Equal("Of 1,100 executions 14.5 % timed out, at most 16.0 % on 2026-03-14.", chart.Caption);
    }

    private static TrendRun Run(int day, double? median) => new()
    {
        RunId = "run-" + day.ToString(System.Globalization.CultureInfo.InvariantCulture),
        Experiment = "blob.download",
        Target = "default",
        Status = median is null ? RunStatus.Failed : RunStatus.Completed,
        At = Start.AddDays(day),
        Scale = "quick",
        Settings = "settings",
        Build = "old",
        Figures = median is { } value ? new("bytesPerSecond", "B/s", true, [new(One, value, null, null, 3)]) : null,
    };
}
