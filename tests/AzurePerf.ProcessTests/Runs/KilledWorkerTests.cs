using System.Text.Json.Nodes;
using AzurePerf.Core.Measurements;
using AzurePerf.Core.Runs;

namespace AzurePerf.ProcessTests.Runs;

public sealed class KilledWorkerTests
{
    private const int OperationsPerClient = 60;

    [Fact]
    public async Task A_worker_killed_in_the_middle_of_a_point_costs_a_repetition_and_nothing_else()
    {
        await using var cluster = await RunningCluster.StartAsync(workers: 2);
        var before = await cluster.TargetContentAsync();
        var runId = await cluster.SubmitAsync(BlobUploads());

        var running = await cluster.UntilAsync(runId, run => run is { PointsFinished: >= 1, Activity: { Phase: "measuring", OperationsDone: > 0 } });
        var victim = running.Activity!;
        OperatingSystemProcess.Signal(cluster.ProcessOf(victim.WorkerId), OperatingSystemProcess.Kill);
        var run = await cluster.UntilEndedAsync(runId);

        Assert.Equal((RunStatus.Completed, 4, 0), (run.Status, run.PointsFinished, run.PointsFailed));
        var points = await cluster.PointsAsync(runId);
        Assert.Equal([1, 2, 3, 4], points.Select(point => point.Number));
        Assert.All(points, point =>
        {
            var planned = point.Levels["clients"]!.GetValue<int>() * OperationsPerClient;
            Assert.Equal((planned, planned), (point.Summary!.Operations, point.Summary.Outcomes[OperationOutcome.Ok]));
        });
        var repeated = points.Single(point => point.Number == victim.Point);
        Assert.Equal(2, repeated.Attempt);
        Assert.NotEqual(victim.WorkerId, repeated.WorkerId);
        Assert.Equal(before, await cluster.TargetContentAsync());
    }

    [Fact]
    public async Task A_killed_task_manager_that_comes_back_goes_on_where_it_was()
    {
        await using var cluster = await RunningCluster.StartAsync(workers: 1);
        var runId = await cluster.SubmitAsync(BlobUploads());
        await cluster.UntilAsync(runId, run => run is { PointsFinished: >= 1, Activity.Phase: "measuring" });

        OperatingSystemProcess.Signal(cluster.ProcessCalled("taskmanager"), OperatingSystemProcess.Kill);
        await using var successor = cluster.StartTaskManager();
        var run = await cluster.UntilEndedAsync(runId);

        Assert.Equal((RunStatus.Completed, 4, 0), (run.Status, run.PointsFinished, run.PointsFailed));
        Assert.Equal([1, 2, 3, 4], (await cluster.PointsAsync(runId)).Select(point => point.Number));
    }

    private static JsonObject BlobUploads() => new()
    {
        ["experiment"] = "blob.upload",
        ["repetitions"] = 2,
        ["parameters"] = new JsonObject
        {
            ["clients"] = new JsonArray(1, 2),
            ["blobBytes"] = 2 << 20,
            ["operationsPerClient"] = OperationsPerClient,
            ["warmUpOperations"] = 2,
        },
    };
}
