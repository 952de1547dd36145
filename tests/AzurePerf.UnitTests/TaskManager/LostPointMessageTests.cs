using AzurePerf.Core.Messages;
using AzurePerf.Core.Workers;
using AzurePerf.UnitTests.Runs;
using Xunit;

namespace AzurePerf.UnitTests.TaskManager;

/// <summary>A point of two tasks, of which one is executed for as long as the test lasts and the other one's message is lost.</summary>
public sealed class LostPointMessageTests
{
    private const string Request = """
        { "experiment": "table.insert", "preset": "quick", "workers": 2, "parameters": { "clients": [2] }, "repetitions": 1 }
        """;

    private static readonly EngineTimes Times = new(TaskManagerUnderTest.Heartbeat);

    private readonly TaskManagerUnderTest _engine = new() { Options = new() { TaskTimeLimit = TimeSpan.FromHours(1), TasksPerMessage = 1 } };

    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    private int[] Messages => [.. _engine.Control.MeasureTasks.Texts.Select(text => MessageText.ReadTask(text)?.Task ?? -1).Order()];

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task It_is_put_again_once_it_cannot_be_hidden_any_more_though_a_doubled_one_or_that_of_an_idle_worker_is_counted_in_its_place(bool ofWorker)
    {
        var other = await BeginAsync();
        var another = ofWorker
            ? MessageText.Write(new ScaleInGuardMessage(ScaleInGuardMessage.CurrentVersion, "idle"))
            : Assert.Single(_engine.Control.MeasureTasks.Texts);
        await _engine.Control.MeasureTasks.PutAsync(another, TimeSpan.FromDays(1), Cancelled);

        await _engine.RoundsAsync(Times.Visibility);
        Assert.DoesNotContain(other, Messages);

        await _engine.RoundsAsync(3 * Times.Reconciliation);
        Assert.Single(Messages, task => task == other);

        // Later the next time: whoever does not take it may have a reason.
        await _engine.RoundsAsync(Times.CertainLoss);
        Assert.Single(Messages, task => task == other);
        await _engine.RoundsAsync(Times.CertainLoss + Times.Reconciliation);
        Assert.Equal(2, Messages.Count(task => task == other));
        await _engine.Team[1].WorkAsync();
        Assert.Equal([other], _engine.Team[1].Taken.Select(taken => taken.Key.Number));
    }

    [Fact]
    public async Task It_is_put_again_after_six_heartbeats_where_nothing_is_counted_in_its_place()
    {
        var other = await BeginAsync();

        await _engine.RoundsAsync(Times.Reconciliation + Times.WorkerRead);

        Assert.Single(Messages, task => task == other);
    }

    /// <summary>The number of the task whose message is lost; the second worker would take it.</summary>
    private async Task<int> BeginAsync()
    {
        var busy = await _engine.HireAsync("busy");
        await _engine.HireAsync("idle");
        busy.Script = _ => new WorkerDeed.GoOn();
        await _engine.SubmitAsync(SampleSpecs.Of(Request));
        for (var round = 0; busy.Current is null && round < 100; round++)
        {
            await _engine.RoundAsync();
            await busy.WorkAsync();
        }

        var other = 1 - busy.Current!.Key.Number;
        _engine.Control.MeasureTasks.Lose(text => MessageText.ReadTask(text)?.Task == other);
        return other;
    }
}
