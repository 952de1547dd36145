using System.Text.Json;
using AzurePerf.Core.Experiments.Stages;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Tasks;
using AzurePerf.TaskManager.Bags;
using AzurePerf.UnitTests.Tasks;
using Xunit;

namespace AzurePerf.UnitTests.TaskManager.Bags;

public sealed class BagCountsTests
{
    private static readonly StageStorage Storage = new("image", 1, result => result.Length);

    [Fact]
    public void A_stage_stored_what_its_tasks_made_themselves_and_not_what_they_found()
    {
        var counts = new BagCounts();
        foreach (var task in new[] { Done("1234567"), Done("12"), Done("123") with { FailureCause = FailureCause.AlreadyExists }, SampleTask.In(BenchmarkTaskStatus.Dead, StageKind.Bag) })
        {
            counts.AddUse(task, [], Storage, SampleTask.Now);
        }

        var stage = counts.NotedIn(Stage);
        Assert.Equal((9L, 3 * 4.0), (stage.StoredBytes, stage.SlotTime.TotalSeconds));
        Assert.Equal(new RunUse(9, 0, 12), RunUse.Of([stage]));
    }

    [Fact]
    public void A_stage_that_stores_nothing_counts_time_alone_and_a_run_without_bags_nothing()
    {
        var counts = new BagCounts();
        counts.AddUse(Done("1234567"), [], null, SampleTask.Now);

        Assert.Equal(new RunUse(0, 0, 4), RunUse.Of([counts.NotedIn(Stage)]));
        Assert.Null(RunUse.Of([Stage with { Id = StageKind.Measure }]));
        Assert.Null(RunUse.Of([]));
    }

    [Fact]
    public void A_result_that_cannot_be_read_counts_no_bytes()
    {
        var counts = new BagCounts();
        var storage = Storage with { BytesOf = result => result.Length > 0 ? result.Length : throw new InvalidDataException("an order is empty") };
        counts.AddUse(Done(""), [], storage, SampleTask.Now);
        counts.AddUse(Done("12"), [], storage, SampleTask.Now);

        Assert.Equal(new RunUse(2, 0, 8), RunUse.Of([counts.NotedIn(Stage)]));
    }

    [Fact]
    public void A_result_without_what_the_experiment_looks_for_in_it_counts_no_bytes()
    {
        var counts = new BagCounts();
        var storage = Storage with { BytesOf = result => JsonDocument.Parse(result).RootElement.GetProperty("bytes").GetInt64() };
        counts.AddUse(Done("{}"), [], storage, SampleTask.Now);
        counts.AddUse(Done("""{ "bytes": 2 }"""), [], storage, SampleTask.Now);

        Assert.Equal(new RunUse(2, 0, 8), RunUse.Of([counts.NotedIn(Stage)]));
    }

    private static StageState Stage => new() { RunId = "run", Id = StageId.Bag(0), Total = 4 };

    private static BenchmarkTask Done(string result) => SampleTask.In(BenchmarkTaskStatus.Done, StageKind.Bag) with
    {
        Result = result,
        ClaimedAt = SampleTask.Then,
        EndedAt = SampleTask.Then.AddSeconds(4),
    };
}
