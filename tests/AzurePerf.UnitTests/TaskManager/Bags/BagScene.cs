using AzurePerf.Core.Messages;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Tasks;
using AzurePerf.Core.Workers;
using AzurePerf.UnitTests.Runs;
using Xunit;

namespace AzurePerf.UnitTests.TaskManager.Bags;

/// <summary>What tests of bags ask of the engine.</summary>
internal static class BagScene
{
    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    public static RunSpec Spec(int tasks, int bags = 1, string onError = "continue", int milliseconds = 100) => SampleSpecs.Of($$"""
        { "experiment": "selftest.bag", "preset": "quick", "seed": 1, "onError": "{{onError}}", "parameters": { "tasks": {{tasks}}, "bags": {{bags}}, "taskMilliseconds": {{milliseconds}} } }
        """);

    public static async Task HireBagWorkersAsync(this TaskManagerUnderTest engine, int count)
    {
        for (var number = 1; number <= count; number++)
        {
            await engine.HireAsync($"bag{number}", WorkerPool.Bag);
        }
    }

    public static async Task<StageState> StageAsync(this TaskManagerUnderTest engine, string runId, int bag = 0) =>
        (await engine.Runs.FindWithStagesAsync(runId, Cancelled))!.Stages.Single(stage => stage.Id == StageId.Bag(bag));

    public static async Task<BenchmarkTask[]> RowsAsync(this TaskManagerUnderTest engine, string runId, int bag = 0) =>
        await engine.Tasks.ListAsync(runId, StageId.Bag(bag), 0, Cancelled).ToArrayAsync(Cancelled);

    /// <summary>The task numbers of all messages of the bag queue, hidden ones included.</summary>
    public static int[] Messages(this TaskManagerUnderTest engine) =>
        [.. engine.Control.BagTasks.Texts.Select(text => MessageText.ReadTask(text)!.Task).Order()];

    /// <summary>Lets hidden messages come back, so that their next readers delete them, and asserts that none is left.</summary>
    public static async Task DrainMessagesAsync(this TaskManagerUnderTest engine)
    {
        engine.Time.Advance(TimeSpan.FromMinutes(11));
        for (var look = 0; look < 1_000 && engine.Control.BagTasks.Texts.Count + engine.Control.MeasureTasks.Texts.Count > 0; look++)
        {
            foreach (var worker in engine.Team)
            {
                await worker.WorkAsync();
            }
        }

        Assert.Empty(engine.Control.BagTasks.Texts);
        Assert.Empty(engine.Control.MeasureTasks.Texts);
    }
}
