using System.Net.Http.Json;
using System.Text.Json;
using System.Text.Json.Nodes;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Tasks;
using AzurePerf.ProcessTests.Faults;

namespace AzurePerf.ProcessTests.Runs;

public sealed class PoisonTaskTests(Emulators emulators, ITestOutputHelper output)
{
    private const int Tasks = 1_000;

    [Fact]
    public async Task A_task_that_ends_its_worker_each_time_is_dead_alone_and_those_that_shared_its_message_are_not_charged()
    {
        Night.OrSkip();
        await using var cluster = await RunningCluster.StartAsync(
            options => options with { Workers = 0, MostWorkers = 1, BagWorkers = 2, MostBagWorkers = 2, BagSlots = 1 }, new Progress<string>(), emulators);

        var runId = await cluster.SubmitAsync(new JsonObject
        {
            ["experiment"] = "selftest.bag",
            ["parameters"] = new JsonObject { ["tasks"] = Tasks, ["taskMilliseconds"] = 5, ["poisonTask"] = Tasks * 7 / 10 },
        });
        var run = await cluster.UntilEndedAsync(runId);

        var bag = Assert.Single(run.Stages);
        var lost = FailureTaxonomy.PolicyOf(FailureCause.WorkerLost).Budget + 1;
        output.WriteLine($"{run.Status} {run.Reason}: {bag.Done} done, {bag.Failed} failed, lost {string.Join(", ", bag.Ends)}, {bag.RequestsPerTask} requests per task");
        Assert.Equal((RunStatus.CompletedWithErrors, Tasks - 1, 1), (run.Status, bag.Done, bag.Failed));
        Assert.Equal([KeyValuePair.Create(FailureCause.WorkerLost, lost)], bag.Ends);
        await CheckReportAsync(cluster, lost);
    }

    /// <summary>The report has the same: only the executions that were charged to the task are lost.</summary>
    private static async Task CheckReportAsync(RunningCluster cluster, int lost)
    {
        var all = (await cluster.Http.GetFromJsonAsync<JsonElement>("api/v1/reports/outcomes?days=2", TestContext.Current.CancellationToken)).GetProperty("all");
        Assert.Equal(
            [("workerLost", lost, 1)],
            all.GetProperty("causes").EnumerateArray().Select(cause => (
                cause.GetProperty("cause").GetString()!, cause.GetProperty("share").GetProperty("count").GetInt32(), cause.GetProperty("tasks").GetInt32())));
        Assert.Equal(
            (Tasks - 1 + lost, Tasks - 1, Tasks),
            (all.GetProperty("executions").GetInt32(), all.GetProperty("succeeded").GetProperty("count").GetInt32(), all.GetProperty("tasks").GetInt32()));
    }
}
