using AzurePerf.Core.Gangs;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Tasks;
using AzurePerf.Core.Workers;

namespace AzurePerf.ProcessTests.Faults;

public sealed class GangMemberTests(Emulators emulators, ITestOutputHelper output)
{
    private const int Members = 2;
    private const int Point = 1;

    private static readonly TimeSpan Limit = TimeSpan.FromSeconds(60) + (40 * FaultSettings.Heartbeat);

    private readonly List<SupervisedHost> _workers = [];

    [Fact]
    public async Task A_point_whose_member_is_killed_after_the_start_is_agreed_is_published_once_and_whole()
    {
        await using var installation = await Installation.CreateAsync(emulators);
        var runId = await SubmitAsync(installation);
        await UntilAgreedAsync(installation, runId);

        var starting = (await installation.TasksAsync(runId, StageKind.Measure))[^1];
        Kill(starting);

        await CheckAsync(installation, runId, starting, FailureCause.WorkerLost);
    }

    [Fact]
    public async Task A_point_whose_member_is_killed_after_it_stored_its_result_is_published_once_and_whole()
    {
        await using var installation = await Installation.CreateAsync(emulators);
        var runId = await SubmitAsync(installation);

        var finished = await UntilMemberAsync(installation, runId, task => task.Status is BenchmarkTaskStatus.Measured or BenchmarkTaskStatus.Done);
        Kill(finished);

        await CheckAsync(installation, runId, finished, cause: null);
    }

    private async Task<string> SubmitAsync(Installation installation)
    {
        installation.StartTaskManager();
        for (var worker = 0; worker < Members; worker++)
        {
            _workers.Add(installation.StartWorker(WorkerPool.Measure, $"worker-{(char)('a' + worker)}"));
        }

        return await installation.SubmitAsync(RunRequests.Points(Point, Members, FaultSettings.Milliseconds(0.5)));
    }

    private void Kill(BenchmarkTask task) => _workers.Single(worker => worker.WorkerId == task.Owner).Kill();

    private static Task<BenchmarkTask> UntilMemberAsync(Installation installation, string runId, Func<BenchmarkTask, bool> wanted) =>
        installation.UntilAsync(async () => (await installation.TasksAsync(runId, StageKind.Measure)).FirstOrDefault(wanted), Limit);

    private static Task<GangState> UntilAgreedAsync(Installation installation, string runId) => installation.UntilAsync(
        async () => await installation.Gangs.FindAsync(runId, Point, TestContext.Current.CancellationToken) is { Go: not null } agreed ? agreed : null, Limit);

    /// <param name="killed">The execution whose process was killed.</param>
    /// <param name="cause">Why it has no result; null when it has one.</param>
    private async Task CheckAsync(Installation installation, string runId, BenchmarkTask killed, FailureCause? cause)
    {
        Assert.Equal(RunStatus.Completed, (await installation.UntilEndedAsync(runId, Limit)).Status);
        var point = Assert.Single(await GangPoints.CheckAsync(installation, runId, Members));
        var ends = await installation.AbnormalEndsAsync(runId, StageKind.Measure);
        output.WriteLine($"attempt {point.Attempt}; ends without a result: {string.Join(", ", ends.Select(end => end.Cause))}");
        Assert.Equal(cause, ends.FirstOrDefault(end => (end.Task, end.Attempt) == (killed.Key.Number, killed.Attempt))?.Cause);
        Assert.Equal(ends.Count == 0, point.Attempt == 1);
    }
}
