using System.Text;
using AzurePerf.Core.Experiments;
using AzurePerf.Core.Ids;
using AzurePerf.Core.Limits;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Tasks;
using AzurePerf.Core.Workers;
using AzurePerf.Probes.Targets.Storage;
using AzurePerf.Storage.Tasks;
using AzurePerf.Testing.PlugIn;
using AzurePerf.Testing.Storage;
using Xunit;

namespace AzurePerf.UnitTests.TaskManager.Pipelines;

/// <summary>A TaskManager that knows the sample pipeline, with workers that do its work.</summary>
internal sealed class PipelineScene
{
    private readonly StageOrders _orders;

    public PipelineScene(LimitOfTasks? limits = null)
    {
        Engine = new() { Experiments = [SamplePipeline.Definition] };
        Engine.Submission = new(
            Engine.Runs, new(Engine.Runs, new([SamplePipeline.Definition]), LimitOptions.None, PriceList.Shipped), Engine.Control.RunRequests, new SeededIdSource(7), Engine.Time);
        if (limits is { Most: var most })
        {
            Engine.Limits = new() { OperationsPerRun = most };
        }

        Engine.BlobStore = blobs => new CrashingBlobStore(blobs, Engine.Crash);
        Engine.Restart();
        _orders = new(Engine.Control.Results);
    }

    /// <summary>What the operator lets a run have.</summary>
    public sealed record LimitOfTasks(long Most);

    public TaskManagerUnderTest Engine { get; }

    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    /// <summary>Bag workers, and one that cleans up.</summary>
    public async Task HireAsync(int bagWorkers = 2, string sku = BenchmarkTask.LocalSku)
    {
        for (var number = 1; number <= bagWorkers; number++)
        {
            (await Engine.HireAsync($"bag{number}", WorkerPool.Bag, sku: sku)).Product = ProductAsync;
        }

        await Engine.HireAsync();
    }

    public Task<string> SubmitAsync(int things = 3, int mostParts = 3, string partGivesUp = "nothing", string noParts = "endRun") =>
        Engine.SubmitAsync(Spec(things, mostParts, partGivesUp, noParts));

    public static RunSpec Spec(int things, int mostParts, string partGivesUp, string noParts = "endRun")
    {
        var reader = new RunSpecReader(new ExperimentCatalogue([SamplePipeline.Definition]), Shipped.Targets("default"), new SeededIdSource(7));
        var reading = reader.Read(Encoding.UTF8.GetBytes($$"""
            { "experiment": "sample.pipeline", "preset": "quick", "seed": 1, "parameters": { "things": {{things}}, "mostParts": {{mostParts}}, "partGivesUp": "{{partGivesUp}}", "noParts": "{{noParts}}" } }
            """));
        return reading.Spec ?? throw new InvalidOperationException(string.Join("; ", reading.Faults));
    }

    public async Task<StageState> StageAsync(string runId, string name) =>
        (await Engine.Runs.FindWithStagesAsync(runId, Cancelled))!.Stages.Single(stage => stage.Name == name);

    public async Task<BenchmarkTask[]> RowsAsync(string runId, string name)
    {
        var stage = await StageAsync(runId, name);
        return [.. (await Task.WhenAll(Enumerable.Range(0, stage.Shards).Select(shard => Engine.Tasks.ListAsync(runId, stage.Id, 0, Cancelled, shard).ToArrayAsync(Cancelled).AsTask())))
            .SelectMany(rows => rows).OrderBy(row => row.Key.Number)];
    }

    /// <summary>What the tasks of a stage were told, by their numbers.</summary>
    public async Task<string[]> OrdersAsync(string runId, string name)
    {
        var stage = await StageAsync(runId, name);
        return [.. await Task.WhenAll(Enumerable.Range(0, stage.Total).Select(async task => (await _orders.ReadAsync(stage, task, Cancelled))[task % TaskSharding.BlockTasks]))];
    }

    public async Task<(RunStatus Status, string Reason)> EndOfAsync(string runId) => await Engine.HeaderAsync(runId) is var run ? (run.Status, run.Reason) : default;

    /// <summary>What a real worker does: it reads its order, registers what it makes, and gives a product back.</summary>
    private async Task<string> ProductAsync(BenchmarkTask task)
    {
        var run = await Engine.HeaderAsync(task.Key.RunId);
        var stage = (await Engine.Runs.FindStageAsync(task.Key.RunId, task.Key.Stage, Cancelled))!;
        if (stage.Name == SamplePipeline.Cut)
        {
            await Engine.Resources.AddAsync(new(run.RunId, "default", StorageResource.Container, $"part-{task.Nonce}"), Cancelled);
        }

        var order = stage.PlanId.Length == 0 ? "" : (await _orders.ReadAsync(stage, task.Key.Number, Cancelled))[task.Key.Number % TaskSharding.BlockTasks];
        return ((SamplePipeline)RunPlanner.BindStages(SamplePipeline.Definition, run.Spec)).ProductOf(stage.Name, task.Key.Number, order);
    }
}
