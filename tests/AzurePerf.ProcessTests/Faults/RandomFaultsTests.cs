using AzurePerf.Core.Runs;
using AzurePerf.Core.Tasks;
using AzurePerf.Core.Workers;

namespace AzurePerf.ProcessTests.Faults;

public sealed class RandomFaultsTests(Emulators emulators, ITestOutputHelper output)
{
    /// <summary>Of each bag: more than fit into one partition, and short enough to share messages.</summary>
    private const int Tasks = 1_010;
    private const int Members = 2;

    private static readonly int Bags = Night.Size(usually: 1, atNight: 2);
    private static readonly int Points = 5 * Bags;

    /// <summary>Faults come over so many heartbeats; without any of them each bag takes 13, and the points more than 2.5 s each.</summary>
    private static readonly double Heartbeats = 9 * Bags;

    private static readonly TimeSpan Limit = TimeSpan.FromSeconds(60) + (120 * FaultSettings.Heartbeat);

    [Fact]
    public async Task No_task_is_lost_or_accepted_twice_and_no_point_torn_whichever_processes_are_killed_or_paused()
    {
        await using var installation = await Installation.CreateAsync(emulators);
        SupervisedHost[][] groups =
        [
            [installation.StartTaskManager("taskmanager-a"), installation.StartTaskManager("taskmanager-b")],
            [installation.StartWorker(WorkerPool.Bag, "bag-worker-a"), installation.StartWorker(WorkerPool.Bag, "bag-worker-b")],
            [installation.StartWorker(WorkerPool.Measure, "worker-a"), installation.StartWorker(WorkerPool.Measure, "worker-b")],
        ];
        var faults = FaultPlan.Draw(FaultSettings.Seed, [.. groups.Select(group => group.Length)], Heartbeats);
        output.WriteLine($"AZUREPERF_FAULTS_SEED={FaultSettings.Seed}, heartbeat {FaultSettings.Heartbeat.TotalSeconds} s, faults by heartbeat:\n{string.Join('\n', faults)}");
        var points = await installation.SubmitAsync(RunRequests.Points(Points, Members, FaultSettings.Milliseconds(0.5)));
        await installation.UntilAsync(async () => (await installation.TasksAsync(points, StageKind.Measure)).FirstOrDefault(task => task.Status == BenchmarkTaskStatus.Running), Limit);
        var bag = await installation.SubmitAsync(RunRequests.Bag(Tasks, FaultSettings.Milliseconds(0.2), Bags));
        await installation.UntilAsync(async () => (await installation.TasksAsync(bag, StageId.Bag(0))).FirstOrDefault(task => task.Status == BenchmarkTaskStatus.Done), Limit);

        await KillOneThatExecutesAsync(installation, bag, StageId.Bag(0), groups[1]);
        await FaultPlan.StrikeAsync(faults, groups, TestContext.Current.CancellationToken);
        var done = 0;
        for (var index = 0; index < Bags; index++)
        {
            done += (await installation.TasksAsync(bag, StageId.Bag(index))).Count(task => task.Status == BenchmarkTaskStatus.Done);
        }

        output.WriteLine($"{(Bags * Tasks) - done} of {Bags * Tasks} tasks and {Points - (await installation.PointsAsync(points)).Count} of {Points} points were left when the last fault was over");
        Assert.False((await installation.RunAsync(bag)).Status.IsTerminal() || (await installation.RunAsync(points)).Status.IsTerminal(), "a run ended before all faults had struck");
        await KillOneThatExecutesAsync(installation, bag, StageId.Bag(Bags - 1), groups[1]);
        var ended = new[] { await installation.UntilEndedAsync(bag, Limit), await installation.UntilEndedAsync(points, Limit) };

        Assert.All(ended, run => Assert.Equal((RunStatus.Completed, ""), (run.Status, run.Reason)));
        var struck = await CheckPointsAsync(installation, points);
        for (var index = 0; index < Bags; index++)
        {
            struck += await CheckBagAsync(installation, bag, StageId.Bag(index));
        }

        Assert.True(struck > 0, "no fault struck a task or a point");
        output.WriteLine($"processes: {string.Join(", ", groups.SelectMany(group => group).Select(host => host.Starts))}; the runs took {Duration(ended[0])} and {Duration(ended[1])}");
    }

    /// <summary>The drawn faults may all fall into seconds in which a slow machine executes nothing of a stage; this one strikes a task.</summary>
    private static async Task KillOneThatExecutesAsync(Installation installation, string bag, StageId stage, SupervisedHost[] workers)
    {
        var busy = await installation.UntilAsync(async () =>
        {
            var tasks = await installation.TasksAsync(bag, stage);
            return workers.FirstOrDefault(worker => tasks.Any(task => task.Status == BenchmarkTaskStatus.Running && task.Owner == worker.WorkerId));
        }, Limit);
        busy.Kill();
    }

    /// <summary>Returns how many executions or claims a fault struck.</summary>
    private async Task<int> CheckBagAsync(Installation installation, string runId, StageId bag)
    {
        var tasks = await installation.TasksAsync(runId, bag);
        Assert.Equal(Enumerable.Range(0, Tasks), tasks.Select(task => task.Key.Number));
        var entries = await installation.Ledger.CheckAsync(tasks);
        var ends = await installation.AbnormalEndsAsync(runId, bag);
        var shared = tasks.Count(task => task.Bundle is not null);
        output.WriteLine($"{bag}: {entries.Count} executions of {Tasks} tasks, {shared} of which shared a message at first; {TextOf(ends)}");
        Assert.InRange(shared, Tasks / 2, Tasks);
        var closed = await installation.StageAsync(runId, bag);
        Assert.Equal((Tasks, 0, 0), (closed.Finished, closed.Failed, closed.Cancelled));
        Assert.Equal(Counted(tasks.SelectMany(task => task.Ends.Values)), Counted(ends.Select(end => end.Cause)));
        Assert.Equal(Counted(ends.Select(end => end.Cause)), closed.Ends.OrderBy(end => end.Key));

        // What shared a message with others goes back uncharged when its worker is lost: it leaves no end, only an execution more.
        return ends.Count + entries.Count - Tasks;
    }

    private static IEnumerable<KeyValuePair<FailureCause, int>> Counted(IEnumerable<FailureCause> causes) => causes.CountBy(cause => cause).OrderBy(cause => cause.Key);

    /// <summary>Returns how many attempts of points a fault struck.</summary>
    private async Task<int> CheckPointsAsync(Installation installation, string runId)
    {
        var published = await installation.PointsAsync(runId);
        Assert.Equal(Enumerable.Range(1, Points), published.Select(point => point.Number));
        await GangPoints.CheckAsync(installation, runId, Members);
        var ends = await installation.AbnormalEndsAsync(runId, StageKind.Measure);
        output.WriteLine($"attempts of the points: {string.Join(", ", published.Select(point => point.Attempt))}; {TextOf(ends)}");
        return ends.Count;
    }

    private static string TextOf(IEnumerable<AbnormalEnd> ends) =>
        "ends without a result: " + string.Join(", ", ends.CountBy(end => end.Cause).Select(cause => $"{cause.Value} {cause.Key}"));

    private static string Duration(RunState run) => FormattableString.Invariant($"{(run.EndedAt - run.StartedAt)!.Value.TotalSeconds:0.0} s");
}
