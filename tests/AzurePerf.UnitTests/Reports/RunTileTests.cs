using AzurePerf.Core.Api;
using AzurePerf.Core.Comparisons;
using AzurePerf.Core.Experiments.Published;
using AzurePerf.Core.Measurements;
using AzurePerf.Core.Reports;
using AzurePerf.Core.Results;
using AzurePerf.Core.Results.Published;
using AzurePerf.Core.Runs;
using AzurePerf.UnitTests.Comparisons;
using Xunit;

namespace AzurePerf.UnitTests.Reports;

public sealed class RunTileTests
{
    private static readonly double[] Hundred = ComparedPoints.Hundred;
    private static readonly MeasuredRun Run = ComparedRuns.Of((1, Hundred), (4, Hundred.Times(3)));

    [Fact]
    public void The_best_result_has_its_interval_and_its_configuration()
    {
        var tile = TilesOf(Run)[0];

        Assert.Equal(("Best throughput", "300 ops/s"), (tile.Title, tile.Value));
        Assert.Equal("entityBytes 4 KiB, 4 clients · 95 % CI 294 to 306", tile.Detail);
    }

    [Fact]
    public void Too_few_repetitions_have_no_interval()
    {
        var tile = TilesOf(ComparedRuns.Of((1, Hundred[..5])))[0];

        Assert.EndsWith("too few repetitions for an interval", tile.Detail, StringComparison.Ordinal);
    }

    [Fact]
    public void The_latency_is_that_of_the_best_configuration_and_percentiles_of_too_few_operations_are_missing()
    {
        var run = Run.With(4, point => point.Result!.With(operations => operations with
        {
            Latency = new(40, 5_000_000, 1, 1, 1, 2_000_000, 3_000_000, 4_000_000, null, null),
        }));

        var tile = TilesOf(run)[1];

        Assert.Equal(("Median latency there", "2.00 ms", "p95 4.00 · p99 - · medians of 10 repetitions"), (tile.Title, tile.Value, tile.Detail));
    }

    [Theory]
    [InlineData(0, "0", false)]
    [InlineData(3, "30", true)]
    public void Failed_operations_of_all_repetitions_are_counted_and_are_bad(long failedEach, string value, bool bad)
    {
        var tile = TilesOf(Run.Failing(4, failedEach)).Single(tile => tile.Title == "Failed operations");

        Assert.Equal((value, bad), (tile.Value, tile.IsBad));
        Assert.StartsWith("of ", tile.Detail, StringComparison.Ordinal);
    }

    [Fact]
    public void Where_nothing_counts_the_reason_takes_the_place_of_the_result()
    {
        var run = Run.With(point => point with { Result = point.Result! with { Flags = [PointFlag.GeneratorBound] } });

        var tiles = RunTile.Of(run.Results(), "every point was limited by the measuring machine", [], new());

        Assert.Equal(("-", "every point was limited by the measuring machine"), (tiles[0].Value, tiles[0].Detail));
        Assert.Equal(["Best throughput", "Failed operations", "Against baseline"], tiles.Select(tile => tile.Title));
    }

    [Theory]
    [InlineData(null, false, "no baseline")]
    [InlineData("a", true, "this run is the baseline")]
    public void Without_another_run_to_compare_with_that_is_said(string? baseline, bool itself, string detail)
    {
        var tile = Baseline(new(baseline, itself));

        Assert.Equal(("-", detail, ""), (tile.Value, tile.Detail, tile.BaselineId));
    }

    [Fact]
    public void A_baseline_whose_results_are_gone_says_so_and_leads_nowhere() => Assert.Equal(
        ("-", "the baseline's results are gone: choose another run", ""),
        (Baseline(new("a", IsGone: true)).Value, Baseline(new("a", IsGone: true)).Detail, Baseline(new("a", IsGone: true)).BaselineId));

    [Fact]
    public void Against_the_baseline_stand_the_worst_change_and_its_verdict()
    {
        var tile = Baseline(new("a", Comparison: ComparedRuns.Compare(ComparedRuns.Of((1, Hundred.Times(1.5)), (4, Hundred.Times(3))), Run)));

        Assert.Equal(("-33 %", ComparisonVerdict.Regressed), (tile.Value, tile.Verdict));
        Assert.StartsWith("Slower at 1 client: -33 % (95 % CI", tile.Detail, StringComparison.Ordinal);
    }

    [Fact]
    public void Runs_without_a_configuration_in_common_have_no_change() =>
        Assert.Equal("no configuration in common", Baseline(new("a", Comparison: ComparedRuns.Compare(ComparedRuns.Of((2, Hundred)), Run))).Detail);

    [Fact]
    public void The_paper_s_nearest_figure_is_of_the_same_quantity_and_the_best_configuration()
    {
        var results = Run.Results();
        PublishedComparison[] published =
        [
            Published(PublishedMetric.OperationsPerSecondPerClient, results.Levels[1], 1.0),
            Published(PublishedMetric.OperationsPerSecond, results.Levels[0], 1.1),
            Published(PublishedMetric.OperationsPerSecond, results.Levels[1], 4.1),
        ];

        var tile = RunTile.Of(results, "", published, new())[^1];

        Assert.Equal(("Against the paper", "4.10 ×", "mean 300 against 73.2 ops/s: hill-2010, table 1"), (tile.Title, tile.Value, tile.Detail));
        Assert.DoesNotContain(RunTile.Of(results, "", [], new()), one => one.Title == "Against the paper");
    }

    [Fact]
    public void A_row_is_good_or_says_what_sets_it_apart()
    {
        var flagged = Run.With(4, point => point.Result! with { Flags = [PointFlag.RaggedEnd, PointFlag.SampleTooSmall] });
        var limited = Run.With(point => point.Repetition == 1 && point.Levels["clients"]!.GetValue<int>() == 1 ? point with { Result = point.Result! with { Flags = [PointFlag.GeneratorBound] } } : point);
        var everywhere = Run.With(point => point with { Result = point.Result! with { Flags = [PointFlag.RaggedEnd] } });

        Assert.Equal(["good", "clients ended apart"], QualityOf(flagged));
        Assert.Equal(["limited by the measuring machine (1 of 10)", "good"], QualityOf(limited));
        Assert.Equal(["good", "good"], QualityOf(everywhere));
        Assert.Equal(["9 of 10 repetitions counted", "good"], QualityOf(Run.With(point => point.Number == 1 ? point with { Status = PointStatus.Failed, Result = null } : point)));
        Assert.Equal(["no operation succeeded", "good"], QualityOf(Run.With(point => point.Levels["clients"]!.GetValue<int>() == 1 ? AllFailed(point) : point)));
    }

    [Fact]
    public void What_all_configurations_share_is_a_caution_of_the_run()
    {
        var run = Run.With(point => point with { Result = point.Result! with { Flags = [PointFlag.RaggedEnd, PointFlag.SampleTooSmall] } });

        var cautions = RunCaution.Of(Response(run.Spec) with { Emulator = true, Sample = true }, run.Results(), []);

        Assert.Equal(["emulator, not a cloud", "sample data", "clients ended apart at all configurations"], cautions.Select(caution => caution.Short));
    }

    [Fact]
    public void A_run_with_nothing_against_it_has_no_cautions() => Assert.Empty(RunCaution.Of(Response(Run.Spec), Run.Results(), []));

    [Fact]
    public void Every_flag_has_words() => Assert.All(Enum.GetValues<PointFlag>(), flag => Assert.NotEmpty(QualityText.Of(flag)));

    private static IReadOnlyList<RunTile> TilesOf(MeasuredRun run) => RunTile.Of(run.Results(), "", [], new());

    private static RunTile Baseline(RunBaseline baseline) => RunTile.Of(Run.Results(), "", [], baseline).Single(tile => tile.Title == "Against baseline");

    private static PointRecord AllFailed(PointRecord point) => point with
    {
        Result = point.Result!.With(operations => operations with { Outcomes = new() { [OperationOutcome.ClientTimeout] = operations.Operations } }),
    };

    private static IEnumerable<string> QualityOf(MeasuredRun run) =>
        run.Results().Levels is var levels ? levels.Select(level => QualityText.Of(level, QualityText.Shared(levels))) : [];

    private static PublishedComparison Published(PublishedMetric metric, LevelResult level, double ratio) =>
        new("hill-2010", "table 1", metric, level.Levels, 300 / ratio, "mean", "", 300, ratio);

    private static RunResponse Response(RunSpec spec) =>
        new("a", RunStatus.Completed, "", "local", spec, default, null, null, false, 20, 20, 0, [], null);
}
