using AzurePerf.Core.Api;
using AzurePerf.Core.Mail;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Tasks;
using AzurePerf.UnitTests.Cli;
using AzurePerf.UnitTests.Golden;
using AzurePerf.UnitTests.Runs;
using Xunit;

namespace AzurePerf.UnitTests.Mail;

public sealed class RunMailTests
{
    private const string RunId = "4x2kabcdefghij234567";
    private static readonly DateTimeOffset Then = new(2026, 3, 14, 9, 26, 53, TimeSpan.Zero);

    private static readonly RunMailFacts Images = new()
    {
        Run = Run(SampleSpecs.Of("""{"experiment": "modis.pipeline", "preset": "quick", "seed": 1}""")),
        Images = new()
        {
            Product = "MOD11A1",
            Days = 4,
            DaysPlanned = 4,
            Results = 2,
            ResultsPlanned = 3,
            InputMissing = 1,
            NotCovered = 2,
            NotListed = 1,
            OfMadeGranules = true,
            Program = "1f0c9a3e",
            ProgramFiles = ["ndvi.png", "mean.csv"],
            Picture = new byte[] { 1 },
            PictureWords = "MOD11A1, 2024-01-25 to 2024-01-26",
        },
        Title = "Satellite images",
        Portal = "https://perf.example",
        SharedLink = "https://perf.example/shared/azs_secret",
        SharedUntil = Then.AddDays(7),
    };

    [Fact]
    public void The_subject_is_the_answer() => Assert.Equal("Images of MOD11A1: 2 of 3 results made", RunMail.Of(Images).Subject);

    [Theory]
    [InlineData(0, 0, 2, 3, "2 of 3 images of periods made")]
    [InlineData(0, 0, 0, 0, "4 of 4 images of days made")]
    [InlineData(3, 3, 0, 2, "3 of 3 results made")]
    public void What_counts_is_what_was_asked_for(int results, int resultsPlanned, int periods, int periodsPlanned, string answer) => Assert.Equal(
        "Images of MOD11A1: " + answer,
        RunMail.Of(Images with { Images = Images.Images! with { Results = results, ResultsPlanned = resultsPlanned, Periods = periods, PeriodsPlanned = periodsPlanned } }).Subject);

    [Theory]
    [InlineData(FailureCause.UserCodeError, "The program ended with exit code 3. Its log ends: no such band", "the program ended with exit code 3")]
    [InlineData(FailureCause.UserCodeError, "it wrote no file.", "it wrote no file")]
    [InlineData(FailureCause.OutOfDisk, "", "out of disk")]
    public void A_run_that_made_nothing_that_was_asked_for_begins_with_that_and_why(FailureCause cause, string reason, string said)
    {
        var mail = RunMail.Of(Failed(
            new("reduction", 1, null, 3, cause, reason, "worker", Then),
            new("reduction", 1, null, 3, FailureCause.AlreadyExists, "it is there", "worker", Then)));

        Assert.Equal($"Images of MOD11A1: 0 of 1 results made: {said}", mail.Subject);
        Assert.StartsWith($"Images of MOD11A1: 0 of 1 results made: {said}.\n", mail.Text, StringComparison.Ordinal);
        Assert.Contains($"0 of 1 results made: {said}</h1>", mail.Html, StringComparison.Ordinal);
        Assert.Contains("\nResults: 0 of 1 made\nImages of days: 4 of 4 made\n", mail.Text, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(3, 0, "3 (user code error)")]
    [InlineData(3, 2, "5 (3 user code error, 2 worker lost)")]
    public void Attempts_that_failed_are_counted_by_cause(int userCode, int lost, string said)
    {
        var run = SampleRuns.Bag(RunStatus.CompletedWithErrors);
        var ends = new Dictionary<FailureCause, int> { [FailureCause.UserCodeError] = userCode, [FailureCause.WorkerLost] = lost }
            .Where(end => end.Value > 0).ToDictionary();

        var mail = RunMail.Of(Images with { Course = run with { Stages = [run.Stages[0] with { Ends = ends }] } });

        Assert.Contains($"\nFailed attempts: {said}\n", mail.Text, StringComparison.Ordinal);
    }

    [Fact]
    public void A_run_that_made_nothing_although_no_execution_failed_says_no_cause() =>
        Assert.Equal("Images of MOD11A1: 0 of 1 results made", RunMail.Of(Failed()).Subject);

    [Fact]
    public void The_text_has_counts_and_links() => GoldenFile.Check("mail-images.txt", RunMail.Of(Images).Text);

    [Fact]
    public void The_HTML_has_the_same_and_a_picture() => GoldenFile.Check("mail-images.html", RunMail.Of(Images).Html);

    [Fact]
    public void A_run_of_points_says_how_it_ended()
    {
        var mail = RunMail.Of(new()
        {
            Run = Run(SampleSpecs.Downloads()) with { Status = RunStatus.Failed, Reason = "a point failed and onError is stop", Headline = new("opsPerSecond", "1/s", 12.5, [], 2) },
            Title = "Download blobs",
            Portal = "https://perf.example",
        });

        Assert.Equal("Download blobs: failed", mail.Subject);
        Assert.Contains("State: failed: a point failed and onError is stop\n", mail.Text, StringComparison.Ordinal);
        Assert.Contains("Best result (median): 12.5", mail.Text, StringComparison.Ordinal);
        Assert.DoesNotContain("/shared/", mail.Text, StringComparison.Ordinal);
        Assert.DoesNotContain("cid:", mail.Html, StringComparison.Ordinal);
    }

    [Fact]
    public void Names_are_no_markup_and_begin_no_line_of_their_own()
    {
        var mail = RunMail.Of(Images with { Run = Images.Run with { Spec = Images.Run.Spec with { Name = "<script>\r\nBcc: eve@example.com" }, Reason = "a\nb" } });

        Assert.DoesNotContain(mail.Subject, char.IsControl);
        Assert.DoesNotContain("<script>", mail.Html, StringComparison.Ordinal);
        Assert.DoesNotContain("\nBcc:", mail.Text, StringComparison.Ordinal);
        Assert.DoesNotContain("\nb", mail.Text, StringComparison.Ordinal);
    }

    [Fact]
    public void A_long_name_is_cut_between_letters()
    {
        var mail = RunMail.Of(Images with { Run = Images.Run with { Spec = Images.Run.Spec with { Name = new string('x', 119) + "\U0001F30D" + new string('y', 60) } } });

        Assert.Equal(new string('x', 119) + "...: 2 of 3 results made", mail.Subject);
    }

    private static RunMailFacts Failed(params AbnormalEndResponse[] ends) => Images with
    {
        Images = Images.Images! with { Results = 0, ResultsPlanned = 1 },
        Course = SampleRuns.Run("modis.pipeline", "{}", RunStatus.CompletedWithErrors, points: 0) with { Engine = EngineResponse.None with { Ends = ends } },
    };

    private static RunState Run(RunSpec spec) => new()
    {
        RunId = RunId,
        Spec = spec,
        Owner = "ann@example.com",
        BodyHash = "",
        IndexKey = RunIndexKey.For(RunId, Then),
        Status = RunStatus.Completed,
        SubmittedAt = Then.AddMinutes(-3),
        StartedAt = Then.AddMinutes(-2),
        EndedAt = Then,
    };
}
