using Azure;
using AzurePerf.Core.Messages;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Tasks;
using AzurePerf.Core.Workers;
using AzurePerf.Testing.Storage;
using AzurePerf.UnitTests.Runs;
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
        var run = ExampleRun.Accepted(RunId, worker.Time.GetUtcNow()) with { Spec = SampleSpecs.Of("""{ "experiment": "selftest.bag" }"""), Status = RunStatus.Running };
        await worker.Runs.TryAddAsync(run, Cancelled);
        var key = new TaskKey(RunId, StageKind.Bag, 0);
        await worker.Tasks.TryAddAsync([new BenchmarkTask { Key = key, Order = new(), ReadyAt = worker.Time.GetUtcNow() }], Cancelled);
        var ready = (await worker.Tasks.FindAsync(key, Cancelled))!;
        await worker.Messages.PutAsync(
            MessageText.Write(new TaskMessage(TaskMessage.CurrentVersion, RunId, key.Stage.Number, "00", 0, ready.Attempt, ready.ETag)), TimeSpan.Zero, Cancelled);
        var (claims, reads) = (1, 0);
        worker.Rows.Fate = (_, _) => claims-- > 0 ? ReplacementFate.AnswerLost : ReplacementFate.Answered;
        worker.Rows.WhileReading = () => claims <= 0 && reads++ == 0 ? throw new RequestFailedException(503, "The server is busy.") : Task.CompletedTask;

        var message = Assert.Single(await worker.Messages.GetAsync(1, TimeSpan.FromMinutes(1), Cancelled));
        var claiming = worker.Claim.TryClaimAsync(message, Cancelled);
        while (!claiming.IsCompleted)
        {
            worker.Time.Advance(TimeSpan.FromSeconds(1));
            await Task.Yield();
        }

        var claimed = await claiming;

        Assert.Equal((key, BenchmarkTaskStatus.Running), (Assert.Single(claimed).Key, claimed[0].Status));
    }
}
