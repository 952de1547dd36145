using System.Net;
using System.Text.Json.Nodes;
using AzurePerf.Core.Api;
using AzurePerf.Core.Measurements;
using AzurePerf.Core.Runs;

namespace AzurePerf.ProcessTests.Runs;

/// <summary>A cluster of two workers that nobody kills.</summary>
public sealed class TwoWorkers : IAsyncLifetime
{
    private RunningCluster? _cluster;

    internal RunningCluster Cluster => _cluster ?? throw new InvalidOperationException("the cluster has not been started");

    public async ValueTask InitializeAsync() => _cluster = await RunningCluster.StartAsync(workers: 2);

    public ValueTask DisposeAsync() => _cluster?.DisposeAsync() ?? ValueTask.CompletedTask;
}

public sealed class EndToEndTests(TwoWorkers workers) : IClassFixture<TwoWorkers>
{
    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    [Fact]
    public async Task A_run_submitted_over_http_is_measured_by_real_processes_and_read_back()
    {
        var cluster = workers.Cluster;
        var before = await cluster.TargetContentAsync();

        var runId = await cluster.SubmitAsync(new JsonObject
        {
            ["experiment"] = "table.query",
            ["name"] = "end to end",
            ["repetitions"] = 2,
            ["seed"] = 7,
            ["parameters"] = new JsonObject
            {
                ["clients"] = new JsonArray(1, 3),
                ["entityBytes"] = 1024,
                ["datasetEntities"] = 250,
                ["operationsPerClient"] = 200,
                ["warmUpOperations"] = 5,
            },
        });
        await AssertReadableWhileRunningAsync(cluster, runId);
        var run = await cluster.UntilEndedAsync(runId);

        Assert.Equal((RunStatus.Completed, "", 4, 4, 0), (run.Status, run.Reason, run.Points, run.PointsFinished, run.PointsFailed));
        Assert.True(run.Emulator);
        var points = await cluster.PointsAsync(runId);
        Assert.Equal([1, 2, 3, 4], points.Select(point => point.Number));
        Assert.Equal([200, 600, 200, 600], points.Select(point => point.Summary!.Operations));
        Assert.All(points, point =>
        {
            Assert.Equal(PointStatus.Measured, point.Status);
            Assert.Equal(point.Summary!.Operations, point.Summary.Outcomes[OperationOutcome.Ok]);
            Assert.Equal(point.Summary.PlannedWireRequests, point.Summary.WireRequests);
            Assert.True(point.Summary.OperationsPerSecond.Total > 0);
            Assert.NotEmpty(point.DetailsBlob);
        });
        Assert.Equal(before, await cluster.TargetContentAsync());
    }

    [Fact]
    public async Task A_cancelled_run_stops_keeps_its_points_and_leaves_nothing_in_the_target()
    {
        var cluster = workers.Cluster;
        var before = await cluster.TargetContentAsync();
        var runId = await cluster.SubmitAsync(new JsonObject
        {
            ["experiment"] = "queue.add",
            ["repetitions"] = 3,
            ["parameters"] = new JsonObject
            {
                ["clients"] = new JsonArray(1, 2),
                ["operationsPerClient"] = 0,
                ["durationSeconds"] = 2,
                ["warmUpSeconds"] = 0.1,
            },
        });
        await cluster.UntilAsync(runId, run => run is { PointsFinished: 1, Activity.Phase: "measuring" });

        using var answer = await cluster.Http.PostAsync($"api/v1/runs/{runId}/cancel", null, Cancelled);
        var run = await cluster.UntilEndedAsync(runId);

        Assert.Equal(HttpStatusCode.Accepted, answer.StatusCode);
        Assert.Equal(RunStatus.Cancelled, run.Status);
        Assert.InRange((await cluster.PointsAsync(runId)).Count, 1, 5);
        Assert.Equal(before, await cluster.TargetContentAsync());
        using var again = await cluster.Http.PostAsync($"api/v1/runs/{runId}/cancel", null, Cancelled);
        Assert.Equal(HttpStatusCode.Accepted, again.StatusCode);
        Assert.Equal(RunStatus.Cancelled, (await cluster.UntilEndedAsync(runId)).Status);
    }

    private static async Task AssertReadableWhileRunningAsync(RunningCluster cluster, string runId)
    {
        await cluster.UntilAsync(runId, run => run.Status == RunStatus.Running);
        var list = await cluster.Http.GetStringAsync("api/v1/runs", Cancelled);
        var page = await cluster.Http.GetStringAsync($"runs/{runId}", Cancelled);

        Assert.Single(JsonNode.Parse(list)!["runs"]!.AsArray(), entry => entry!["id"]!.GetValue<string>() == runId);
        Assert.Contains("end to end", page, StringComparison.Ordinal);
    }
}
