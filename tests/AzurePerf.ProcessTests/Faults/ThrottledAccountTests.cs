using AzurePerf.Core.Runs;
using AzurePerf.Core.Tasks;
using AzurePerf.Core.Workers;

namespace AzurePerf.ProcessTests.Faults;

public sealed class ThrottledAccountTests(Emulators emulators, ITestOutputHelper output)
{
    private const int Tasks = 4;

    private static readonly TimeSpan Limit = TimeSpan.FromSeconds(90) + (40 * FaultSettings.Heartbeat);

    /// <summary>60 s with the real heartbeat of 20 s; with a short one long enough for every worker to have stopped itself, and for a dead one to be found.</summary>
    private static readonly TimeSpan Window = TimeSpan.FromSeconds(Math.Max(8, 3 * FaultSettings.Heartbeat.TotalSeconds));

    [Fact]
    public async Task While_the_control_account_is_throttled_nobody_is_declared_dead_and_what_stops_itself_is_handed_back_uncharged()
    {
        await using var proxy = await ThrottlingProxy.StartAsync((await emulators.StartedAsync()).Control, TestContext.Current.CancellationToken);
        await using var installation = await Installation.CreateAsync(emulators, proxy);
        installation.StartTaskManager();
        installation.StartWorker(WorkerPool.Bag, "bag-worker", Tasks);
        installation.StartWorker(WorkerPool.Measure, "worker");
        var longer = (int)(Window + (2 * FaultSettings.Heartbeat)).TotalMilliseconds;
        var bag = await installation.SubmitAsync(RunRequests.Bag(Tasks, longer));
        var point = await installation.SubmitAsync(RunRequests.Points(1, workers: 1, longer));
        await installation.UntilTasksAsync(bag, StageId.Bag(0), task => task.Status == BenchmarkTaskStatus.Running, Limit);
        await installation.UntilAsync(async () => (await installation.RunningAsync(WorkerPool.Measure)).FirstOrDefault(task => task.Phase == "measuring"), Limit);

        proxy.Throttles = true;
        await Task.Delay(Window, TimeProvider.System, TestContext.Current.CancellationToken);
        proxy.Throttles = false;
        var over = TimeProvider.System.GetTimestamp();
        RunState[] ended = [await installation.UntilEndedAsync(bag, Limit), await installation.UntilEndedAsync(point, Limit)];
        output.WriteLine($"{proxy.Refused} requests refused in {Window.TotalSeconds} s; all complete {TimeProvider.System.GetElapsedTime(over).TotalSeconds:0.0} s later");

        Assert.All(ended, run => Assert.Equal((RunStatus.Completed, ""), (run.Status, run.Reason)));
        await CheckStoppedItselfAsync(installation, bag, StageId.Bag(0), Tasks);
        await CheckStoppedItselfAsync(installation, point, StageKind.Measure, 1);
        Assert.Equal(PointStatus.Measured, Assert.Single(await installation.PointsAsync(point)).Status);
        Assert.All(Directory.GetFiles(installation.Logs, "taskmanager-*"), log => Assert.DoesNotContain("is dead", File.ReadAllText(log), StringComparison.Ordinal));
        await installation.Ledger.CheckAsync(await installation.TasksAsync(bag, StageId.Bag(0)));
    }

    private static async Task CheckStoppedItselfAsync(Installation installation, string runId, StageId stage, int tasks)
    {
        var ends = await installation.AbnormalEndsAsync(runId, stage);
        Assert.Equal(tasks, ends.Count(end => end.Attempt == 1));
        Assert.All(ends, end => Assert.Equal(FailureCause.SelfStopped, end.Cause));
        Assert.All(await installation.TasksAsync(runId, stage), task => Assert.Equal(new TaskFailures(Preempted: task.Attempt - 1), task.Failures));
    }
}
