using System.Globalization;
using System.Text;
using System.Text.Json;
using AzurePerf.Core.Experiments;
using AzurePerf.Core.Experiments.Stages;
using AzurePerf.Core.Ids;
using AzurePerf.Core.Limits;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Tasks;
using AzurePerf.Core.Workers;
using AzurePerf.Storage.Blobs;
using Xunit;

namespace AzurePerf.UnitTests.TaskManager.Pipelines;

/// <summary>Plans of as many orders as a stage may have, and of one more.</summary>
public sealed class LargePlanTests
{
    private readonly TaskManagerUnderTest _engine = new() { Experiments = [LargePlan.Definition] };
    private readonly PlanBlobs _blobs;

    public LargePlanTests()
    {
        LargePlan.Made = 0;
        _engine.Submission = new(
            _engine.Runs, new(_engine.Runs, new([LargePlan.Definition]), LimitOptions.None, PriceList.Shipped), _engine.Control.RunRequests, new SeededIdSource(7), _engine.Time);
        _blobs = new(_engine.Control.Results);
        _engine.BlobStore = _ => _blobs;
        _engine.Restart();
    }

    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    [Fact]
    public async Task A_plan_of_a_million_orders_is_stored_block_by_block_while_the_orders_are_made()
    {
        var runId = await SubmitAsync(StagePlan.MostTasks);

        await _engine.WorkUntilAsync(async () => await FindEachAsync(runId) is { IsPlanned: true });

        Assert.Equal(StagePlan.MostTasks, (await FindEachAsync(runId))!.Total);
        Assert.Equal((StagePlan.MostTasks / TaskSharding.BlockTasks, StagePlan.MostTasks), (_blobs.Blocks, _blobs.Orders));
        Assert.Equal(TaskSharding.BlockTasks, _blobs.MostHeld);
        Assert.Contains("each is planned: 1,000,000 tasks", await _engine.EventsAsync(runId));
    }

    [Fact]
    public async Task A_plan_of_one_order_more_ends_the_run_in_one_sentence_with_nothing_of_it_dispatched()
    {
        var runId = await SubmitAsync(StagePlan.MostTasks + 1);

        await _engine.WorkUntilEndedAsync(runId);

        var run = await _engine.HeaderAsync(runId);
        Assert.Equal((RunStatus.Failed, "stage each would have more than 1,000,000 tasks"), (run.Status, run.Reason));
        var each = (await FindEachAsync(runId))!;
        Assert.Equal((0, 0), (each.Created, each.Dispatched));
        Assert.Empty(await _engine.Tasks.ListAsync(runId, each.Id, 0, Cancelled).ToArrayAsync(Cancelled));
        Assert.Equal(TaskSharding.BlockTasks, _blobs.MostHeld);
    }

    private async Task<string> SubmitAsync(int orders)
    {
        await _engine.HireAsync("bag1", WorkerPool.Bag);
        var reading = new RunSpecReader(new ExperimentCatalogue([LargePlan.Definition]), Shipped.Targets("default"), new SeededIdSource(7)).Read(Encoding.UTF8.GetBytes(
            string.Create(CultureInfo.InvariantCulture, $$"""{ "experiment": "test.plan", "preset": "quick", "seed": 1, "parameters": { "orders": {{orders}} } }""")));
        return await _engine.SubmitAsync(reading.Spec ?? throw new InvalidOperationException(string.Join("; ", reading.Faults)));
    }

    private async Task<StageState?> FindEachAsync(string runId) => (await _engine.Runs.FindWithStagesAsync(runId, Cancelled))!.Stages.SingleOrDefault(stage => stage.Name == "each");

    /// <summary>One task, and then as many as a parameter says.</summary>
    private sealed record LargePlan : PipelineOptions
    {
        /// <summary>Orders that were made so far.</summary>
        public static int Made { get; set; }

        public static ExperimentDefinition Definition { get; } =
            ExperimentDefinition.OfStages<LargePlan>("test.plan", "Large plan", "How many orders may a plan have?", "Made for tests", new Preset(Preset.Quick, 1, []));

        [Parameter("Orders of the plan.", Minimum = 1, Maximum = 2_000_000)]
        public int Orders { get; init; } = 1;

        public override IReadOnlyList<StagePlan> Stages() =>
            [new("find", StageShape.Bag, "test.find") { Tasks = 1 }, new("each", StageShape.Bag, "test.each") { Follows = ["find"], Orders = OrdersAsync }];

        private async IAsyncEnumerable<string> OrdersAsync(IStageProducts products)
        {
            await products.OfAsync("find").CountAsync(Cancelled);
            for (; Made < Orders; Made++)
            {
                yield return Made.ToString(CultureInfo.InvariantCulture);
            }
        }
    }

    /// <summary>Counts what is stored of a plan, and keeps none of it.</summary>
    private sealed class PlanBlobs(IBlobStore others) : IBlobStore
    {
        public int Blocks { get; private set; }

        public int Orders { get; private set; }

        /// <summary>Orders that were made and not stored yet, at most.</summary>
        public int MostHeld { get; private set; }

        public Task PutAsync(string name, BinaryData content, CancellationToken cancellationToken)
        {
            if (!name.Contains("/plan-", StringComparison.Ordinal))
            {
                return others.PutAsync(name, content, cancellationToken);
            }

            // The order that was read last is not counted yet.
            MostHeld = Math.Max(MostHeld, LargePlan.Made + 1 - Orders);
            Blocks++;
            Orders += JsonSerializer.Deserialize<string[]>(content)!.Length;
            return Task.CompletedTask;
        }

        public Task<BinaryData?> FindAsync(string name, CancellationToken cancellationToken) => others.FindAsync(name, cancellationToken);

        public IAsyncEnumerable<string> DeleteAllAsync(string prefix, CancellationToken cancellationToken) => others.DeleteAllAsync(prefix, cancellationToken);

        public Task CreateAsync(CancellationToken cancellationToken) => others.CreateAsync(cancellationToken);
    }
}
