using AzurePerf.Core.Tasks;
using AzurePerf.UnitTests.Tasks;
using AzurePerf.Worker.Stages;
using Xunit;

namespace AzurePerf.UnitTests.Worker.Stages;

public sealed class MeasureStageTests
{
    [Fact]
    public void A_late_attempt_overwrites_no_details_of_another_attempt_task_or_run()
    {
        var task = SampleTask.In(BenchmarkTaskStatus.Running);
        BenchmarkTask[] others = [task with { Attempt = 4 }, task with { Key = task.Key with { Number = 1 } }, task with { Key = new("bbbbbbbbbbbbbbbbbbbb", task.Key.Stage, 0) }];

        Assert.Equal(4, others.Append(task).Select(MeasureStage.DetailsNameOf).Distinct().Count());
    }
}
