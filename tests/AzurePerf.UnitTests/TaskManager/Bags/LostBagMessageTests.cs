using AzurePerf.Core.Messages;
using AzurePerf.Core.Workers;
using Xunit;

namespace AzurePerf.UnitTests.TaskManager.Bags;

/// <summary>A bag of a few tasks, of which one is executed for as long as the test lasts.</summary>
public sealed class LostBagMessageTests
{
    private static readonly TimeSpan Heartbeat = TaskManagerUnderTest.Heartbeat;
    private static readonly EngineTimes Times = new(Heartbeat);

    private readonly TaskManagerUnderTest _engine = new();

    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    [Fact]
    public async Task A_message_that_is_lost_while_another_one_is_doubled_is_put_again_once_it_cannot_be_hidden_any_more()
    {
        var (busy, other) = await BeginAsync();
        _engine.Control.BagTasks.Lose(text => text.Contains($"\"task\":{other}", StringComparison.Ordinal));
        await _engine.Control.BagTasks.PutAsync(Assert.Single(_engine.Control.BagTasks.Texts), TimeSpan.FromDays(1), Cancelled);
        var idle = await _engine.HireAsync("idle", WorkerPool.Bag);

        await _engine.RoundsAsync(Times.Visibility);
        Assert.Equal([1 - other, 1 - other], _engine.Messages());

        await _engine.RoundsAsync(3 * Times.Reconciliation);
        Assert.Equal(1, _engine.Messages().Count(task => task == other));

        // Later the next time: whoever does not take it may have a reason.
        await _engine.RoundsAsync(Times.CertainLoss);
        Assert.Equal(1, _engine.Messages().Count(task => task == other));
        await _engine.RoundsAsync(Times.CertainLoss + Times.Reconciliation);
        Assert.Equal(2, _engine.Messages().Count(task => task == other));
        await idle.WorkAsync();
        Assert.Equal([other], idle.Taken.Select(taken => taken.Key.Number));
        Assert.NotNull(busy.Current);
    }

    [Fact]
    public async Task One_idle_slot_brings_one_message_of_three_that_are_lost_and_the_next_when_it_was_not_taken()
    {
        var busy = (await BeginAsync(tasks: 4)).Busy.Current!.Key.Number;
        bool IsOfBusy(string text) => MessageText.ReadTask(text)!.Task == busy;
        _engine.Control.BagTasks.Lose(text => !IsOfBusy(text));
        foreach (var doubled in Enumerable.Repeat(Assert.Single(_engine.Control.BagTasks.Texts), 3))
        {
            await _engine.Control.BagTasks.PutAsync(doubled, TimeSpan.FromDays(1), Cancelled);
        }

        await _engine.HireAsync("idle", WorkerPool.Bag);

        await _engine.RoundsAsync(Times.CertainLoss + (3 * Times.BagQuiet));
        Assert.Equal(1, _engine.Messages().Count(task => task != busy));

        await _engine.RoundsAsync(Times.Reconciliation + Times.BagQuiet);
        Assert.Equal(2, _engine.Messages().Where(task => task != busy).Distinct().Count());
    }

    [Fact]
    public async Task A_message_that_waits_because_all_workers_are_busy_is_not_put_again()
    {
        await BeginAsync();

        await _engine.RoundsAsync(3 * Times.Visibility);

        Assert.Equal([0, 1], _engine.Messages());
    }

    /// <summary>The worker with one of the tasks, and the number of the task that nobody has.</summary>
    private async Task<(ScriptedWorker Busy, int Other)> BeginAsync(int tasks = 2)
    {
        var busy = await _engine.HireAsync("busy", WorkerPool.Bag);
        busy.Script = _ => new WorkerDeed.GoOn();
        await _engine.SubmitAsync(BagScene.Spec(tasks));
        await _engine.WorkUntilAsync(() => Task.FromResult(busy.Current is not null));
        return (busy, 1 - busy.Current!.Key.Number);
    }
}
