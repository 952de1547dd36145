using AzurePerf.Core.Tasks;
using AzurePerf.Core.Workers;
using AzurePerf.Storage;
using AzurePerf.Testing.Storage;
using AzurePerf.Worker.Tasks;
using Xunit;

namespace AzurePerf.UnitTests.Worker.Tasks;

/// <summary>What a worker that is told to end leaves in its queue: no message that others cannot get.</summary>
public sealed class StopTests
{
    public static TheoryData<string> Pools => [WorkerPool.Measure, WorkerPool.Bag];

    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    [Theory]
    [MemberData(nameof(Pools))]
    public async Task A_get_that_is_under_way_is_waited_for_and_its_message_shown_to_others_without_a_claim(string pool)
    {
        await using var worker = new WorkerUnderTest(pool: pool);
        worker.Queue.Holds = true;
        var key = await worker.DispatchAsync();
        await worker.StartAsync();
        await worker.Queue.Asked;
        Assert.False(worker.Messages.HasVisible);

        var stopping = worker.Loop.StopAsync(CancellationToken.None);
        worker.Queue.Answer();
        await stopping;

        Assert.True(worker.Messages.HasVisible);
        Assert.Equal((BenchmarkTaskStatus.Ready, 1), await StateAsync(worker, key));
    }

    [Theory]
    [MemberData(nameof(Pools))]
    public async Task A_get_without_an_answer_is_given_up_two_seconds_after_the_stop(string pool)
    {
        await using var worker = new WorkerUnderTest(pool: pool);
        worker.Queue.Holds = true;
        await worker.DispatchAsync();
        await worker.StartAsync();
        await worker.Queue.Asked;

        var stopping = worker.Loop.StopAsync(CancellationToken.None);
        await worker.WaitsForAsync(TaskReceiver.Patience);
        worker.Time.Advance(TaskReceiver.Patience - TimeSpan.FromMilliseconds(1));
        Assert.False(stopping.IsCompleted);
        worker.Time.Advance(TimeSpan.FromMilliseconds(1));
        await stopping;

        Assert.False(worker.Messages.HasVisible);
    }

    [Theory]
    [MemberData(nameof(Pools))]
    public async Task A_claim_is_not_waited_for_and_its_message_shown_to_others(string pool)
    {
        await using var worker = new WorkerUnderTest(pool: pool);
        var asked = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        worker.Rows.Fate = (table, row) => table == ControlNames.TasksTable && asked.TrySetResult() | true ? ReplacementFate.Refused : ReplacementFate.Answered;
        var key = await worker.DispatchAsync();
        await worker.StartAsync();
        await asked.Task;

        await worker.Loop.StopAsync(CancellationToken.None);

        Assert.True(worker.Messages.HasVisible);
        Assert.Equal((BenchmarkTaskStatus.Ready, 1), await StateAsync(worker, key));
    }

    [Fact]
    public async Task A_task_that_is_handed_back_while_its_receipt_is_stale_gets_another_message()
    {
        WorkerUnderTest? worker = null;
        worker = new WorkerUnderTest(execute: async execution =>
        {
            if (execution.Task.Attempt > 1)
            {
                return "{}";
            }

            // The message showed itself early, and somebody who has died since got it.
            worker!.Messages.ShowEarly(_ => true);
            await worker.Messages.GetAsync(1, TimeSpan.FromMinutes(10), Cancelled);
            throw new IOException("the network broke");
        });
        await using var disposed = worker;
        var key = await worker.DispatchAsync();

        await worker.WorkUntilDoneAsync(key, messagesLeft: 1);

        Assert.InRange(worker.Time.Elapsed, TimeSpan.Zero, TimeSpan.FromMinutes(1));
        Assert.Equal((BenchmarkTaskStatus.Done, 2), await StateAsync(worker, key));
    }

    private static async Task<(BenchmarkTaskStatus Status, int Attempt)> StateAsync(WorkerUnderTest worker, TaskKey key) =>
        await worker.Tasks.FindAsync(key, Cancelled) is { } task ? (task.Status, task.Attempt) : default;
}
