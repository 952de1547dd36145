using AzurePerf.Cli.Output;
using AzurePerf.Cli.Runs;
using AzurePerf.Core.Api;
using AzurePerf.Core.Comparisons;
using AzurePerf.Core.Measurements;
using AzurePerf.Core.Reports;
using AzurePerf.Core.Results.Published;
using AzurePerf.Core.Runs;
using AzurePerf.UnitTests.Golden;
using Xunit;

namespace AzurePerf.UnitTests.Cli;

public sealed class EndSummaryTests
{
    private const int MostLines = 12;
    private const string Parameters = """{"blobBytes":[1048576],"containers":[1],"sink":"nothing","clients":[1,4],"operationsPerClient":20}""";

    private static readonly Uri Page = new($"http://127.0.0.1:5080/runs/{SampleRuns.RunId}");

    [Fact]
    public void The_answer_comes_first_and_the_page_last() =>
        Check("cli-run-end.txt", SampleRuns.Run("blob.download", Parameters), Measured(20, 80));

    [Fact]
    public void What_failed_first_is_said_in_its_own_words()
    {
        var failing = SampleRuns.WithFailures(SampleRuns.Summary(4, 78, 31.2, 1 << 20), OperationOutcome.ClientTimeout, 2, "no answer within 60 s");
        var run = SampleRuns.Run("blob.download", Parameters, RunStatus.CompletedWithErrors, failed: 1) with { Reason = "a point failed" };

        Check("cli-run-end-failures.txt", run, SampleRuns.Points(
            SampleRuns.Measured(1, 1, Blob(1), SampleRuns.Summary(1, 400, 0.834, 1 << 20)),
            SampleRuns.Measured(2, 1, Blob(4), failing),
            SampleRuns.Failed(3, 2, Blob(1), "the worker was lost three times")));
        Assert.Contains("  First failure         point 2: 2 clientTimeout, no answer within 60 s\n",
            Render(run, SampleRuns.Points(SampleRuns.Measured(2, 1, Blob(4), failing)), Sheet.Pipe), StringComparison.Ordinal);
    }

    [Fact]
    public void A_run_that_measured_nothing_says_why() =>
        Check("cli-run-end-nothing.txt", SampleRuns.Run("blob.download", Parameters, RunStatus.Failed, points: 0) with { HeadlineMissing = "no point was measured" }, SampleRuns.Points());

    [Theory]
    [InlineData(40)]
    [InlineData(60)]
    [InlineData(100)]
    [InlineData(200)]
    public void Lines_fit_the_terminal_but_for_words_that_are_longer(int columns)
    {
        var text = Render(SampleRuns.Run("blob.download", Parameters), Measured(20, 80), Sheet.Terminal(columns, emphasises: false));

        Assert.All(text.Split('\n').Where(line => !line.Contains("http", StringComparison.Ordinal)), line => Assert.True(line.Length <= columns, line));
    }

    [Fact]
    public void Warnings_take_one_line_and_say_how_many_more_there_are()
    {
        var run = SampleRuns.Run("blob.download", Parameters);
        var cautions = Enumerable.Range(1, 9).Select(number => new RunCaution($"caution number {number}", "")).ToArray();

        var lines = EndSummary.Render(run, new(run.Id, run.Status, [], cautions), SampleRuns.Points(), Page, Sheet.Pipe).Split('\n');

        Assert.Equal("  Warnings  caution number 1; caution number 2; caution number 3; caution number 4; 5 more", lines[1]);
    }

    [Fact]
    public void A_run_of_stages_of_tasks_names_the_command_that_shows_its_tables()
    {
        var run = SampleRuns.Run("blob.download", Parameters);
        var points = SampleRuns.Points() with { Sections = [new() { Id = "counts", Title = "Counts", Notes = ["40 tiles"] }] };

        Assert.Contains($"  Results   azureperf show {run.Id}\n", EndSummary.Render(run, new(run.Id, run.Status, [], []), points, Page, Sheet.Pipe), StringComparison.Ordinal);
    }

    private static PointListResponse Measured(int alone, int together) => SampleRuns.Points(
        SampleRuns.Measured(1, 1, Blob(1), SampleRuns.Summary(1, alone, 12.34, 1 << 20)),
        SampleRuns.Measured(2, 1, Blob(4), SampleRuns.Summary(4, together, 31.2, 1 << 20, PointFlag.RaggedEnd)),
        SampleRuns.Measured(3, 2, Blob(1), SampleRuns.Summary(1, alone, 11.1, 1 << 20)),
        SampleRuns.Measured(4, 2, Blob(4), SampleRuns.Summary(4, together, 29.8, 1 << 20)));

    private static void Check(string golden, RunResponse run, PointListResponse points)
    {
        var text = Render(run, points, Sheet.Pipe);
        Assert.InRange(text.Count(character => character == '\n'), 1, MostLines);
        Assert.EndsWith(Page.AbsoluteUri + "\n", text, StringComparison.Ordinal);
        GoldenFile.Check(golden, text);
    }

    private static string Render(RunResponse run, PointListResponse points, Sheet sheet)
    {
        var results = Shipped.Results(run.Spec, points.Points);
        var tiles = RunTile.Of(results, run.HeadlineMissing, PublishedComparisons.Of(results, points.Ratios), new("baseline", Comparison: null));
        return EndSummary.Render(run, new(run.Id, run.Status, tiles, RunCaution.Of(run, results, [])), points, Page, sheet);
    }

    private static string Blob(int clients) => $$"""{"blobBytes":1048576,"containers":1,"clients":{{clients}}}""";
}
