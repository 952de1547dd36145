using AzurePerf.Core.Runs;
using AzurePerf.Core.Tasks;
using AzurePerf.Core.Workers;
using AzurePerf.Storage;

namespace AzurePerf.ProcessTests.Faults;

public sealed class EmptiedQueueTests(Emulators emulators, ITestOutputHelper output)
{
    private const int Tasks = 60;
    private const int Slots = 8;

    private static readonly TimeSpan Limit = TimeSpan.FromSeconds(60) + (60 * FaultSettings.Heartbeat);

    [Fact]
    public async Task A_queue_that_loses_all_its_messages_costs_time_and_no_task()
    {
        await using var installation = await Installation.CreateAsync(emulators);
        installation.StartTaskManager();
        installation.StartWorker(WorkerPool.Bag, "bag-worker", Slots);
        var runId = await installation.SubmitAsync(RunRequests.Bag(Tasks, FaultSettings.Milliseconds(1)));
        await installation.UntilAsync(async () => (await DoneAsync(installation, runId)) >= Slots ? runId : null, Limit);

        await installation.Queue(ControlNames.BagQueue).ClearMessagesAsync(TestContext.Current.CancellationToken);
        var began = TimeProvider.System.GetTimestamp();
        Assert.InRange(await DoneAsync(installation, runId), Slots, Tasks - Slots);
        var run = await installation.UntilEndedAsync(runId, Limit);
        output.WriteLine($"complete {TimeProvider.System.GetElapsedTime(began).TotalSeconds:0.0} s after the queue was emptied");

        Assert.Equal((RunStatus.Completed, ""), (run.Status, run.Reason));
        var tasks = await installation.TasksAsync(runId, StageId.Bag(0));
        Assert.Equal(Enumerable.Range(0, Tasks), tasks.Select(task => task.Key.Number));
        await installation.Ledger.CheckAsync(tasks);
    }

    private static async Task<int> DoneAsync(Installation installation, string runId) =>
        (await installation.TasksAsync(runId, StageId.Bag(0))).Count(task => task.Status == BenchmarkTaskStatus.Done);
}
