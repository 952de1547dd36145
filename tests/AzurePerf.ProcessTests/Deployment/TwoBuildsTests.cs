using System.Text.Json.Nodes;
using AzurePerf.Core.Runs;
using AzurePerf.ProcessTests.Runs;

namespace AzurePerf.ProcessTests.Deployment;

public sealed class TwoBuildsTests
{
    [Fact]
    public async Task While_two_builds_are_there_a_run_stays_on_the_build_of_its_first_point()
    {
        var folder = Directory.CreateTempSubdirectory("azureperf-build-");
        try
        {
            var built = OtherBuild.PublishAsync(folder.FullName);
            await using var cluster = await RunningCluster.StartAsync(workers: 1);
            await using var second = cluster.StartWorker("second", await built);
            await second.ReadyAsync(cluster.Http, TimeSpan.FromSeconds(40), TestContext.Current.CancellationToken);

            var builds = new HashSet<string>();
            for (var number = 0; number < 12 && builds.Count < 2; number++)
            {
                var runId = await cluster.SubmitAsync(QueueAdds());
                Assert.Equal(RunStatus.Completed, (await cluster.UntilEndedAsync(runId)).Status);
                var points = await cluster.PointsAsync(runId);
                Assert.Equal(6, points.Count);
                builds.Add(Assert.Single(points.Select(point => point.Build).Distinct()));
                Assert.All(points, point => Assert.Equal(1, point.Segment));
            }

            // Both took whole runs: neither was idle all the time.
            Assert.Equal(2, builds.Count);
            Assert.Contains(OtherBuild.BuildId, builds);
        }
        finally
        {
            folder.Delete(recursive: true);
        }
    }

    private static JsonObject QueueAdds() => new()
    {
        ["experiment"] = "queue.add",
        ["repetitions"] = 6,
        ["parameters"] = new JsonObject { ["clients"] = new JsonArray(1), ["operationsPerClient"] = 10, ["warmUpSeconds"] = 0.1 },
    };
}
