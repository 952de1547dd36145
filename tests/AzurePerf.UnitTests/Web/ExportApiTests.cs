using System.Net;
using System.Text.Json;
using AzurePerf.Core.Measurements;
using AzurePerf.Core.Measurements.Logs;
using AzurePerf.Core.Runs;
using Xunit;

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
        Assert.Equal(20, json[0].GetProperty("summary").GetProperty("operations").GetInt64());
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
        var series = new LatencySeries();
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

    private async Task<string> ReadAsync(SeededRun run, string format, string contentType)
    {
        var response = await _web.GetAsync($"/api/v1/runs/{run.Id}/export?format={format}");
        Assert.Equal(HttpStatusCode.OK, response.StatusCode);
        Assert.Equal(contentType, response.Content.Headers.ContentType!.MediaType);
        Assert.Equal($"{run.Id}.{format}", response.Content.Headers.ContentDisposition!.FileName);
        return await response.Content.ReadAsStringAsync(TestContext.Current.CancellationToken);
    }
}
