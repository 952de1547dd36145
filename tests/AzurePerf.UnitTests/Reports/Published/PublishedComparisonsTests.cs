using System.Globalization;
using AzurePerf.Core.Api;
using AzurePerf.Core.Experiments.Published;
using AzurePerf.Core.Measurements;
using AzurePerf.Core.Measurements.Arrivals;
using AzurePerf.Core.Reports.Sections;
using AzurePerf.Core.Results;
using AzurePerf.Core.Results.Published;
using AzurePerf.Core.Runs;
using AzurePerf.UnitTests.Cli;
using AzurePerf.UnitTests.Runs;
using AzurePerf.UnitTests.TaskManager;
using Xunit;

namespace AzurePerf.UnitTests.Reports.Published;

public sealed class PublishedComparisonsTests
{
    [Fact]
    public void A_maximum_is_held_against_our_best_number_of_clients_and_a_level_against_the_same_level()
    {
        var comparisons = Compare(
            "queue.add",
            SampleRuns.Measured(1, 1, Peek(64), SampleRuns.Summary(64, 100, 32, 512)),
            SampleRuns.Measured(2, 1, Peek(32), SampleRuns.Summary(32, 100, 40, 512)),
            SampleRuns.Measured(3, 2, Peek(32), SampleRuns.Summary(32, 100, 80, 512)));

        Assert.Equal(
            [("table 3", Peek(64), 569.0, 2_000.0), ("text 6.1", Peek(32), 10.0, 18.75)],
            comparisons.Select(comparison => (comparison.Reference, comparison.Levels.ToJsonString(), comparison.Published, comparison.Ours)));
        Assert.Equal(1.875, comparisons[1].Ratio);
        Assert.Equal([2, 0], comparisons.Select(comparison => comparison.LevelsOfClients));
        Assert.Equal("ops/s, maximum; ours of 2 levels", PublishedText.Metric(comparisons[0]));
    }

    [Fact]
    public void One_number_of_clients_or_a_handful_of_operations_has_no_maximum()
    {
        var alone = SampleRuns.Measured(1, 1, Peek(64), SampleRuns.Summary(64, 100, 32, 512));

        Assert.DoesNotContain(Compare("queue.peek", alone), IsMaximum);
        Assert.DoesNotContain(Compare("queue.peek", alone, SampleRuns.Measured(2, 1, Peek(1), SampleRuns.Summary(1, 5, 32, 512))), IsMaximum);
        Assert.Contains(Compare("queue.peek", alone, SampleRuns.Measured(2, 1, Peek(1), SampleRuns.Summary(1, 6, 32, 512))), IsMaximum);

        static bool IsMaximum(PublishedComparison comparison) => comparison.Statistic == "maximum";
    }

    [Theory]
    [InlineData(PointFlag.GeneratorBound)]
    [InlineData(PointFlag.Partial)]
    public void What_the_generator_limited_or_a_stop_cut_short_is_held_against_nothing_and_named(PointFlag flag)
    {
        var spoilt = SampleRuns.Measured(3, 1, Peek(128), SampleRuns.Summary(128, 100, 32, 512) with { Flags = [flag] });

        Assert.Empty(Compare("queue.peek", spoilt));
        Assert.Equal(
            "left out of ratios and of what is compared with published figures, because the measuring machine limited them, a cache may have answered, or they were cut short: points 3",
            PublishedText.LeftOut("queue.peek", RunReport.Of(Shipped.ExperimentOf(SampleSpecs.Of("""{ "experiment": "queue.peek", "seed": 1 }""")), SampleSpecs.Of("""{ "experiment": "queue.peek", "seed": 1 }"""), "r", RunStatus.Completed, false, [spoilt]).LeftOut));
        Assert.Null(PublishedText.LeftOut("rpc.throughput", [3]));
        Assert.Null(PublishedText.LeftOut("queue.peek", []));
    }

    [Fact]
    public void Other_factors_that_vary_are_compared_each()
    {
        var comparisons = Compare(
            "blob.upload",
            SampleRuns.Measured(1, 1, """{"blobBytes":1048576,"clients":64}""", SampleRuns.Summary(64, 100, 1_000, 1_000_000)),
            SampleRuns.Measured(2, 1, """{"blobBytes":8388608,"clients":64}""", SampleRuns.Summary(64, 100, 1_000, 2_500_000)));

        Assert.Equal([(PublishedMetric.MegabytesPerSecondPerClient, 0.8), (PublishedMetric.MegabytesPerSecondPerClient, 2.0)],
            comparisons.Select(comparison => (comparison.Metric, comparison.Ratio)));
    }

    [Fact]
    public void The_highest_rate_of_a_figure_is_a_maximum_as_those_of_tables_are_wherever_ours_is_reached()
    {
        var comparisons = Compare(
            "blob.upload",
            SampleRuns.Measured(1, 1, """{"blobBytes":1048576,"clients":4}""", SampleRuns.Summary(4, 100, 1_000, 20_000_000)),
            SampleRuns.Measured(2, 1, """{"blobBytes":1048576,"clients":16}""", SampleRuns.Summary(16, 100, 1_000, 1_000_000)));

        var maximum = Assert.Single(comparisons, comparison => comparison.Metric == PublishedMetric.MegabytesPerSecond);
        Assert.Equal((124.25, 80.0, "MB/s, maximum; ours of 2 levels", "reached at 192 clients"), (maximum.Published, maximum.Ours, PublishedText.Metric(maximum), maximum.Note));
        Assert.Equal("""{"blobBytes":1048576,"clients":4}""", maximum.Levels.ToJsonString());
    }

    [Fact]
    public void A_share_of_a_lone_client_needs_a_lone_client()
    {
        var many = SampleRuns.Measured(1, 1, """{"blobBytes":1,"clients":32}""", SampleRuns.Summary(32, 100, 40, 1));
        var lone = SampleRuns.Measured(2, 1, """{"blobBytes":1,"clients":1}""", SampleRuns.Summary(1, 100, 10, 1));
        var other = SampleRuns.Measured(2, 1, """{"blobBytes":2,"clients":1}""", SampleRuns.Summary(1, 100, 10, 1));

        Assert.Equal(0.5, Assert.Single(Compare("blob.download", many, lone), IsShare).Ratio);
        Assert.DoesNotContain(Compare("blob.download", many, other), IsShare);

        static bool IsShare(PublishedComparison comparison) => comparison.Metric == PublishedMetric.ShareOfLoneClient;
    }

    [Fact]
    public void An_open_loop_is_held_against_nothing_because_all_was_published_of_closed_ones()
    {
        var closed = SampleRuns.Summary(32, 100, 32, 512);
        var open = closed.With(operations => operations with { OpenLoop = SampleSummary.OpenLoop(OverloadCause.None) });

        Assert.NotEmpty(Compare("queue.add", SampleRuns.Measured(1, 1, Peek(32), closed)));
        Assert.Empty(Compare("queue.add", SampleRuns.Measured(1, 1, Peek(32), open)));
    }

    [Fact]
    public void Clients_that_did_not_finish_are_counted()
    {
        var summary = SampleRuns.Summary(32, 100, 10, 1).With(operations => operations with { ClientsFinished = 8 });

        Assert.Equal(0.75, Assert.Single(Compare("table.filter", SampleRuns.Measured(1, 1, """{"entityBytes":4096,"clients":32}""", summary))).Ours);
    }

    [Fact]
    public void The_ratio_of_blob_and_table_is_the_derived_one()
    {
        var records = new[]
        {
            SampleRuns.Measured(1, 1, """{"service":"blob","objectBytes":4096,"clients":8}""", SampleRuns.Summary(8, 20, 2, 4_096)),
            SampleRuns.Measured(2, 1, """{"service":"table","objectBytes":4096,"clients":8}""", SampleRuns.Summary(8, 20, 4, 4_096)),
        };

        var comparison = Assert.Single(
            PublishedComparisons.Of(Results("insert.ratio", records), DerivedRatios.Derive(Results("insert.ratio", records))), comparison => comparison.Metric == PublishedMetric.BlobOverTable);
        Assert.Equal((2.05, 2.0), (comparison.Published, comparison.Ours));
    }

    [Fact]
    public void Points_that_failed_or_were_published_by_nobody_are_not_compared()
    {
        Assert.Empty(Compare("queue.peek", SampleRuns.Failed(1, 1, Peek(128), "lost")));
        Assert.Empty(Compare("queue.peek", SampleRuns.Measured(1, 1, """{"messageBytes":100,"clients":3}""", SampleRuns.Summary(3, 100, 10, 1))));
        Assert.Empty(Compare("rpc.throughput", SampleRuns.Measured(1, 1, """{"method":"get","clients":1}""", SampleRuns.Summary(1, 100, 10, 1))));
    }

    [Fact]
    public void A_rate_with_a_long_queue_is_divided_by_that_with_a_short_one_of_the_same_operation()
    {
        var comparisons = Compare(
            "queue.length",
            SampleRuns.Measured(1, 1, """{"operation":"add","queueLength":200000,"clients":1}""", SampleRuns.Summary(1, 100, 10, 1)),
            SampleRuns.Measured(2, 1, """{"operation":"add","queueLength":2000000,"clients":1}""", SampleRuns.Summary(1, 100, 20, 1)),
            SampleRuns.Measured(3, 1, """{"operation":"peek","queueLength":2000000,"clients":1}""", SampleRuns.Summary(1, 100, 20, 1)));

        var comparison = Assert.Single(comparisons);
        Assert.Equal((1.0, 0.5, "rate over that at 200,000"), (comparison.Published, comparison.Ours, PublishedText.Metric(comparison)));
        Assert.Equal("""{"operation":"add","queueLength":2000000,"clients":1}""", comparison.Levels.ToJsonString());
    }

    [Fact]
    public void What_a_client_loses_per_doubling_is_taken_from_the_fewest_clients_to_the_most()
    {
        var comparisons = Compare(
            "blob.download",
            SampleRuns.Measured(1, 1, """{"blobBytes":1,"clients":4}""", SampleRuns.Summary(4, 100, 500, 5_000_000)),
            SampleRuns.Measured(2, 1, """{"blobBytes":1,"clients":1}""", SampleRuns.Summary(1, 100, 500, 8_000_000)),
            SampleRuns.Measured(3, 1, """{"blobBytes":1,"clients":16}""", SampleRuns.Summary(16, 100, 500, 2_000_000)));

        var loss = Assert.Single(comparisons, comparison => comparison.Metric == PublishedMetric.LossPerDoubling);
        Assert.Equal((1.5, 3.0), (loss.Published, loss.Ours));
        Assert.Equal("MB/s lost per doubling, about", PublishedText.Metric(loss));
    }

    [Fact]
    public void Transfers_are_counted_by_their_rate_once_there_are_enough_for_the_published_share()
    {
        // 20 to 119 MB/s.
        PointRecord[] transfers = [.. Enumerable.Range(0, 100).Select(index =>
            SampleRuns.Measured(index + 1, index + 1, """{"transferBytes":2000000000,"direction":"send","clients":1}""", SampleRuns.Summary(1, 1, 1_000, (20 + index) * 1_000_000L)))];

        Assert.Equal(
            [("repetitions at 90 MB/s or more", 0.5, 0.3), ("repetitions at 30 MB/s or less", 0.15, 0.11), ("s per operation, about", 30.0, 1.0)],
            Compare("tcp.bandwidth", transfers).Select(comparison => (PublishedText.Metric(comparison), comparison.Published, comparison.Ours)));
        Assert.Equal([0.5], Compare("tcp.bandwidth", transfers[..22]).Select(comparison => comparison.Published).Where(published => published < 1));
        Assert.Equal(
            [("MB/s, median of the repetitions, lower bound", 69.5), ("MB/s of the slowest repetition", 20.0)],
            Compare("tcp.series", transfers).Select(comparison => (PublishedText.Metric(comparison), comparison.Ours)));
        Assert.Empty(Compare("tcp.series", transfers[..5]));
    }

    [Fact]
    public void A_repetition_without_a_success_is_in_no_rate_and_no_time_and_takes_none_away()
    {
        // 20 to 119 MB/s, and one that was refused.
        const string Transfer = """{"transferBytes":2000000000,"direction":"send","clients":1}""";
        PointRecord[] transfers = [.. Enumerable.Range(0, 100).Select(index =>
            SampleRuns.Measured(index + 1, index + 1, Transfer, SampleRuns.Summary(1, 1, 1_000, (20 + index) * 1_000_000L)))];
        var refused = SampleRuns.Measured(101, 101, Transfer, SampleSummary.Refused(transfers[0].Result!));

        foreach (var experiment in (string[])["tcp.bandwidth", "tcp.series"])
        {
            Assert.Equal(Ours(Compare(experiment, transfers)), Ours(Compare(experiment, [refused, .. transfers])));
        }

        static IEnumerable<(PublishedMetric, double)> Ours(IReadOnlyList<PublishedComparison> comparisons) =>
            comparisons.Select(comparison => (comparison.Metric, comparison.Ours));
    }

    [Fact]
    public void Where_no_operation_succeeded_there_is_no_rate_of_0_but_the_clients_that_failed_are_counted()
    {
        var refused = SampleSummary.Refused(SampleRuns.Summary(32, 100, 10, 1));
        var records = new[]
        {
            SampleRuns.Measured(1, 1, """{"service":"blob","objectBytes":4096,"clients":8}""", SampleSummary.Refused(SampleRuns.Summary(8, 20, 2, 4_096))),
            SampleRuns.Measured(2, 1, """{"service":"table","objectBytes":4096,"clients":8}""", SampleRuns.Summary(8, 20, 4, 4_096)),
        };

        Assert.Empty(Compare("queue.add", SampleRuns.Measured(1, 1, Peek(32), refused)));
        Assert.Equal(1, Assert.Single(Compare("table.filter", SampleRuns.Measured(1, 1, """{"entityBytes":4096,"clients":32}""", refused))).Ours);
        Assert.Empty(DerivedRatios.Derive(Results("insert.ratio", records)));
    }

    [Fact]
    public void The_section_says_which_points_are_in_no_rate_because_no_operation_succeeded()
    {
        var spec = SampleSpecs.Of("""{ "experiment": "queue.add", "seed": 1 }""");
        var measured = SampleRuns.Summary(32, 100, 10, 1);

        var report = RunReport.Of(
            Shipped.ExperimentOf(spec), spec, "r", RunStatus.Completed, false,
            [SampleRuns.Measured(1, 1, Peek(32), measured), SampleRuns.Measured(2, 2, Peek(32), SampleSummary.Refused(measured))]);

        Assert.Contains(
            "not in the rates and times compared with the paper, because no operation succeeded: 1 point (2)",
            Assert.Single(report.Sections, section => section.Id == "published").Notes);
        Assert.Null(PublishedText.WithoutSuccess("rpc.throughput", [2]));
    }

    [Theory]
    [InlineData("0.4 0.7 1", "0.4 0.7")]
    [InlineData("1", "1 1")]
    [InlineData("", "")]
    public void Round_trips_are_counted_by_the_bins_of_their_histogram_which_end_with_the_first_that_holds_all(string shares, string ours)
    {
        var summary = SampleRuns.Summary(1, 100, 1, 1) with
        {
            Values = [.. shares.Split(' ', StringSplitOptions.RemoveEmptyEntries).Select((share, bin) =>
                new PointValue(PointValue.NameOfShare(bin + 1), "", double.Parse(share, CultureInfo.InvariantCulture)))],
        };

        var comparisons = Compare("tcp.rtt", SampleRuns.Measured(1, 1, """{"messageBytes":1,"mode":"block","clients":1}""", summary));

        Assert.Equal(ours, string.Join(' ', comparisons.Select(comparison => FormattableString.Invariant($"{comparison.Ours}"))));
        Assert.All(comparisons, comparison => Assert.Matches("^share of operations within (1 ms, about|2 ms)$", PublishedText.Metric(comparison)));
    }

    [Fact]
    public void An_insert_is_compared_by_its_mean_time_for_the_service_that_was_published()
    {
        var comparisons = Compare(
            "insert.ratio",
            SampleRuns.Measured(1, 1, """{"service":"blob","objectBytes":4096,"clients":8}""", SampleRuns.Summary(8, 20, 30, 4_096)),
            SampleRuns.Measured(2, 1, """{"service":"table","objectBytes":1024,"clients":8}""", SampleRuns.Summary(8, 20, 20, 1_024)));

        Assert.Equal(
            [("ms per operation, lower bound", 40.0, 20.0), ("ms per operation, upper bound", 70.0, 20.0), ("ms per operation, lower bound", 40.0, 30.0), ("ms per operation, upper bound", 60.0, 30.0)],
            comparisons.Select(comparison => (PublishedText.Metric(comparison), comparison.Published, comparison.Ours)));
    }

    [Theory]
    [InlineData("30 40 50 60", "50.0")]
    [InlineData("30 40 20", "40.0")]
    [InlineData("30 40", "40.0 (best of 2)")]
    public void A_disk_is_compared_by_the_best_of_its_first_three_passes_and_says_so_where_it_has_fewer(string rates, string ours)
    {
        PointRecord[] passes = [.. rates.Split(' ').Select((rate, index) => SampleRuns.Measured(
            index + 1, index + 1, """{"test":"rnd4KQ32T1","direction":"read","clients":1}""", SampleRuns.Summary(1, 100, 1_000, long.Parse(rate, CultureInfo.InvariantCulture) * 1_000_000)))];

        var first = Compare("disk.mark", passes)[0];

        Assert.Equal((35.23, ours, "MB/s, best of 3, temporary SSD"), (first.Published, PublishedText.Ours(first), PublishedText.Metric(first)));
        Assert.Equal(
            ours.Contains("best", StringComparison.Ordinal) ? "ours is the best of fewer passes than three: 2 of rnd4KQ32T1 read" : null,
            PublishedText.FewerPasses([first]));
    }

    [Fact]
    public void Every_metric_has_words()
    {
        foreach (var metric in Enum.GetValues<PublishedMetric>())
        {
            Assert.NotEmpty(PublishedText.Metric(new("hill-2010", "fig 1", metric, [], 1, "mean", "", 1, 1)));
        }
    }

    private static string Peek(int clients) => $$"""{"messageBytes":512,"clients":{{clients}}}""";

    private static IReadOnlyList<PublishedComparison> Compare(string experiment, params PointRecord[] points) => PublishedComparisons.Of(Results(experiment, points), []);

    private static LevelResults Results(string experiment, PointRecord[] points) => Shipped.Results(SampleSpecs.Of($$"""{ "experiment": "{{experiment}}" }""") with { Parameters = [] }, points);
}
