using AzurePerf.Core.Runs;
using AzurePerf.Core.Tasks;
using AzurePerf.Testing.Storage;
using AzurePerf.UnitTests.Runs;
using AzurePerf.UnitTests.TaskManager.Bags;
using Xunit;

namespace AzurePerf.UnitTests.TaskManager;

/// <summary>What a thousand runs that wait cost the control account, and those who do not wait.</summary>
public sealed class ManyWaitingRunsTests
{
    private const int Many = 1_000;
    private static readonly TimeSpan Minute = TimeSpan.FromMinutes(1);

    /// <summary>Enough rounds for all that were submitted to be known.</summary>
    private static readonly TimeSpan Settling = TimeSpan.FromSeconds(20);

    private readonly TaskManagerUnderTest _engine = new(TimeSpan.FromSeconds(20));
    private RequestCountingRows _rows = null!;

    public ManyWaitingRunsTests()
    {
        _engine.RowStore = rows => _rows = new(rows);
        _engine.Restart();
    }

    [Fact]
    public async Task A_thousand_runs_that_wait_for_the_keys_of_a_long_point_cost_at_most_one_request_a_second_more_than_none()
    {
        var worker = await _engine.HireAsync();
        worker.Script = task => task.Key.Stage == StageKind.Measure ? new WorkerDeed.GoOn() : new WorkerDeed.Succeed();
        var first = await _engine.SubmitAsync(SampleSpecs.Downloads(repetitions: 1));
        await _engine.WorkUntilHeldAsync(StageKind.Measure);
        var alone = await RequestsInAMinuteAsync();

        await SubmitManyAsync(() => SampleSpecs.Downloads(repetitions: 1));
        var crowded = await RequestsInAMinuteAsync();

        Assert.InRange((crowded - alone) / Minute.TotalSeconds, 0, 1);
        Assert.All(await _engine.KeysAsync(), key => Assert.Equal(first, key.RunId));
    }

    [Fact]
    public async Task When_a_run_ends_the_oldest_of_a_thousand_begins_at_once_and_the_others_are_not_asked()
    {
        var worker = await _engine.HireAsync();
        worker.Script = task => task.Key.Stage == StageKind.Measure ? new WorkerDeed.GoOn() : new WorkerDeed.Succeed();
        var first = await _engine.SubmitAsync(SampleSpecs.Downloads(repetitions: 1));
        await _engine.WorkUntilHeldAsync(StageKind.Measure);
        var waiting = await SubmitManyAsync(() => SampleSpecs.Downloads(repetitions: 1));

        worker.Script = task => task.Key.RunId == first ? new WorkerDeed.Succeed() : new WorkerDeed.GoOn();
        await _engine.WorkUntilEndedAsync(first);
        var before = _rows.Requests;
        await _engine.RoundsAsync(TimeSpan.FromSeconds(1));

        Assert.Equal(RunStatus.Running, (await _engine.HeaderAsync(waiting[0])).Status);
        Assert.Equal(RunStatus.Accepted, (await _engine.HeaderAsync(waiting[1])).Status);
        Assert.InRange(_rows.Requests - before, 1, 100);
    }

    [Fact]
    public async Task A_bag_that_is_submitted_behind_a_thousand_waiting_runs_begins_within_five_seconds()
    {
        await _engine.HireAsync();
        await _engine.HireBagWorkersAsync(1);
        await _engine.SubmitAsync(SampleSpecs.Downloads(repetitions: 1));
        await SubmitManyAsync(() => SampleSpecs.Downloads(repetitions: 1));

        var bag = await _engine.SubmitAsync(BagScene.Spec(tasks: 10));
        await _engine.RoundsAsync(TimeSpan.FromSeconds(5));

        Assert.Equal(RunStatus.Running, (await _engine.HeaderAsync(bag)).Status);
    }

    /// <summary>With the queue of requests, which is read once a second, and that of the bags, which is counted at each look, it stays below two.</summary>
    [Fact]
    public async Task A_thousand_bags_for_which_no_worker_is_alive_cost_less_than_one_request_to_the_tables_a_second()
    {
        await SubmitManyAsync(() => BagScene.Spec(tasks: 10));

        Assert.InRange(await RequestsInAMinuteAsync() / Minute.TotalSeconds, 0, 0.9);
    }

    [Fact]
    public async Task A_new_process_does_not_look_at_each_of_a_thousand_waiting_runs_before_it_carries_on_the_one_that_measures()
    {
        var worker = await _engine.HireAsync();
        worker.Script = task => task.Key.Stage == StageKind.Measure ? new WorkerDeed.GoOn() : new WorkerDeed.Succeed();
        await _engine.SubmitAsync(SampleSpecs.Downloads(repetitions: 1));
        await _engine.WorkUntilHeldAsync(StageKind.Measure);
        await SubmitManyAsync(() => SampleSpecs.Downloads(repetitions: 1));

        _engine.Restart();
        await _engine.RoundsAsync(2 * Minute);

        // One for each header, to know that it is open; what else there is belongs to two minutes of the run that measures.
        Assert.InRange(_rows.Requests, Many, Many + (20 * 120));
        Assert.Equal(0, _engine.Team.Count(member => !member.Lives));
    }

    [Fact]
    public async Task A_waiting_run_whose_cancellation_got_lost_is_ended_all_the_same()
    {
        var worker = await _engine.HireAsync();
        worker.Script = task => task.Key.Stage == StageKind.Measure ? new WorkerDeed.GoOn() : new WorkerDeed.Succeed();
        await _engine.SubmitAsync(SampleSpecs.Downloads(repetitions: 1));
        await _engine.WorkUntilHeldAsync(StageKind.Measure);
        var waiting = await _engine.SubmitAsync(SampleSpecs.Downloads(repetitions: 1));
        await _engine.RoundsAsync(TimeSpan.FromSeconds(3));

        var header = await _engine.HeaderAsync(waiting);
        await _engine.Runs.TryReplaceAsync(header with { Status = RunStatus.Cancelling, Reason = "not needed" }, TestContext.Current.CancellationToken);
        await _engine.RoundsAsync(TimeSpan.FromSeconds(10));

        Assert.Equal(RunStatus.Cancelled, (await _engine.HeaderAsync(waiting)).Status);
    }

    private async Task<string[]> SubmitManyAsync(Func<RunSpec> spec)
    {
        var runIds = new List<string>();
        var one = spec();
        for (var number = 0; number < Many; number++)
        {
            runIds.Add(await _engine.SubmitAsync(one));
        }

        await _engine.RoundsAsync(Settling);
        return [.. runIds];
    }

    private async Task<int> RequestsInAMinuteAsync()
    {
        var before = _rows.Requests;
        await _engine.RoundsAsync(Minute);
        return _rows.Requests - before;
    }
}
