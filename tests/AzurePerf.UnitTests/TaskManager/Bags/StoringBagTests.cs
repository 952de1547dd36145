using System.Text;
using AzurePerf.Core.Experiments;
using AzurePerf.Core.Experiments.Stages;
using AzurePerf.Core.Ids;
using AzurePerf.Core.Limits;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Tasks;
using AzurePerf.Storage.Runs;
using AzurePerf.Testing.Storage;
using Xunit;

namespace AzurePerf.UnitTests.TaskManager.Bags;

/// <summary>A result that cannot be read, of another build say, costs no run its end.</summary>
public sealed class StoringBagTests
{
    private static readonly ExperimentDefinition Definition = ExperimentDefinition.OfStages<StoringOptions>(
        "sample.storing", "Sample that stores", "Is what it stores counted?", "Made for tests", new Preset(Preset.Quick, 1, []));

    private readonly TaskManagerUnderTest _engine = new() { Experiments = [Definition] };

    public StoringBagTests()
    {
        _engine.Submission = new(
            _engine.Runs, new(_engine.Runs, new([Definition]), LimitOptions.None, PriceList.Shipped), _engine.Control.RunRequests, new SeededIdSource(7), _engine.Time);
        _engine.Restart();
    }

    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    [Fact]
    public async Task A_run_with_a_result_that_cannot_be_read_completes_and_is_charged_the_others()
    {
        await HireAsync(_ => new WorkerDeed.Succeed());
        var runId = await _engine.SubmitAsync(Spec());

        await _engine.WorkUntilEndedAsync(runId);

        var run = await _engine.HeaderAsync(runId);
        Assert.Equal((RunStatus.Completed, "", 100L), (run.Status, run.Reason, run.Use!.Bytes));
    }

    [Fact]
    public async Task A_run_with_a_result_that_cannot_be_read_can_be_cancelled()
    {
        await HireAsync(task => task.Key.Number == 0 ? new WorkerDeed.Succeed() : new WorkerDeed.GoOn());
        var runId = await _engine.SubmitAsync(Spec());
        await _engine.WorkUntilAsync(async () => (await _engine.RowsAsync(runId)).Any(task => task.Status == BenchmarkTaskStatus.Done));

        await _engine.Cancellation.RequestAsync(runId, "", Cancelled);
        await _engine.WorkUntilEndedAsync(runId);

        var run = await _engine.HeaderAsync(runId);
        Assert.Equal((RunStatus.Cancelled, 0L), (run.Status, run.Use!.Bytes));
    }

    private async Task HireAsync(Func<BenchmarkTask, WorkerDeed> script)
    {
        await _engine.HireBagWorkersAsync(1);
        _engine.Team[0].Script = script;
        _engine.Team[0].Product = task => Task.FromResult(task.Key.Number == 0 ? "?" : "100");
        await _engine.HireAsync();
    }

    private static RunSpec Spec() => new RunSpecReader(new ExperimentCatalogue([Definition]), Shipped.Targets("default"), new SeededIdSource(7))
        .Read(Encoding.UTF8.GetBytes("""{ "experiment": "sample.storing", "preset": "quick", "seed": 1 }""")).Spec!;

    private sealed record StoringOptions : PipelineOptions
    {
        public override IReadOnlyList<StagePlan> Stages() =>
        [
            new("make", StageShape.Bag, "sample.make") { Tasks = 2, Expected = TimeSpan.FromSeconds(1), Stores = new("thing", 10, BytesOf) },
        ];

        private static long BytesOf(string result) => long.TryParse(result, out var bytes) ? bytes : throw new InvalidDataException("an order cannot be read");
    }
}
