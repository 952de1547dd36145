using AzurePerf.Core.Messages;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Tasks;
using AzurePerf.Storage;
using Xunit;

namespace AzurePerf.UnitTests.TaskManager.Bags;

public sealed class BundledBagTests
{
    private const int Tasks = 1_000;
    private static readonly TimeSpan TaskTime = TimeSpan.FromMilliseconds(10);

    private readonly TaskManagerUnderTest _engine = new() { Options = new() { TaskTimeLimit = TaskManagerUnderTest.TaskTimeLimit } };

    public BundledBagTests() => _engine.Restart();

    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    [Fact]
    public async Task Short_tasks_share_messages_and_each_is_executed_once_with_a_time_of_its_own()
    {
        await using var worker = await RealBagWorker.HireAsync(_engine, new Dictionary<string, string?>());
        var largest = 0;
        _engine.Time.TimerSet = due => _engine.Time.Advance(due == TaskTime ? due : TimeSpan.Zero);
        var work = _engine.AfterRound;
        _engine.AfterRound = async () =>
        {
            largest = Math.Max(largest, Shared().Select(message => message.Tasks.Count()).DefaultIfEmpty().Max());
            await work();
        };
        var runId = await _engine.SubmitAsync(BagScene.Spec(Tasks, milliseconds: (int)TaskTime.TotalMilliseconds));

        await _engine.WorkUntilEndedAsync(runId);

        Assert.InRange(largest, 16, BundleSize.Most);
        Assert.Equal(Tasks, worker.Executions);
        var rows = await _engine.RowsAsync(runId);
        Assert.All(rows, row => Assert.Equal((BenchmarkTaskStatus.Done, 1), (row.Status, row.Attempt)));
        Assert.Equal(rows.Length, rows.Select(row => row.Nonce).Distinct().Count());
        Assert.Empty(_engine.Control.BagTasks.Texts);
    }

    [Fact]
    public async Task A_failed_execution_among_others_is_recorded_with_its_own_time()
    {
        await using var worker = await RealBagWorker.HireAsync(_engine, new Dictionary<string, string?> { ["UserCodeError"] = "0.05" });
        _engine.Time.TimerSet = due => _engine.Time.Advance(due == TaskTime ? due : TimeSpan.Zero);
        var runId = await _engine.SubmitAsync(BagScene.Spec(Tasks, milliseconds: (int)TaskTime.TotalMilliseconds));

        await _engine.WorkUntilEndedAsync(runId);

        var failed = (await Task.WhenAll(Enumerable.Range(0, 10).Select(async shard => await _engine.Control.Rows
            .ListAsync(ControlNames.AttemptsTable, $"{shard:D2}-{runId}", cancellationToken: Cancelled).ToArrayAsync(Cancelled)))).SelectMany(rows => rows).ToArray();
        Assert.InRange(failed.Length, 20, 100);
        Assert.All(failed, row => Assert.InRange((row.Instant("endedAt") - row.Instant("claimedAt"))!.Value, TimeSpan.Zero, TaskTime));
    }

    [Fact]
    public async Task Tasks_of_a_lost_worker_that_were_claimed_together_go_back_uncharged_and_alone()
    {
        await using var worker = await RealBagWorker.HireAsync(_engine, new Dictionary<string, string?>());
        _engine.AfterRound = () => Task.CompletedTask;
        var runId = await _engine.SubmitAsync(BagScene.Spec(Tasks));
        await _engine.WorkUntilAsync(() => Task.FromResult(Shared().Length > 0));
        var claimed = await worker.ClaimOneAsync();
        Assert.InRange(claimed, 2, BundleSize.Most);

        await _engine.RoundsAsync(10 * TaskManagerUnderTest.Heartbeat);

        await AssertReturnedAsync(runId, claimed);
    }

    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    [InlineData(5)]
    public async Task A_worker_that_stood_still_after_its_claim_or_during_a_task_begins_no_more_of_them_and_gives_them_back_uncharged(int during)
    {
        var standstill = 3 * TaskManagerUnderTest.Heartbeat;
        await using var worker = await RealBagWorker.HireAsync(_engine, new Dictionary<string, string?>());
        _engine.AfterRound = () => Task.CompletedTask;
        var runId = await _engine.SubmitAsync(BagScene.Spec(Tasks, milliseconds: (int)TaskTime.TotalMilliseconds));
        await _engine.WorkUntilAsync(() => Task.FromResult(Shared().Length > 0));
        var begun = 0;
        _engine.Time.TimerSet = due =>
        {
            if (due == TaskTime)
            {
                begun++;
                _engine.Time.Advance(begun == during ? due + standstill : due);
            }
        };

        var claimed = await worker.ExecuteOneAsync(() => _engine.Time.Advance(during == 0 ? standstill : TimeSpan.Zero));

        Assert.Equal(during, begun);
        Assert.True(worker.Leaves);
        var rows = (await _engine.RowsAsync(runId)).IntersectBy(claimed.Select(task => task.Key), row => row.Key).OrderBy(row => row.Key.Number).ToArray();
        Assert.InRange(claimed.Count, during + 1, BundleSize.Most);
        Assert.All(rows[..during], row => Assert.Equal((BenchmarkTaskStatus.Done, 1), (row.Status, row.Attempt)));
        await AssertReturnedAsync(runId, claimed.Count - during);
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task The_message_of_several_is_deleted_where_those_that_others_had_are_over_and_stays_where_they_are_not(bool isOver)
    {
        await using var worker = await RealBagWorker.HireAsync(_engine, new Dictionary<string, string?>());
        _engine.AfterRound = () => Task.CompletedTask;
        var runId = await _engine.SubmitAsync(BagScene.Spec(Tasks, milliseconds: (int)TaskTime.TotalMilliseconds));
        await _engine.WorkUntilAsync(() => Task.FromResult(Shared().Length > 0));
        var message = Shared()[0];
        var first = (await _engine.RowsAsync(runId)).Single(row => row.Key.Number == message.Task);
        Assert.NotNull(await _engine.Tasks.TryReplaceAsync(
            isOver ? TaskTransitions.Cancel(first, _engine.Time.GetUtcNow())! : TaskTransitions.Claim(first, "other", "nonce", _engine.Time.GetUtcNow(), "local")!, Cancelled));
        _engine.Time.TimerSet = due => _engine.Time.Advance(due == TaskTime ? due : TimeSpan.Zero);

        var claimed = await worker.ExecuteOneAsync(() => { });

        Assert.Equal(message.Tasks.Select(task => task.Task).Skip(1), claimed.Select(task => task.Key.Number));
        Assert.Equal(isOver, Shared().All(other => other.Task != message.Task));
    }

    [Fact]
    public async Task What_is_alone_by_now_gets_a_message_also_where_that_of_several_is_somebody_elses()
    {
        await using var worker = await RealBagWorker.HireAsync(_engine, new Dictionary<string, string?>());
        _engine.AfterRound = () => Task.CompletedTask;
        var runId = await _engine.SubmitAsync(BagScene.Spec(Tasks));
        await _engine.WorkUntilAsync(() => Task.FromResult(Shared().Length > 0));
        TaskMessage? hint = null;

        // A worker that died has given all of them back and put no message; another one makes the message of all that of the second.
        var claimed = await worker.ClaimAfterAsync(async message =>
        {
            hint = MessageText.ReadTask(message.Text)!;
            foreach (var row in (await _engine.RowsAsync(runId)).Where(row => hint.Tasks.Any(one => one.Task == row.Key.Number)))
            {
                var taken = (await _engine.Tasks.TryReplaceAsync(TaskTransitions.Claim(row, "died", "nonce", _engine.Time.GetUtcNow(), "local")!, Cancelled))!;
                var returned = (await _engine.Tasks.TryReplaceAsync(TaskTransitions.Return(taken, _engine.Time.GetUtcNow())!, Cancelled))!;
                if (row.Key.Number == hint.Task + 1)
                {
                    Assert.NotNull(await _engine.Control.BagTasks.TryHideAsync(message with { Text = MessageText.Write(MessageDecisions.Again(hint, returned)) }, TimeSpan.Zero, Cancelled));
                }
            }
        });

        Assert.Empty(claimed);
        var alone = _engine.Control.BagTasks.Texts.Select(text => MessageText.ReadTask(text)!).Where(message => message.With is null).Select(message => message.Task).ToHashSet();
        Assert.DoesNotContain(hint!.Tasks, one => !alone.Contains(one.Task));
    }

    [Fact]
    public async Task A_message_of_several_that_others_execute_comes_back_soon_and_keeps_no_idle_worker()
    {
        await using var worker = await RealBagWorker.HireAsync(_engine, new Dictionary<string, string?>());
        _engine.AfterRound = () => Task.CompletedTask;
        var runId = await _engine.SubmitAsync(BagScene.Spec(Tasks));
        await _engine.WorkUntilAsync(() => Task.FromResult(Shared().Length > 0));
        var text = "";

        var claimed = await worker.ClaimAfterAsync(async message =>
        {
            text = message.Text;
            var numbers = MessageText.ReadTask(text)!.Tasks.Select(one => one.Task).ToHashSet();
            foreach (var row in (await _engine.RowsAsync(runId)).Where(row => numbers.Contains(row.Key.Number)))
            {
                Assert.NotNull(await _engine.Tasks.TryReplaceAsync(TaskTransitions.Claim(row, "other", "nonce", _engine.Time.GetUtcNow(), "local")!, Cancelled));
            }
        });

        Assert.Empty(claimed);
        _engine.Time.Advance(8 * TaskManagerUnderTest.Heartbeat);
        Assert.Equal([text], (await _engine.Control.BagTasks.GetAsync(32, TaskManagerUnderTest.Heartbeat, Cancelled)).Select(message => message.Text));
    }

    private async Task AssertReturnedAsync(string runId, int count)
    {
        var returned = (await _engine.RowsAsync(runId)).Where(row => row.Attempt > 1).ToArray();
        Assert.Equal(count, returned.Length);
        Assert.All(returned, row => Assert.Equal((BenchmarkTaskStatus.Ready, 2, new TaskFailures(), null), (row.Status, row.Attempt, row.Failures, row.Bundle)));
        Assert.Empty(await _engine.AttemptsAsync(runId));
        foreach (var row in returned)
        {
            Assert.Contains(_engine.Control.BagTasks.Texts.Select(MessageText.ReadTask), message => message is { With: null } && message.Task == row.Key.Number);
        }
    }

    private TaskMessage[] Shared() => [.. _engine.Control.BagTasks.Texts.Select(text => MessageText.ReadTask(text)!).Where(message => message.With is not null)];
}
