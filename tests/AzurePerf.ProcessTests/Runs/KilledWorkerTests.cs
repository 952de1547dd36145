using System.Text.Json.Nodes;
using AzurePerf.Core.Measurements;
using AzurePerf.Core.Runs;

namespace AzurePerf.ProcessTests.Runs;

public sealed class KilledWorkerTests
{
    private const int OperationsPerClient = 90;

    [Fact]
    public async Task A_worker_killed_in_the_middle_of_a_point_costs_a_repetition_and_nothing_else()
    {
        await using var cluster = await RunningCluster.StartAsync(workers: 2);
        var before = await cluster.TargetContentAsync();
        var runId = await cluster.SubmitAsync(BlobUploads(20, 1));

        // What the heartbeat says may be a second old: the point takes 4.5, and is killed in the first half.
        var running = await cluster.UntilAsync(runId, run => run is { PointsFinished: >= 1, Activity: { Phase: "measuring", OperationsDone: > 0 and < OperationsPerClient / 2 } });
        var victim = running.Activity!;
        OperatingSystemProcess.Signal(cluster.ProcessOf(victim.WorkerId), OperatingSystemProcess.Kill);
        var run = await cluster.UntilEndedAsync(runId);

        Assert.Equal((RunStatus.Completed, 3, 0), (run.Status, run.PointsFinished, run.PointsFailed));
        var points = await cluster.PointsAsync(runId);
        Assert.Equal([1, 2, 3], points.Select(point => point.Number));
        Assert.All(points, point =>
        {
            Assert.Equal(OperationsPerClient, point.Summary!.Operations);
            Assert.Equal(OperationsPerClient, point.Summary.Outcomes[OperationOutcome.Ok]);
        });
        var repeated = points.Single(point => point.Number == victim.Point);
        Assert.Equal(2, repeated.Attempt);
        Assert.NotEqual(victim.WorkerId, repeated.WorkerId);
        Assert.Equal(before, await cluster.TargetContentAsync());
    }

    [Fact]
    public async Task A_killed_task_manager_that_comes_back_goes_on_where_it_was()
    {
        Night.OrSkip();
        await using var cluster = await RunningCluster.StartAsync(workers: 1);
        var runId = await cluster.SubmitAsync(BlobUploads(60, 1, 2));
        await cluster.UntilAsync(runId, run => run is { PointsFinished: >= 1, Activity.Phase: "measuring" });

        OperatingSystemProcess.Signal(cluster.ProcessCalled("taskmanager"), OperatingSystemProcess.Kill);
        await using var successor = cluster.StartTaskManager();
        var run = await cluster.UntilEndedAsync(runId);

        Assert.Equal((RunStatus.Completed, 6, 0), (run.Status, run.PointsFinished, run.PointsFailed));
        Assert.Equal([1, 2, 3, 4, 5, 6], (await cluster.PointsAsync(runId)).Select(point => point.Number));
    }

    /// <summary>At a given rate a point takes as long as a test needs, and the machine has next to nothing to do.</summary>
    private static JsonObject BlobUploads(int operationsPerSecond, params int[] clients) => new()
    {
        ["experiment"] = "blob.upload",
        ["repetitions"] = 3,
        ["parameters"] = new JsonObject
        {
            ["clients"] = new JsonArray([.. clients.Select(level => JsonValue.Create(level))]),
            ["blobBytes"] = 1 << 10,
            ["arrivals"] = "constant",
            ["operationsPerSecond"] = operationsPerSecond,
            ["operationsPerClient"] = OperationsPerClient,
            ["warmUpOperations"] = 2,
        },
    };
}
