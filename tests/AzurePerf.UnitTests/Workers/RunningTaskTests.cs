using AzurePerf.Core.Tasks;
using AzurePerf.UnitTests.Tasks;
using Xunit;

namespace AzurePerf.UnitTests.Workers;

public sealed class RunningTaskTests
{
    private static readonly BenchmarkTask Row = SampleTask.In(BenchmarkTaskStatus.Running, StageKind.Bag);

    /// <summary>A worker may still list an execution of an earlier bag, one that was taken from it: its message must not be given away in place of another's.</summary>
    [Fact]
    public void An_execution_is_of_one_attempt_at_one_task_of_one_stage_of_one_run()
    {
        var listed = new RunningTask(Row.Key.RunId, Row.Key.Stage.Number, 0, Row.Key.Number, Row.Attempt, "id", "receipt", 0, 0, "working", 0, 0);

        Assert.True(listed.IsOf(Row));
        Assert.False(listed.IsOf(Row with { Attempt = Row.Attempt + 1 }));
        Assert.False(listed.IsOf(Row with { Key = Row.Key with { Number = 1 } }));
        Assert.False(listed.IsOf(Row with { Key = Row.Key with { Stage = StageId.Bag(1) } }));
        Assert.False(listed.IsOf(Row with { Key = Row.Key with { RunId = "bbbbbbbbbbbbbbbbbbbb" } }));
    }
}
