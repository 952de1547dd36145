using System.IO.Compression;
using System.Text;
using System.Text.Json.Nodes;
using AzurePerf.Core.Measurements;
using AzurePerf.Core.Runs;
using AzurePerf.UnitTests.Measurements;
using Xunit;
using static AzurePerf.UnitTests.Measurements.ClientMeasurements;

namespace AzurePerf.UnitTests.Runs;

public sealed class PointRecomputationTests
{
    private static readonly PointObservation Observations = Observed(
        Client(0, 0, 1_000, completed: 400, overlap: 390),
        Client(1, 10, 1_200, completed: 300, overlap: 250) with { Failed = 2, HarnessNanoseconds = 77 }) with
    {
        Failures = new Dictionary<OperationOutcome, FailedOperations> { [OperationOutcome.Throttled] = new(Latencies(2), "ServerBusy") },
        FollowUpMessage = "gone",
        SetUpNanoseconds = 5,
        WarmUpNanoseconds = 6,
        SamplesKept = 3,
    };

    private static readonly byte[] File = Observations.ToFile();

    [Fact]
    public async Task Figures_computed_from_the_file_are_those_that_were_published()
    {
        var recomputed = await PointRecomputation.OfAsync(Point(), File, null);

        Assert.Equal(RecomputationState.Same, recomputed.State);
        Assert.Empty(recomputed.Differences);
    }

    [Theory]
    [InlineData("clients", "[null]")]
    [InlineData("latencies", "\"AAAA\"")]
    [InlineData("operationTypes", "[{}]")]
    [InlineData("members", "[{}]")]
    public async Task A_file_whose_json_is_that_of_details_and_makes_no_sense_is_unreadable(string member, string value)
    {
        using var unzipped = new GZipStream(new MemoryStream(File), CompressionMode.Decompress);
        var document = (await JsonNode.ParseAsync(unzipped, cancellationToken: TestContext.Current.CancellationToken))!.AsObject();
        document[member] = JsonNode.Parse(value);
        using var spoilt = new MemoryStream();
        await using (var gzip = new GZipStream(spoilt, CompressionLevel.Fastest, leaveOpen: true))
        {
            await gzip.WriteAsync(Encoding.UTF8.GetBytes(document.ToJsonString()), TestContext.Current.CancellationToken);
        }

        var recomputed = await PointRecomputation.OfAsync(Point(), spoilt.ToArray(), null);

        Assert.Equal(RecomputationState.Unreadable, recomputed.State);
        Assert.NotEmpty(recomputed.Problem);
    }

    [Fact]
    public async Task What_the_file_cannot_tell_is_taken_over()
    {
        var published = Point();
        published = published with { Result = published.Result! with { Flags = [.. published.Result.Flags, PointFlag.Partial] } };

        var recomputed = await PointRecomputation.OfAsync(published, File, null);

        Assert.Equal(RecomputationState.Same, recomputed.State);
        Assert.Contains(PointFlag.Partial, recomputed.Point.Result!.Flags);
    }

    [Fact]
    public async Task A_figure_that_another_build_computed_differently_is_named_and_replaced()
    {
        var published = Point();
        var elapsed = published.Result!.ElapsedSeconds;
        published = published with { Result = published.Result with { ElapsedSeconds = 9, Flags = [] } };

        var recomputed = await PointRecomputation.OfAsync(published, File, null);

        Assert.Equal(RecomputationState.Differs, recomputed.State);
        Assert.Equal(["flags", "elapsedSeconds"], recomputed.Differences);
        Assert.Equal(elapsed, recomputed.Point.Result!.ElapsedSeconds);
    }

    [Fact]
    public async Task A_file_that_is_not_the_one_stored_is_noticed_even_if_it_can_be_read()
    {
        var other = (Observations with { SetUpNanoseconds = 8 }).ToFile();

        var recomputed = await PointRecomputation.OfAsync(Point(), other, null);

        Assert.Equal(RecomputationState.FileChanged, recomputed.State);
        Assert.Contains(FileHash.Of(other), recomputed.Problem, StringComparison.Ordinal);
        Assert.Equal(["setUpSeconds"], recomputed.Differences);
    }

    [Fact]
    public async Task A_log_that_is_gone_or_not_the_one_stored_beside_the_file_is_noticed()
    {
        var details = Observations with { LatencyLogHash = FileHash.Of("log"u8) };
        var file = details.ToFile();
        var published = Point() with { DetailsHash = FileHash.Of(file) };

        Assert.Equal(RecomputationState.Same, (await PointRecomputation.OfAsync(published, file, "log"u8.ToArray())).State);
        var changed = await PointRecomputation.OfAsync(published, file, "lag"u8.ToArray());
        Assert.Equal(
            (RecomputationState.LogChanged, $"latencies.hlog has the SHA-256 {FileHash.Of("lag"u8)}; stored was {FileHash.Of("log"u8)}"), (changed.State, changed.Problem));
        Assert.Empty(changed.Differences);
        Assert.Equal("latencies.hlog is gone", (await PointRecomputation.OfAsync(published, file, null)).Problem);
    }

    [Fact]
    public async Task A_file_that_cannot_be_read_leaves_the_figures_as_published()
    {
        var recomputed = await PointRecomputation.OfAsync(Point(), [1, 2, 3], null);

        Assert.Equal(RecomputationState.Unreadable, recomputed.State);
        Assert.NotEmpty(recomputed.Problem);
        Assert.Equal(Point().Result!.ElapsedSeconds, recomputed.Point.Result!.ElapsedSeconds);
    }

    [Fact]
    public async Task A_file_whose_clients_are_missing_is_unreadable_and_no_failure_of_ours()
    {
        var recomputed = await PointRecomputation.OfAsync(Point(), WithoutClients(), null);

        Assert.Equal(RecomputationState.Unreadable, recomputed.State);
    }

    [Fact]
    public async Task A_file_that_was_removed_leaves_the_figures_as_published() =>
        Assert.Equal(RecomputationState.FileGone, (await PointRecomputation.OfAsync(Point(), null, null)).State);

    [Fact]
    public async Task A_point_that_never_measured_anything_has_nothing_to_compute() => Assert.Equal(
        RecomputationState.NothingMeasured, (await PointRecomputation.OfAsync(Point() with { DetailsBlob = "", DetailsHash = "", Result = null }, null, null)).State);

    private static byte[] WithoutClients()
    {
        using var file = new MemoryStream();
        using (var gzip = new GZipStream(file, CompressionLevel.Fastest))
        {
            gzip.Write(Encoding.UTF8.GetBytes($$"""{"version":{{PointObservation.CurrentVersion}},"clients":null}"""));
        }

        return file.ToArray();
    }

    private static PointRecord Point() => new()
    {
        Number = 1,
        Repetition = 1,
        Levels = new JsonObject { ["clients"] = 2 },
        Status = PointStatus.Measured,
        Attempt = 1,
        Result = PointSummariser.Summarise(Observations),
        DetailsBlob = "run/01/1/1/details.json.gz",
        DetailsHash = FileHash.Of(File),
    };
}
