using AzurePerf.Core.Runs;
using AzurePerf.ProcessTests.Faults;

namespace AzurePerf.ProcessTests.Runs;

public sealed class KilledTaskManagerTests(Emulators emulators)
{
    [Fact]
    public async Task A_killed_task_manager_that_comes_back_goes_on_where_it_was()
    {
        Night.OrSkip();
        await using var cluster = await RunningCluster.StartAsync(workers: 1, emulators);
        var runId = await cluster.SubmitAsync(BlobUploads.AtRate(60, 1, 2));
        await cluster.UntilAsync(runId, run => run is { PointsFinished: >= 1, Activity.Phase: "measuring" });

        OperatingSystemProcess.Signal(cluster.ProcessCalled("taskmanager"), OperatingSystemProcess.Kill);
        await using var successor = cluster.StartTaskManager();
        var run = await cluster.UntilEndedAsync(runId);

        Assert.Equal((RunStatus.Completed, 6, 0), (run.Status, run.PointsFinished, run.PointsFailed));
        Assert.Equal([1, 2, 3, 4, 5, 6], (await cluster.PointsAsync(runId)).Select(point => point.Number));
    }
}
