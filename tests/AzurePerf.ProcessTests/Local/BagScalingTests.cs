using System.Text.Json.Nodes;
using AzurePerf.Core.Runs;
using AzurePerf.ProcessTests.Faults;
using AzurePerf.ProcessTests.Runs;

namespace AzurePerf.ProcessTests.Local;

public sealed class BagScalingTests(Emulators emulators, ITestOutputHelper output)
{
    private const int Tasks = 200;
    private static readonly TimeSpan Cooldown = TimeSpan.FromSeconds(5);

    private readonly SaidLines _said = new();

    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    [Fact]
    public async Task Two_hundred_tasks_of_half_a_second_bring_up_four_workers_and_none_is_lost_when_they_go()
    {
        var began = TimeProvider.System.GetTimestamp();
        await using var cluster = await RunningCluster.StartAsync(
            options => options with { Workers = 0, MostWorkers = 4, MostBagWorkers = 4, BagSlots = 2, Pace = new(TimeSpan.FromSeconds(0.5), Cooldown) }, _said, emulators);
        Assert.Empty(cluster.WorkerNames);
        Say("ready, without workers");

        var runId = await cluster.SubmitAsync(new JsonObject
        {
            ["experiment"] = "selftest.bag",
            ["parameters"] = new JsonObject { ["tasks"] = Tasks, ["taskMilliseconds"] = 500 },
        });
        var most = 0;
        var run = await cluster.UntilAsync(runId, state =>
        {
            var now = cluster.WorkerNames.Count;
            if (now > most)
            {
                Say($"{most = now} workers");
            }

            return state.Status.IsTerminal();
        });
        Say($"{run.Status} after {Tasks} tasks");

        Assert.Equal((RunStatus.Completed, 4), (run.Status, most));
        var bag = run.Stages.Single(stage => stage.Finished >= Tasks);
        Assert.Equal((Tasks, Tasks, 0), (bag.Tasks, bag.Finished, bag.Failed));

        var lines = await _said.UntilAsync(line => cluster.WorkerNames.Count == 0 || line.StartsWith("tasks-bag needed no worker", StringComparison.Ordinal), Cancelled);
        Assert.DoesNotContain(lines, line => line.Contains("takes its place", StringComparison.Ordinal));
        using var looks = new PeriodicTimer(TimeSpan.FromMilliseconds(50), TimeProvider.System);
        while (cluster.WorkerNames.Count > 0 && TimeProvider.System.GetElapsedTime(began) < TimeSpan.FromMinutes(3))
        {
            await looks.WaitForNextTickAsync(Cancelled);
        }

        Say($"{cluster.WorkerNames.Count} workers");
        Assert.Empty(cluster.WorkerNames);

        void Say(string what) => output.WriteLine(FormattableString.Invariant($"{TimeProvider.System.GetElapsedTime(began).TotalSeconds,6:0.0} s  {what}"));
    }
}
