using System.Text.Json.Nodes;
using AzurePerf.Core.Runs;
using AzurePerf.ProcessTests.Faults;
using AzurePerf.ProcessTests.Runs;

namespace AzurePerf.ProcessTests.Deployment;

/// <summary>The other build of the worker is the test process, whose project has an id of its own, as a build for a release is given one.</summary>
public sealed class TwoBuildsTests(Emulators emulators)
{
    private const string OtherBuild = "test-process";

    private static readonly int Repetitions = Night.Size(usually: 3, atNight: 12);

    [Fact]
    public async Task While_two_builds_are_there_a_run_stays_on_the_build_of_its_first_point()
    {
        await using var cluster = await RunningCluster.StartAsync(workers: 1, emulators);
        await using var second = cluster.StartOtherWorker("second");
        await second.ReadyAsync(cluster.Http, TimeSpan.FromSeconds(40), TestContext.Current.CancellationToken);

        var first = cluster.ProcessCalled(Assert.Single(cluster.WorkerNames));
        Assert.Equal(OtherBuild, await BuildOfRunAsync(cluster, resting: first));
        Assert.NotEqual(OtherBuild, await BuildOfRunAsync(cluster, resting: second.Process.ProcessId));
    }

    /// <summary>The one build that measures a run while both are there from its first point on. That point is the other worker's, because this one stands still until then.</summary>
    private static async Task<string> BuildOfRunAsync(RunningCluster cluster, int resting)
    {
        string runId;
        OperatingSystemProcess.Signal(resting, OperatingSystemProcess.Stop);
        try
        {
            runId = await cluster.SubmitAsync(QueueAdds());
            await cluster.UntilAsync(runId, run => run.PointsFinished > 0 || run.Status.IsTerminal());
        }
        finally
        {
            OperatingSystemProcess.Signal(resting, OperatingSystemProcess.Continue);
        }

        Assert.Equal(RunStatus.Completed, (await cluster.UntilEndedAsync(runId)).Status);
        var points = await cluster.PointsAsync(runId);
        Assert.Equal(Repetitions, points.Count);
        Assert.All(points, point => Assert.Equal(1, point.Segment));
        return Assert.Single(points.Select(point => point.Build).Distinct());
    }

    private static JsonObject QueueAdds() => new()
    {
        ["experiment"] = "queue.add",
        ["repetitions"] = Repetitions,
        ["parameters"] = new JsonObject { ["clients"] = new JsonArray(1), ["operationsPerClient"] = 10, ["warmUpSeconds"] = 0.1 },
    };
}
