using System.Text.Json.Nodes;
using AzurePerf.Core.Charts;
using AzurePerf.Core.Experiments.Published;
using AzurePerf.Core.Experiments.Sql;
using AzurePerf.Core.Reports;
using AzurePerf.Core.Reports.Sections;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Sections;
using AzurePerf.UnitTests.Charts;
using AzurePerf.UnitTests.Runs;
using AzurePerf.UnitTests.TaskManager;
using Xunit;

namespace AzurePerf.UnitTests.Experiments.Sql;

/// <summary>Figures 8 and 9 of Hill et al. 2010 next to those of a database of which everything is known.</summary>
public sealed class ScaleFiguresTests
{
    private const double Alone = 40;

    private static readonly int[] Levels = [1, 2, 4, 8, 16, 32, 64];

    /// <summary>Highest with 16 clients, where a third fails and the mean time is 1.5 times that of one; level from 32 on.</summary>
    private static readonly FakeDatabase Database = new()
    {
        Milliseconds = clients => Alone * (clients < 8 ? 1 : clients < 16 ? 1.2 : clients < 32 ? 1.5 : 6),
        FailedShare = clients => clients < 16 ? 0 : 1 / 3.0,
        Connections = 40,
    };

    internal static readonly RunSpec Spec = SampleSpecs.Of("""{ "experiment": "sql.scale" }""") with
    {
        Parameters = new() { ["clients"] = new JsonArray([.. Levels.Select(level => (JsonNode)level)]) },
        Repetitions = 2,
    };

    internal static readonly PointRecord[] Points =
    [
        .. Levels.SelectMany(_ => new[] { 1, 2 }, (clients, repetition) => new PointRecord
        {
            Number = (100 * clients) + repetition,
            Repetition = repetition,
            Levels = JsonNode.Parse($$"""{"clients":{{clients}}}""")!.AsObject(),
            Status = PointStatus.Measured,
            Attempt = 1,
            ClaimedAt = SeededSource.Start,
            Result = Database.Measure(clients, 30, seed: (100 * clients) + repetition),
        }),
    ];

    [Fact]
    public void Mean_times_and_what_succeeded_are_one_picture_with_what_was_published()
    {
        var chart = Assert.Single(Charts(), chart => chart.Id == "metric-mean");

        Assert.Equal((ChartKind.Panels, "Mean latency and share that succeeded against clients"), (chart.Kind, chart.Title));
        Assert.Equal(["mean latency", "share that succeeded"], chart.Series.Select(series => series.Panel).Distinct());
        var (mean, succeeded) = (chart.Series[0], chart.Series.First(series => series.Panel == "share that succeeded"));
        Near(Alone * 1.2, At(mean, 8));
        Near(Alone * 1.5, At(mean, 16));
        Assert.Equal(("%", 100), (succeeded.Axis!.Unit, At(succeeded, 8)));
        Near(100 * 2 / 3.0, At(succeeded, 16));
        Near(Alone * 1.15, At(Assert.Single(chart.Series, series => series.Role == SeriesRole.Published), 8));
        Assert.Equal(
            [("mean latency", ChartLineRole.PublishedPlace), ("mean latency", ChartLineRole.Published), ("share that succeeded", ChartLineRole.Published)],
            chart.Lines.Select(line => (line.Panel, line.Role)));
        Assert.Equal((50, 50), (chart.Lines[0].Value, chart.Lines[2].Value));
        Near(Alone * 1.65, chart.Lines[1].Value);
        Assert.Equal(
            [
                "published: level from here on, near (hill-2010, fig 9)",
                "published: 65.0 % above one client at the highest rate, ambiguous (hill-2010, text 6.3)",
                "published: 50.0 % failed at the highest rate, ambiguous (hill-2010, text 6.3)",
            ],
            chart.Lines.Select(line => line.Name));
        Assert.EndsWith(" at 64 clients.", chart.Caption, StringComparison.Ordinal);
        RunChartsTests.EveryNumberIsInTheTable(chart);
    }

    [Fact]
    public void The_published_share_of_a_lone_client_and_the_published_peaks_stand_in_the_charts_of_rates()
    {
        var (rate, perClient) = (Find("rate"), Find("rate-per-client"));

        Assert.Equal(
            [("published: highest, client in the cloud (hill-2010, text 6.3)", 30.0), ("published: highest, client in the same network (hill-2010, text 6.3)", 6)],
            rate.Lines.Select(line => (line.Name, line.Value)));
        var published = Assert.Single(perClient.Series, series => series.Role == SeriesRole.Published);
        Near(0.17 * 1_000 / Alone, At(published, 64));
        Assert.All([rate, perClient], RunChartsTests.EveryNumberIsInTheTable);

        Chart Find(string id) => Assert.Single(Charts(), chart => chart.Id == id);
    }

    [Theory]
    [InlineData(1, 0.17 * 1_000 / Alone)]
    [InlineData(2, null)]
    public void What_was_published_over_one_clients_rate_is_drawn_over_the_repetitions_with_a_success(int refused, double? drawn)
    {
        PointRecord[] points =
            [.. Points.Select((point, index) => index < refused ? point with { Result = SampleSummary.Refused(point.Result!) } : point)];

        var chart = Assert.Single(Charts(points), chart => chart.Id == "rate-per-client");

        var published = chart.Series.SingleOrDefault(series => series.Role == SeriesRole.Published);
        Assert.Equal(drawn is null, published is null);
        if (drawn is not null)
        {
            Near(drawn.Value, At(published!, 64));
        }
    }

    [Fact]
    public void Every_published_figure_is_in_the_report_next_to_ours_or_says_why_it_cannot_be()
    {
        var section = Assert.Single(
            RunReport.Of(SqlScaleOptions.Definition, Spec, "run", RunStatus.Completed, false, Points).Sections, section => section.Id == "published");

        Assert.Equal(
            [
                "client's rate over a lone one's", "clients at the highest rate, client in the cloud; ours of 7 levels",
                "clients at the highest rate, client in the same network; ours of 7 levels",
                "rise of the mean time over one client's", "clients from which on the mean time is level, near; ours of 7 levels",
                "share that failed at the highest rate, ambiguous; ours of 7 levels",
                "rise of the mean time at the highest rate, ambiguous; ours of 7 levels",
            ],
            section.Tables[0].Rows.Select(row => row[1].Text));
        double[] ours = [.. Numbers(section, "ours")];
        Assert.Equal([16, 16, 32], [ours[1], ours[2], ours[4]]);
        Near(1.2, 1 + ours[3]);
        Near(1 / 3.0, ours[5]);
        Near(1.5, 1 + ours[6]);
        Assert.Equal([0.17, 30, 6, 0.15, 50, 0.5, 0.65], Numbers(section, "published"));
        Assert.Contains(section.Notes, note => note.StartsWith("published, and not compared (hill-2010, text 5.2), LAN clients that commit as much as", StringComparison.Ordinal));
    }

    [Fact]
    public void Where_the_rate_still_rises_at_the_last_number_of_clients_nobody_has_seen_a_peak()
    {
        PointRecord[] rising = [.. Points.Where(point => (int)point.Levels["clients"]! <= 16)];

        var report = RunReport.Of(SqlScaleOptions.Definition, Spec, "run", RunStatus.Completed, false, rising);

        Assert.Equal(
            ["rise of the mean time over one client's"],
            Assert.Single(report.Sections, section => section.Id == "published").Tables[0].Rows.Select(row => row[1].Text));
    }

    [Fact]
    public void No_place_of_a_curve_is_what_a_run_is_first_compared_by()
    {
        var published = RunReport.Of(SqlScaleOptions.Definition, Spec, "run", RunStatus.Completed, false, Points).Published;

        Assert.NotEmpty(published);
        Assert.Equal(PublishedMetric.ShareOfLoneClient, RunTile.FirstOf(published, "1/s", published[1].Levels)!.Metric);
    }

    [Fact]
    public void A_place_far_beyond_our_last_number_of_clients_is_not_drawn()
    {
        PointRecord[] few = [.. Points.Where(point => (int)point.Levels["clients"]! <= 4)];

        var charts = RunCharts.Of(new() { Definition = SqlScaleOptions.Definition, Spec = Spec, Points = few });

        Assert.Equal([6.0], Assert.Single(charts, chart => chart.Id == "rate").Lines.Select(line => line.Value));
        Assert.DoesNotContain(Assert.Single(charts, chart => chart.Id == "metric-mean").Lines, line => line.Role == ChartLineRole.PublishedPlace);
    }

    private static IReadOnlyList<Chart> Charts(PointRecord[]? points = null) =>
        RunCharts.Of(new() { Definition = SqlScaleOptions.Definition, Spec = Spec, Points = points ?? Points });

    private static double At(ChartSeries series, double clients) => Assert.Single(series.Points, point => point.X == clients).Y!.Value;

    private static IEnumerable<double> Numbers(ReportSection section, string heading)
    {
        var column = section.Tables[0].Columns.Index().Single(column => column.Item.Heading == heading).Index;
        return section.Tables[0].Rows.Select(row => row[column].Value!.Value);
    }

    private static void Near(double truth, double told) => Assert.InRange(told, truth * 0.95, truth * 1.05);
}
