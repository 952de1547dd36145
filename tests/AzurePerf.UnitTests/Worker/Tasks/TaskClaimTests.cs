using Azure;
using AzurePerf.Core.Messages;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Tasks;
using AzurePerf.Core.Workers;
using AzurePerf.Testing.Storage;
using AzurePerf.UnitTests.Runs;
using AzurePerf.Worker.Tasks;
using Xunit;

namespace AzurePerf.UnitTests.Worker.Tasks;

public sealed class TaskClaimTests
{
    private const string RunId = "aaaaaaaaaaaaaaaaaaaa";

    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    [Fact]
    public async Task A_claim_of_a_bag_whose_answer_is_lost_leads_to_its_task_though_the_read_after_it_fails_too()
    {
        await using var worker = new WorkerUnderTest(pool: WorkerPool.Bag);
        await DispatchAsync(worker, 1);
        var (claims, reads) = (1, 0);
        worker.Rows.Fate = (_, _) => claims-- > 0 ? ReplacementFate.AnswerLost : ReplacementFate.Answered;
        worker.Rows.WhileReading = () => claims <= 0 && reads++ == 0 ? throw new RequestFailedException(503, "The server is busy.") : Task.CompletedTask;

        var claimed = await ClaimAsync(worker);

        Assert.Equal((new TaskKey(RunId, StageKind.Bag, 0), BenchmarkTaskStatus.Running), (Assert.Single(claimed).Key, claimed[0].Status));
    }

    [Theory]
    [InlineData(ReplacementFate.Refused)]
    [InlineData(ReplacementFate.AnswerLost)]
    public async Task Tasks_of_one_message_are_claimed_and_stored_once_each_though_their_transactions_fail(ReplacementFate fate)
    {
        await using var worker = new WorkerUnderTest(pool: WorkerPool.Bag);
        await DispatchAsync(worker, 3);
        var left = 0;
        worker.Rows.Fate = (_, _) => left-- > 0 ? fate : ReplacementFate.Answered;

        left = 2;
        var claimed = await ClaimAsync(worker);
        var claimsLeft = left;
        left = 2;
        var results = claimed.Select(task => new BundledResult(task, TaskTransitions.Complete(task, task.Nonce, $"{task.Key.Number}", worker.Time.GetUtcNow())!, TimeSpan.Zero));
        var stored = await PassAsync(worker, worker.BundleCommit.StoreAsync([.. results]));

        Assert.True(claimsLeft <= 0 && left <= 0, "a transaction that was to fail was never made");
        (BenchmarkTaskStatus, int, string)[] expected = [(BenchmarkTaskStatus.Done, 1, "0"), (BenchmarkTaskStatus.Done, 1, "1"), (BenchmarkTaskStatus.Done, 1, "2")];
        Assert.Equal(expected, stored.Select(task => (task.Status, task.Attempt, task.Result)));
        Assert.Equal(expected, await worker.Tasks.ListAsync(RunId, claimed[0].Key.Stage, 0, Cancelled).Select(task => (task.Status, task.Attempt, task.Result)).ToArrayAsync(Cancelled));
    }

    /// <summary>Else the limit of bags would never learn how long those take that were stopped before.</summary>
    [Fact]
    public async Task A_claim_without_a_read_knows_how_often_its_task_was_stopped_for_its_time()
    {
        await using var worker = new WorkerUnderTest(pool: WorkerPool.Bag);
        await DispatchAsync(worker, 1, timedOut: 2);
        var reads = 0;
        worker.Rows.WhileReading = () => Task.FromResult(reads++);

        var claimed = Assert.Single(await ClaimAsync(worker));

        // The header of the run alone is read.
        Assert.Equal((1, 2), (reads, claimed.Failures.TimedOut));
    }

    /// <summary>Stores tasks of a bag and puts one message for all of them.</summary>
    private static async Task DispatchAsync(WorkerUnderTest worker, int count, int timedOut = 0)
    {
        var run = ExampleRun.Accepted(RunId, worker.Time.GetUtcNow()) with { Spec = SampleSpecs.Of("""{ "experiment": "selftest.bag" }"""), Status = RunStatus.Running };
        await worker.Runs.TryAddAsync(run, Cancelled);
        var ready = (await worker.Tasks.TryAddAsync(
            [.. Enumerable.Range(0, count).Select(number => new BenchmarkTask { Key = new(RunId, StageKind.Bag, number), Order = new(), ReadyAt = worker.Time.GetUtcNow(), Failures = new() { TimedOut = timedOut } })],
            Cancelled))!;
        BundledTask[] others = [.. ready.Skip(1).Select(task => new BundledTask(task.Key.Number, task.ETag))];
        var message = new TaskMessage(TaskMessage.CurrentVersion, RunId, ready[0].Key.Stage.Number, "00", 0, ready[0].Attempt, ready[0].ETag, With: others.Length > 0 ? others : null, TimedOut: TaskMessage.TimedOutOf(ready[0]));
        await worker.Messages.PutAsync(MessageText.Write(message), TimeSpan.Zero, Cancelled);
    }

    private static async Task<IReadOnlyList<BenchmarkTask>> ClaimAsync(WorkerUnderTest worker)
    {
        var message = Assert.Single(await worker.Messages.GetAsync(1, TimeSpan.FromMinutes(1), Cancelled));
        return await PassAsync(worker, worker.Claim.TryClaimAsync(message, Cancelled));
    }

    /// <summary>Lets time pass until something is done.</summary>
    private static async Task<T> PassAsync<T>(WorkerUnderTest worker, Task<T> doing)
    {
        while (!doing.IsCompleted)
        {
            worker.Time.Advance(TimeSpan.FromSeconds(1));
            await Task.Yield();
        }

        return await doing;
    }
}
