using AzurePerf.Core.Messages;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Tasks;
using AzurePerf.Core.Workers;
using AzurePerf.Storage;

namespace AzurePerf.ProcessTests.Faults;

public sealed class TakenBackTests(Emulators emulators, ITestOutputHelper output)
{
    private const int Tasks = 8;

    private static readonly TimeSpan Limit = TimeSpan.FromSeconds(60) + (30 * FaultSettings.Heartbeat);
    private static readonly TimeSpan ToldToEndLimit = TimeSpan.FromSeconds(10);

    /// <summary>75 s with the real heartbeat of 20 s; with a short one requests and the start of a process weigh more.</summary>
    private static readonly TimeSpan KilledLimit = TimeSpan.FromSeconds(Math.Max(15, 3.75 * FaultSettings.Heartbeat.TotalSeconds));

    [Fact]
    public async Task Tasks_of_a_killed_worker_are_ready_again_with_visible_messages_in_time_and_charged_once()
    {
        await using var installation = await Installation.CreateAsync(emulators);
        installation.StartTaskManager();
        var (runId, worker) = await WithRunningTasksAsync(installation);

        var taken = await MeasureAsync(installation, runId, () => worker.Kill(replaced: false), new(WorkerLost: 1));
        output.WriteLine($"ready and visible {taken.TotalSeconds:0.00} s after the kill");

        Assert.InRange(taken, TimeSpan.Zero, KilledLimit);
        await CheckEndAsync(installation, runId, FailureCause.WorkerLost);
    }

    [Fact]
    public async Task Tasks_of_a_worker_that_is_told_to_end_are_ready_again_with_visible_messages_within_ten_seconds_and_not_charged()
    {
        await using var installation = await Installation.CreateAsync(emulators);
        installation.StartTaskManager();
        var (runId, worker) = await WithRunningTasksAsync(installation);

        var taken = await MeasureAsync(installation, runId, worker.Terminate, new(Preempted: 1));
        output.WriteLine($"ready and visible {taken.TotalSeconds:0.00} s after SIGTERM");

        Assert.InRange(taken, TimeSpan.Zero, ToldToEndLimit);
        await CheckEndAsync(installation, runId, FailureCause.Preempted);
    }

    private static async Task<(string RunId, SupervisedHost Worker)> WithRunningTasksAsync(Installation installation)
    {
        var worker = installation.StartWorker(WorkerPool.Bag, "bag-worker-a", Tasks);
        var runId = await installation.SubmitAsync(RunRequests.Bag(Tasks, FaultSettings.Milliseconds(4)));
        await installation.UntilTasksAsync(runId, StageId.Bag(0), task => task.Status == BenchmarkTaskStatus.Running, Limit);
        return (runId, worker);
    }

    /// <summary>How long after the fault every row is Ready and a message of that very row is visible.</summary>
    private static async Task<TimeSpan> MeasureAsync(Installation installation, string runId, Action fault, TaskFailures failures)
    {
        var began = TimeProvider.System.GetTimestamp();
        fault();
        var ready = await installation.UntilTasksAsync(runId, StageId.Bag(0), task => task is { Status: BenchmarkTaskStatus.Ready, Attempt: 2 }, Limit);
        await installation.UntilAsync(async () => (await VisibleAsync(installation)).IsSupersetOf(ready.Select(task => (task.Key.Number, task.Attempt, task.ETag))) ? ready : null, Limit);
        var taken = TimeProvider.System.GetElapsedTime(began);
        Assert.All(ready, task => Assert.Equal(failures, task.Failures));
        return taken;
    }

    private static async Task<HashSet<(int Task, int Attempt, string ETag)>> VisibleAsync(Installation installation)
    {
        var messages = await installation.Queue(ControlNames.BagQueue).PeekMessagesAsync(32, TestContext.Current.CancellationToken);
        return [.. messages.Value.Select(message => MessageText.ReadTask(message.Body.ToString())!).Select(hint => (hint.Task, hint.Attempt, hint.ETag))];
    }

    private static async Task CheckEndAsync(Installation installation, string runId, FailureCause cause)
    {
        installation.StartWorker(WorkerPool.Bag, "bag-worker-b", Tasks);
        Assert.Equal(RunStatus.Completed, (await installation.UntilEndedAsync(runId, Limit)).Status);
        var tasks = await installation.TasksAsync(runId, StageId.Bag(0));
        await installation.Ledger.CheckAsync(tasks);
        var ends = await installation.AbnormalEndsAsync(runId, StageId.Bag(0));
        Assert.Equal(Enumerable.Repeat(cause, Tasks), ends.Where(end => end.Attempt == 1).Select(end => end.Cause));
    }
}
