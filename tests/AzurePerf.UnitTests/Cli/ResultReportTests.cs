using AzurePerf.Cli.Output;
using AzurePerf.Cli.Runs;
using AzurePerf.Core.Api;
using AzurePerf.Core.Measurements;
using AzurePerf.Core.Measurements.Arrivals;
using AzurePerf.Core.Results;
using AzurePerf.Core.Results.Published;
using AzurePerf.Core.Runs;
using AzurePerf.UnitTests.Golden;
using AzurePerf.UnitTests.TaskManager;
using Xunit;

namespace AzurePerf.UnitTests.Cli;

public sealed class ResultReportTests
{
    private const string BlobParameters = """{"blobBytes":[1048576],"containers":[1],"sink":"nothing","clients":[1,4],"operationsPerClient":20}""";

    [Fact]
    public void Transfers_show_megabytes_and_repetitions_share_a_row()
    {
        var points = SampleRuns.Points(
            SampleRuns.Measured(1, 1, Blob(1), SampleRuns.Summary(1, 20, 12.34, 1 << 20, PointFlag.SampleTooSmall)),
            SampleRuns.Measured(2, 1, Blob(4), SampleRuns.GeneratorBound(SampleRuns.Summary(4, 80, 31.2, 1 << 20, PointFlag.RaggedEnd, PointFlag.SampleTooSmall))),
            SampleRuns.Measured(3, 2, Blob(1), SampleRuns.Summary(1, 20, 11.1, 1 << 20, PointFlag.SampleTooSmall)),
            SampleRuns.Measured(4, 2, Blob(4), SampleRuns.Summary(4, 80, 29.8, 1 << 20)));
        Check("cli-result-blob.txt", SampleRuns.Run("blob.download", BlobParameters), points);
    }

    [Fact]
    public void Times_that_dropped_starts_keep_from_being_known_are_not_said_to_lack_operations()
    {
        var result = SampleRuns.Summary(1, 10_000, 12.34, 1 << 20).With(operations => operations with
        {
            OpenLoop = SampleSummary.OpenLoop(OverloadCause.None) with { DroppedStarts = 200 },
            Latency = operations.Latency with { P99Nanoseconds = null },
        });

        var shown = SampleRuns.Render(SampleRuns.Run("blob.download", BlobParameters), SampleRuns.Points(SampleRuns.Measured(1, 1, Blob(1), result)));

        Assert.Contains("dropped: operations were never started (dropped starts), so the longest times are missing", shown, StringComparison.Ordinal);
        Assert.DoesNotContain("n<368", shown, StringComparison.Ordinal);
    }

    [Fact]
    public void A_dropped_start_of_one_repetition_is_not_said_to_be_why_all_have_too_few_operations()
    {
        var few = SampleRuns.Summary(1, 300, 12.34, 1 << 20);
        few = few.With(operations => operations with
        {
            OpenLoop = SampleSummary.OpenLoop(OverloadCause.None),
            Latency = operations.Latency with { P99Nanoseconds = null },
        });
        var dropping = few.With(operations => operations with { OpenLoop = operations.OpenLoop! with { DroppedStarts = 1 } });

        var shown = SampleRuns.Render(
            SampleRuns.Run("blob.download", BlobParameters),
            SampleRuns.Points(SampleRuns.Measured(1, 1, Blob(1), few), SampleRuns.Measured(2, 2, Blob(1), dropping)));

        Assert.Contains("n<368: too few operations", shown, StringComparison.Ordinal);
        Assert.DoesNotContain("dropped: ", shown, StringComparison.Ordinal);
    }

    [Fact]
    public void Failed_points_and_failed_operations_are_shown_with_their_reasons()
    {
        var summary = SampleRuns.Summary(4, 78, 31.2, 1 << 20);
        var points = SampleRuns.Points(
            SampleRuns.Measured(1, 1, Blob(1), SampleRuns.Summary(1, 400, 0.834, 1 << 20)),
            SampleRuns.Measured(2, 1, Blob(4), SampleRuns.WithFailures(summary, OperationOutcome.ClientTimeout, 2, "no answer within 60 s")),
            SampleRuns.Failed(3, 2, Blob(1), "the worker was lost three times"),
            SampleRuns.Failed(4, 2, Blob(4), ""));
        Check("cli-result-failures.txt", SampleRuns.Run("blob.download", BlobParameters, failed: 2), points);
    }

    [Fact]
    public void Points_that_were_there_already_are_named_and_are_no_failures()
    {
        var points = SampleRuns.Points(
            SampleRuns.Measured(1, 1, Blob(1), SampleRuns.Summary(1, 400, 0.834, 1 << 20)),
            SampleRuns.Failed(2, 1, Blob(4), "the blob exists") with { Status = PointStatus.Reused });
        Check("cli-result-reused.txt", SampleRuns.Run("blob.download", BlobParameters, points: 2), points);
    }

    [Fact]
    public void Four_varying_factors_still_fit()
    {
        const string Parameters = """{"operation":["add","receive"],"queueLength":[200000,2000000],"messageBytes":[512,65536],"clients":[1,192],"operationsPerClient":500}""";
        static string Levels(string operation, int length, int bytes, int clients) =>
            $$"""{"operation":"{{operation}}","queueLength":{{length}},"messageBytes":{{bytes}},"clients":{{clients}}}""";
        var points = SampleRuns.Points(
            SampleRuns.Measured(1, 1, Levels("add", 200_000, 512, 1), SampleRuns.Summary(1, 500, 1.5, 512)),
            SampleRuns.Measured(2, 1, Levels("receive", 2_000_000, 65_536, 192), SampleRuns.Summary(192, 96_000, 1_234.5, 65_536, PointFlag.NotConcurrent, PointFlag.RaggedEnd, PointFlag.ServiceThrottled)));
        Check("cli-result-wide.txt", SampleRuns.Run("queue.length", Parameters, points: 2), points);
    }

    [Fact]
    public void Scores_of_a_disk_follow_its_points_and_verdicts_the_scores()
    {
        const string Parameters = """{"test":["seq1MQ8T1","rnd4KQ32T1","rnd4KQ1T1"],"direction":["read"],"fileBytes":[67108864],"clients":[1],"operationsPerClient":0,"durationSeconds":1}""";
        static string Levels(string test) => $$"""{"test":"{{test}}","direction":"read","fileBytes":67108864,"clients":1}""";
        var run = SampleRuns.Run("disk.mark", Parameters, points: 4);
        var records = new[]
        {
            SampleRuns.Measured(1, 1, Levels("seq1MQ8T1"), SampleRuns.Summary(8, 100, 80, 1 << 20)),
            SampleRuns.Measured(2, 1, Levels("rnd4KQ32T1"), SampleRuns.Summary(32, 1_000, 32, 4_096)),
            SampleRuns.Measured(3, 2, Levels("rnd4KQ32T1"), SampleRuns.Summary(32, 1_000, 31, 4_096)),
            SampleRuns.Measured(4, 1, Levels("rnd4KQ1T1"), SampleRuns.Summary(1, 300, 3.3, 4_096)),
        };
        Check("cli-result-disk.txt", run, SampleRuns.Points(records));
    }

    [Fact]
    public void First_operations_are_told_of_experiments_that_compare_them()
    {
        var points = SampleRuns.Points(SampleRuns.Measured(
            1, 1, """{"direction":"read","clients":1}""", SampleRuns.Summary(1, 2, 0.5, 64 << 20)
                .With(operations => operations with { FirstOperation = new(120e6, 150e6, 1, MovesBytes: true) })));
        var text = SampleRuns.Render(SampleRuns.Run("disk.warm", """{"direction":["read"],"clients":[1],"waitSeconds":1}""", points: 1), points);

        Assert.Contains("all points: first operation 120 MB/s, later ones 150 MB/s: 25.0 % more", text, StringComparison.Ordinal);
    }

    [Fact]
    public void Ratios_follow_the_points_of_the_experiment_that_derives_them()
    {
        const string Parameters = """{"service":["blob","table"],"objectBytes":[4096],"clients":[1],"operationsPerClient":20}""";
        var records = new[]
        {
            SampleRuns.Measured(1, 1, """{"service":"blob","objectBytes":4096,"clients":1}""", SampleRuns.Summary(1, 20, 2.5, 4096)),
            SampleRuns.Measured(2, 1, """{"service":"table","objectBytes":4096,"clients":1}""", SampleRuns.Summary(1, 20, 1.25, 4096)),
        };
        var points = SampleRuns.Points(records) with { Ratios = DerivedRatios.Derive(Shipped.Results(SampleRuns.Run("insert.ratio", Parameters, points: 2).Spec, records)) };
        Check("cli-result-ratio.txt", SampleRuns.Run("insert.ratio", Parameters, points: 2), points);
    }

    [Fact]
    public void Each_point_has_its_own_row_when_that_is_asked_for()
    {
        var points = SampleRuns.Points(
            SampleRuns.Measured(1, 1, Blob(1), SampleRuns.Summary(1, 20, 12.34, 1 << 20)),
            SampleRuns.Measured(2, 1, Blob(4), SampleRuns.GeneratorBound(SampleRuns.Summary(4, 80, 31.2, 1 << 20))),
            SampleRuns.Measured(3, 2, Blob(1), SampleRuns.WithHiddenRetry(SampleRuns.Summary(1, 20, 11.1, 1 << 20))));
        Check("cli-result-each-point.txt", SampleRuns.Run("blob.download", BlobParameters, points: 3), points, eachPoint: true);
    }

    [Fact]
    public void Every_flag_has_a_letter_of_its_own()
    {
        var flags = Enum.GetValues<PointFlag>();
        Assert.Equal(flags.Length, flags.Select(FlagLetter.Of).Distinct().Count());
    }

    [Fact]
    public void A_hostile_error_message_cannot_steer_the_terminal()
    {
        var text = SampleRuns.Render(
            SampleRuns.Run("blob.download", BlobParameters, failed: 1),
            SampleRuns.Points(SampleRuns.Failed(1, 1, Blob(1), "\e[2Jgone\r\nnext")));
        Assert.DoesNotContain('\e', text);
        Assert.Contains("[2Jgone next", text, StringComparison.Ordinal);
    }

    private static string Blob(int clients) => $$"""{"blobBytes":1048576,"containers":1,"clients":{{clients}}}""";

    private static void Check(string golden, RunResponse run, PointListResponse points, bool eachPoint = false)
    {
        var compared = points with { Published = PublishedComparisons.Of(Shipped.Results(run.Spec, points.Points), points.Ratios) };
        var text = SampleRuns.Render(run, compared, eachPoint);
        Assert.All(text.Split('\n'), line => Assert.True(line.Length <= Sheet.UsualColumns, line));
        GoldenFile.Check(golden, text);
    }
}
