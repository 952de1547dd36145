using AzurePerf.Core.Limits;
using AzurePerf.Core.Measurements.Arrivals;
using AzurePerf.Core.Reports;
using AzurePerf.Core.Runs;
using AzurePerf.Testing.PlugIn;
using AzurePerf.UnitTests.Runs;
using AzurePerf.UnitTests.TaskManager.Pipelines;
using Xunit;

namespace AzurePerf.UnitTests.Reports;

public sealed class EstimateTextTests
{
    [Fact]
    public void A_pipeline_is_said_to_have_at_most_the_tasks_and_the_time_of_all_its_stages()
    {
        var spec = SampleSpecs.Of("""{ "experiment": "modis.pipeline", "parameters": { "area": "h18v04 h19v04", "days": 2 } }""");
        var definition = Shipped.Experiments.Find(spec.Experiment)!;
        var stages = RunPlanner.BindStages(definition, spec).Stages();

        var estimate = RunEstimator.Estimate(definition, spec);

        Assert.Equal(stages.Sum(stage => stage.TasksAtMost), estimate.TasksAtMost);
        Assert.Equal(stages.Sum(stage => stage.TasksAtMost * stage.Expected!.Value.TotalSeconds), estimate.Longest.TotalSeconds, 3);
        Assert.StartsWith($"{estimate.TasksAtMost} tasks at most; about ", EstimateText.Work(estimate) + EstimateText.Extent(estimate), StringComparison.Ordinal);
        Assert.True(estimate.TasksAtMost > estimate.Operations && estimate.Longest > estimate.Duration, "what is charged before its begin is less");
    }

    [Fact]
    public void A_run_without_operations_is_estimated_by_what_its_points_take()
    {
        var options = new FolderLivesOptions();

        var load = options.Load("folder.lives");

        Assert.Equal((TimeSpan.FromSeconds(10), 0, 0, true), (options.ExpectedDuration(), load.Operations, load.WarmUpSeconds, load.IsBound));
        Assert.Equal("6 points", EstimateText.Work(new(6, 0, 0, TimeSpan.FromSeconds(60), new Dictionary<string, long>(), IsBound: true)));
        Assert.Equal(
            new("arrivals", "must be closed: a point has no operations that could start at a rate"),
            Assert.Single((options with { Arrivals = ArrivalKind.Constant, OperationsPerSecond = 50 }).Faults()));
    }

    [Fact]
    public void A_pipeline_that_cannot_tell_how_many_tasks_come_later_says_at_least()
    {
        var estimate = RunEstimator.Estimate(SamplePipeline.Definition, PipelineScene.Spec(things: 3, mostParts: 3, "nothing"));

        Assert.Equal(
            "3 tasks at least, because more are planned in its course; the first tasks about 3 s at most, set-up and cleaning up not counted",
            EstimateText.Work(estimate) + EstimateText.Extent(estimate));
    }
}
