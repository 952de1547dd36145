using AzurePerf.Core.Experiments;
using AzurePerf.Core.Experiments.Disks;
using AzurePerf.Core.Measurements;
using AzurePerf.Core.Reports.Sections;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Sections;
using AzurePerf.UnitTests.Cli;
using AzurePerf.UnitTests.Runs;
using AzurePerf.UnitTests.TaskManager;
using Xunit;

namespace AzurePerf.UnitTests.Experiments.Disks;

public sealed class DiskReportTests
{
    private static readonly RunSpec Spec = SampleSpecs.Of("""{ "experiment": "disk.mark", "preset": "quick", "seed": 1 }""");

    [Fact]
    public void The_score_is_the_best_pass_and_stands_beside_the_median_and_all_passes()
    {
        PointRecord[] passes = [Pass(3, "rnd4KQ1T1", 3, 30), Pass(1, "rnd4KQ1T1", 1, 20), Pass(2, "rnd4KQ1T1", 2, 10)];
        var report = Of(passes);

        var score = Assert.Single(report.Scores);
        Assert.Equal((30.0, 20.0), (score.Best, score.Median));
        Assert.Equal([20.0, 10.0, 30.0], score.Passes);
        Assert.Equal("20.0, 10.0, 30.0", Sections(passes)[0].Tables[0].Rows[0][^1].Text);
        Assert.Empty(report.Verdicts);
    }

    [Fact]
    public void A_pass_that_a_cache_may_have_answered_or_that_was_cut_short_scores_nothing()
    {
        var cached = Pass(1, "rnd4KQ1T1", 1, 9_000);

        Assert.Empty(Sections(cached with { Result = cached.Result! with { Flags = [PointFlag.CacheSuspect] } }));
        Assert.Empty(Sections(cached with { Result = cached.Result! with { Flags = [PointFlag.Partial] } }));
    }

    [Fact]
    public void The_medians_of_the_tests_of_one_direction_make_its_verdict()
    {
        var report = Of([Pass(1, "seq1MQ8T1", 1, 50), Pass(2, "rnd4KQ32T1", 1, 4), Pass(3, "rnd4KQ1T1", 1, 1), Pass(4, "rnd4KQ32T1", 1, 4, "write")]);

        var verdict = Assert.Single(report.Verdicts);
        Assert.Equal("""{"direction":"read","fileBytes":67108864,"clients":1}""", verdict.Levels.ToJsonString());
        Assert.StartsWith("IOPS-capped: 4 KiB blocks moved 8.00 % of", verdict.Decision.ToString(), StringComparison.Ordinal);
    }

    [Fact]
    public void A_machine_that_was_busy_in_one_pass_is_no_proof_of_what_limits_the_disk()
    {
        PointRecord[] passes = [Pass(1, "seq1MQ8T1", 1, 50), Pass(2, "rnd4KQ32T1", 1, 4), Pass(3, "rnd4KQ1T1", 1, 1)];
        passes[1] = passes[1] with { Result = passes[1].Result! with { Generator = new() { ProcessorShare = 0.4, GcPauseShare = 0, MachineBusyShare = 0.97 } } };

        var verdict = Assert.Single(Of(passes).Verdicts);

        Assert.StartsWith("no verdict: the processors were 97.0 % busy with 4 KiB blocks, 32 under way", verdict.Decision.ToString(), StringComparison.Ordinal);
    }

    private static DiskReport Of(PointRecord[] passes) => DiskReport.Of(Measured(passes));

    private static IReadOnlyList<ReportSection> Sections(params PointRecord[] passes) => DiskReport.Sections(Measured(passes));

    private static MeasuredLevels Measured(PointRecord[] passes) => Shipped.Results(Spec, passes).Measured(DiskMarkOptions.Definition);

    private static PointRecord Pass(int number, string test, int repetition, double megabytesPerSecond, string direction = "read") => SampleRuns.Measured(
        number,
        repetition,
        $$"""{"test":"{{test}}","direction":"{{direction}}","fileBytes":67108864,"clients":1}""",
        SampleSummary.Of(1).With(operations => operations with { BytesPerSecond = new(megabytesPerSecond * 1e6, null, 0, 0) }));
}
