using System.Net;
using System.Text.Json;
using AzurePerf.Core.Measurements;
using AzurePerf.Core.Measurements.Logs;
using AzurePerf.Core.Runs;
using AzurePerf.Storage.Blobs;
using Xunit;
using static AzurePerf.UnitTests.Measurements.ClientMeasurements;

namespace AzurePerf.UnitTests.Web;

public sealed class RecomputationApiTests : IAsyncDisposable
{
    private readonly WebUnderTest _web = new();

    public ValueTask DisposeAsync() => _web.DisposeAsync();

    [Fact]
    public async Task A_stored_point_is_computed_again_from_its_file()
    {
        var run = await SeedAsync();

        var answer = await ReadAsync($"/api/v1/runs/{run.Id}/points/1/recomputed");

        Assert.Equal("same", answer.GetProperty("state").GetString());
        Assert.Equal(700, answer.GetProperty("point").GetProperty("result").GetProperty("operations").GetProperty("operations").GetInt64());
    }

    [Fact]
    public async Task A_file_that_was_overwritten_is_noticed()
    {
        var run = await SeedAsync();
        await _web.Control.Results.PutAsync(NameOf(run), BinaryData.FromBytes(Observations(90).ToFile()), TestContext.Current.CancellationToken);

        Assert.Equal("fileChanged", (await ReadAsync($"/api/v1/runs/{run.Id}/points/1/recomputed")).GetProperty("state").GetString());
    }

    [Fact]
    public async Task A_histogram_log_that_was_overwritten_is_noticed()
    {
        var run = await SeedAsync();
        await _web.Control.Results.PutAsync(LatencyLog.NameBeside(NameOf(run)), BinaryData.FromString("other"), TestContext.Current.CancellationToken);

        Assert.Equal("logChanged", (await ReadAsync($"/api/v1/runs/{run.Id}/points/1/recomputed")).GetProperty("state").GetString());
    }

    [Fact]
    public async Task A_point_without_a_file_says_so()
    {
        var run = await SeedAsync();

        Assert.Equal("fileGone", (await ReadAsync($"/api/v1/runs/{run.Id}/points/2/recomputed")).GetProperty("state").GetString());
    }

    [Theory]
    [InlineData("points/99/recomputed")]
    [InlineData("points/-1/recomputed")]
    [InlineData("points/first/recomputed")]
    public async Task A_point_that_is_not_published_is_not_found(string path)
    {
        var run = await SeedAsync();

        await RunSubmissionApiTests.ProblemAsync(await _web.GetAsync($"/api/v1/runs/{run.Id}/{path}"), HttpStatusCode.NotFound, "/problems/not-found");
    }

    private static string NameOf(SeededRun run) => $"{run.Id}/01/1/1/details.json.gz";

    private static PointObservation Observations(long setUp) => Observed(Client(0, 0, 1_000, completed: 700, overlap: 700)) with { SetUpNanoseconds = setUp };

    private async Task<SeededRun> SeedAsync()
    {
        var run = await SeededRun.SubmitAsync(_web, """{"experiment": "blob.download", "preset": "quick"}""");
        await run.MoveAsync(RunStatus.Running, 2);
        var hash = await new MeasurementFiles(_web.Control.Results).PutAsync(NameOf(run), Observations(5), "log", TestContext.Current.CancellationToken);
        var points = run.Measured(_ => PointSummariser.Summarise(Observations(5))).Take(2).ToArray();
        await run.PublishAsync(points[0] with { DetailsBlob = NameOf(run), DetailsHash = hash }, points[1] with { DetailsBlob = "nowhere" });
        return run;
    }

    private async Task<JsonElement> ReadAsync(string path)
    {
        var response = await _web.GetAsync(path);
        Assert.Equal(HttpStatusCode.OK, response.StatusCode);
        return JsonDocument.Parse(await response.Content.ReadAsStringAsync(TestContext.Current.CancellationToken)).RootElement;
    }
}
