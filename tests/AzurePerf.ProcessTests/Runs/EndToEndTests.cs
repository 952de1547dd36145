using System.Net;
using System.Text.Json.Nodes;
using AzurePerf.Core.Api;
using AzurePerf.Core.Measurements;
using AzurePerf.Core.Runs;
using AzurePerf.ProcessTests.Faults;

namespace AzurePerf.ProcessTests.Runs;

/// <summary>A cluster of two workers, in which another takes the place of one that is killed.</summary>
public sealed class TwoWorkers(Emulators emulators) : IAsyncLifetime
{
    private RunningCluster? _cluster;

    internal RunningCluster Cluster => _cluster ?? throw new InvalidOperationException("the cluster has not been started");

    public async ValueTask InitializeAsync() => _cluster = await RunningCluster.StartAsync(workers: 2, emulators);

    public ValueTask DisposeAsync() => _cluster?.DisposeAsync() ?? ValueTask.CompletedTask;
}

public sealed class EndToEndTests(TwoWorkers workers) : IClassFixture<TwoWorkers>
{
    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    [Fact]
    public async Task A_run_submitted_over_http_is_measured_by_real_processes_and_read_back()
    {
        var cluster = workers.Cluster;
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
        Assert.Empty(await cluster.TargetContentAsync(runId));
    }

    [Fact]
    public async Task A_cancelled_run_stops_keeps_its_points_and_leaves_nothing_in_the_target()
    {
        var cluster = workers.Cluster;
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
        await cluster.UntilAsync(runId, run => run.PointsFinished == 1);

        // Between two points there is none, and what the run is said to do is older than what its worker does.
        while ((await cluster.TargetContentAsync(runId)).Count == 0)
        {
            await Task.Delay(TimeSpan.FromMilliseconds(100), TimeProvider.System, Cancelled);
        }

        using var answer = await cluster.Http.PostAsync($"api/v1/runs/{runId}/cancel", null, Cancelled);
        var run = await cluster.UntilEndedAsync(runId);

        Assert.Equal(HttpStatusCode.Accepted, answer.StatusCode);
        Assert.Equal(RunStatus.Cancelled, run.Status);
        Assert.InRange((await cluster.PointsAsync(runId)).Count, 1, 5);
        Assert.Empty(await cluster.TargetContentAsync(runId));
        using var again = await cluster.Http.PostAsync($"api/v1/runs/{runId}/cancel", null, Cancelled);
        Assert.Equal(HttpStatusCode.Accepted, again.StatusCode);
        Assert.Equal(RunStatus.Cancelled, (await cluster.UntilEndedAsync(runId)).Status);
    }

    [Fact]
    public async Task A_worker_killed_in_the_middle_of_a_point_costs_a_repetition_and_nothing_else()
    {
        var cluster = workers.Cluster;
        var runId = await cluster.SubmitAsync(BlobUploads.AtRate(20, 1));

        // What the heartbeat says may be a second old: the point takes 4.5, and is killed in the first half.
        var running = await cluster.UntilAsync(runId, run => run is { PointsFinished: >= 1, Activity: { Phase: "measuring", OperationsDone: > 0 and < BlobUploads.OperationsPerClient / 2 } });
        var victim = running.Activity!;
        OperatingSystemProcess.Signal(cluster.ProcessOf(victim.WorkerId), OperatingSystemProcess.Kill);
        var run = await cluster.UntilEndedAsync(runId);

        Assert.Equal((RunStatus.Completed, 3, 0), (run.Status, run.PointsFinished, run.PointsFailed));
        var points = await cluster.PointsAsync(runId);
        Assert.Equal([1, 2, 3], points.Select(point => point.Number));
        Assert.All(points, point =>
        {
            Assert.Equal(BlobUploads.OperationsPerClient, point.Summary!.Operations);
            Assert.Equal(BlobUploads.OperationsPerClient, point.Summary.Outcomes[OperationOutcome.Ok]);
        });
        var repeated = points.Single(point => point.Number == victim.Point);
        Assert.Equal(2, repeated.Attempt);
        Assert.NotEqual(victim.WorkerId, repeated.WorkerId);
        Assert.Empty(await cluster.TargetContentAsync(runId));
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
