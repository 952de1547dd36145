using AzurePerf.Core.Tasks;
using AzurePerf.Testing.Time;
using AzurePerf.UnitTests.Execution;
using AzurePerf.UnitTests.Tasks;
using AzurePerf.Worker.Execution;
using AzurePerf.Worker.Heartbeats;
using AzurePerf.Worker.Stages;
using Xunit;

namespace AzurePerf.UnitTests.Worker.Stages;

public sealed class MeasureStageTests
{
    [Fact]
    public async Task The_first_operation_begins_what_the_heartbeat_says_was_measured_and_set_up_and_warm_up_do_not()
    {
        var time = new FakeTimeProvider();
        using var execution = new CurrentExecution(SampleTask.In(BenchmarkTaskStatus.Running), new("message", "receipt", ""), time, CancellationToken.None);
        var progress = MeasureStage.ProgressOf(execution);
        var duringWarmUp = -1.0;
        var operations = 0;
        var probe = FakeProbe.Immediate(operation =>
        {
            operations++;
            duringWarmUp = operation.WarmUp ? execution.Describe().MeasuredSeconds : duringWarmUp;
            time.Advance(TimeSpan.FromSeconds(1));
            return new(7, 1);
        });

        await new ProbeRunner(new FakeOutcomes(), time, new FakeWatch()).RunAsync(probe, new TestLoad { OperationsPerClient = 3, WarmUpOperations = 2 }, progress, TestContext.Current.CancellationToken);

        Assert.Equal((5, 0.0), (operations, duringWarmUp));
        Assert.Equal((5.0, 3.0, "storing"), (execution.Describe().ElapsedSeconds, execution.Describe().MeasuredSeconds, execution.Describe().Phase));
    }
}
