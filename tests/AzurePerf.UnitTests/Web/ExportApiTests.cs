using System.Net;
using System.Text.Json;
using AzurePerf.Core.Measurements;
using AzurePerf.Core.Measurements.Logs;
using AzurePerf.Core.Runs;
using AzurePerf.Storage.Blobs;
using Microsoft.Extensions.DependencyInjection;
using Xunit;
using static AzurePerf.UnitTests.Measurements.ClientMeasurements;

namespace AzurePerf.UnitTests.Web;

public sealed class ExportApiTests : IAsyncDisposable
{
    private const string Download = """{"experiment": "blob.download", "preset": "quick"}""";
    private readonly WebUnderTest _web = new();

    public ValueTask DisposeAsync() => _web.DisposeAsync();

    [Fact]
    public async Task Points_are_exported_as_lines_of_figures()
    {
        var run = await SeedAsync();

        var csv = await ReadAsync(run, "csv", "text/csv");
        var json = (await ReadAsync(run, "jsonl", "application/jsonl")).Split('\n', StringSplitOptions.RemoveEmptyEntries).Select(line => JsonDocument.Parse(line).RootElement).ToArray();

        Assert.StartsWith("runId,experiment,scale,", csv, StringComparison.Ordinal);
        Assert.Equal(4, csv.Split('\n', StringSplitOptions.RemoveEmptyEntries).Length);
        Assert.Equal([1, 2, 3], json.Select(line => line.GetProperty("number").GetInt32()));
        Assert.All(json, line => Assert.Equal((run.Id, "blob.download"), (line.GetProperty("runId").GetString(), line.GetProperty("experiment").GetString())));
        Assert.Equal(20, json[0].GetProperty("result").GetProperty("operations").GetProperty("operations").GetInt64());
    }

    [Fact]
    public async Task The_histogram_logs_of_all_points_are_exported_as_one_that_counts_from_the_start_of_the_run()
    {
        var run = await SeedAsync();

        using var text = new StringReader(await ReadAsync(run, "hlog", "text/plain"));
        var reader = new HistogramLogReader(text);
        var intervals = new List<HistogramInterval>();
        while (reader.Read() is { } interval)
        {
            intervals.Add(interval);
        }

        Assert.Equal(run.Run.SubmittedAt, reader.StartTime);
        Assert.Equal(
            [("1/ok", 1_000_000_000, 3), ("1/ok", 3_000_000_000, 1), ("1/throttled", 1_000_000_000, 2), ("3/ok", 3_000_000_000, 3), ("3/ok", 5_000_000_000, 1), ("3/throttled", 3_000_000_000, 2)],
            intervals.Select(interval => (interval.Tag, interval.StartNanoseconds, interval.Decode().Count)));
    }

    [Fact]
    public async Task Samples_are_exported_with_the_number_of_their_point()
    {
        var run = await SeedAsync();
        Sample[] samples = [new(3, 10, 11, 25, 512, OperationOutcome.Ok, 1), new(4, 12, 12, 90, 0, OperationOutcome.Throttled, 0)];
        await new MeasurementFiles(_web.Control.Results).PutAsync(
            $"{run.Id}/01/3/1/details.json.gz", Details with { Samples = samples, SamplesKept = 2 }, null, TestContext.Current.CancellationToken);

        Assert.Equal(
            "point,client,intendedStartNanoseconds,startNanoseconds,endNanoseconds,bytes,outcome,wireRequests\n3,3,10,11,25,512,ok,1\n3,4,12,12,90,0,throttled,0\n",
            await ReadAsync(run, "samples", "text/csv", "samples.csv"));
    }

    [Fact]
    public async Task A_histogram_log_that_is_not_the_one_stored_is_left_out_and_named()
    {
        var run = await SeedAsync();
        var log = LogOf(run.Run.SubmittedAt.AddSeconds(1));
        await new MeasurementFiles(_web.Control.Results).PutAsync($"{run.Id}/01/1/1/details.json.gz", Details, log, TestContext.Current.CancellationToken);
        Assert.Contains("Tag=1/ok", await ReadAsync(run, "hlog", "text/plain"), StringComparison.Ordinal);

        await _web.Control.Results.PutAsync($"{run.Id}/01/1/1/latencies.hlog", BinaryData.FromString(log + "\n"), TestContext.Current.CancellationToken);

        var exported = await ReadAsync(run, "hlog", "text/plain");
        Assert.Contains("#[Point 1 is left out: latencies.hlog has the SHA-256 ", exported, StringComparison.Ordinal);
        Assert.DoesNotContain("Tag=1/ok", exported, StringComparison.Ordinal);
        Assert.Contains("Tag=3/ok", exported, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_histogram_log_that_cannot_be_read_is_left_out_and_the_points_after_it_are_there()
    {
        var run = await SeedAsync();
        await _web.Control.Results.PutAsync($"{run.Id}/01/1/1/latencies.hlog", BinaryData.FromString("Tag=ok,0,1,2,!\n"), TestContext.Current.CancellationToken);

        var exported = await ReadAsync(run, "hlog", "text/plain");

        Assert.Contains("#[Point 1 is left out: the histogram log of point 1 cannot be read: ", exported, StringComparison.Ordinal);
        Assert.DoesNotContain("#[Point 1: ", exported, StringComparison.Ordinal);
        Assert.Contains("Tag=3/ok", exported, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("")]
    [InlineData("?format=xml")]
    public async Task Another_format_is_refused(string query)
    {
        var run = await SeedAsync();

        await RunSubmissionApiTests.ProblemAsync(await _web.GetAsync($"/api/v1/runs/{run.Id}/export{query}"), HttpStatusCode.BadRequest, "/problems/invalid-request");
    }

    [Theory]
    [InlineData("aaaaaaaaaaaaaaaaaaaa")]
    [InlineData("not-an-id")]
    public async Task A_run_that_does_not_exist_cannot_be_exported(string id) =>
        await RunSubmissionApiTests.ProblemAsync(await _web.GetAsync($"/api/v1/runs/{id}/export?format=csv"), HttpStatusCode.NotFound, "/problems/not-found");

    private static PointObservation Details => Observed(Client(0, 0, 1_000, completed: 7, overlap: 7));

    [Fact]
    public async Task A_report_is_made_from_what_was_measured_alone()
    {
        var run = await SeedAsync();
        var rows = new CountingRows(_web.Control.Rows);
        await using var counted = new WebUnderTest(services => services.AddSingleton(FailingRows.With(_web.Control.AsControlPlane(), rows)), _web.Control);
        var asked = new List<int>();
        foreach (var format in new[] { "md", "html", "csv" })
        {
            var before = rows.Asked;
            Assert.Equal(HttpStatusCode.OK, (await counted.GetAsync($"/api/v1/runs/{run.Id}/export?format={format}")).StatusCode);
            asked.Add(rows.Asked - before);
        }

        Assert.Equal(asked[0], asked[1]);
        Assert.True(asked[0] < asked[2], string.Join(", ", asked));
    }

    /// <summary>Three points, of which the first and the last have a log.</summary>
    private async Task<SeededRun> SeedAsync()
    {
        var run = await SeededRun.SubmitAsync(_web, Download);
        await run.MoveAsync(RunStatus.Running, 3);
        foreach (var point in run.Measured(_ => SeededRun.Summary(1, 10, 1 << 20, 20)).Take(3))
        {
            var details = $"{run.Id}/01/{point.Number}/1/details.json.gz";
            await run.PublishAsync(point with { DetailsBlob = details });
            if (point.Number != 2)
            {
                await _web.Control.Results.PutAsync(
                    $"{run.Id}/01/{point.Number}/1/latencies.hlog", BinaryData.FromString(LogOf(run.Run.SubmittedAt.AddSeconds(point.Number))), TestContext.Current.CancellationToken);
            }
        }

        return run;
    }

    private static string LogOf(DateTimeOffset openedAt)
    {
        var series = new LatencyTimeline();
        series.Add(0, Of(1, 2, 3));
        series.Add(2, Of(4));
        return LatencyLog.Write(openedAt, series, new Dictionary<OperationOutcome, FailedOperations> { [OperationOutcome.Throttled] = new(Of(5, 6), "busy") }, 2_500_000_000);
    }

    private static LatencyHistogram Of(params long[] latencies)
    {
        var histogram = new LatencyHistogram();
        Array.ForEach(latencies, histogram.Record);
        return histogram;
    }

    private async Task<string> ReadAsync(SeededRun run, string format, string contentType, string? extension = null)
    {
        var response = await _web.GetAsync($"/api/v1/runs/{run.Id}/export?format={format}");
        Assert.Equal(HttpStatusCode.OK, response.StatusCode);
        Assert.Equal(contentType, response.Content.Headers.ContentType!.MediaType);
        Assert.Equal($"{run.Id}.{extension ?? format}", response.Content.Headers.ContentDisposition!.FileName);
        return await response.Content.ReadAsStringAsync(TestContext.Current.CancellationToken);
    }
}
