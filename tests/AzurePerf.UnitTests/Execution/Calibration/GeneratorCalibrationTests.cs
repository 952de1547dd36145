using AzurePerf.Core.Probes;
using AzurePerf.Testing.Time;
using AzurePerf.UnitTests.TaskManager;
using AzurePerf.Worker.Execution.Calibration;
using Xunit;

namespace AzurePerf.UnitTests.Execution.Calibration;

public sealed class GeneratorCalibrationTests
{
    [Fact]
    public async Task A_worker_learns_what_it_can_do_once_a_run_and_again_when_that_is_long_ago()
    {
        var time = new FakeTimeProvider();
        var calibration = BriefCalibration.Of(new FakeOutcomes(), time);
        Assert.Null(calibration.Latest);

        await calibration.RefreshAsync("run1", TestContext.Current.CancellationToken);
        var first = calibration.Latest!;
        Assert.True(first.OperationsPerSecond > 0);
        Assert.True(first.NanosecondsPerVerifiedByte > 0);
        Assert.True(first.LoopbackBytesPerSecond > 0);

        time.Advance(GeneratorCalibration.Lifetime);
        await calibration.RefreshAsync("run1", TestContext.Current.CancellationToken);
        Assert.Same(first, calibration.Latest);

        time.Advance(TimeSpan.FromSeconds(1));
        await calibration.RefreshAsync("run1", TestContext.Current.CancellationToken);
        var second = calibration.Latest!;
        Assert.NotSame(first, second);

        await calibration.RefreshAsync("run2", TestContext.Current.CancellationToken);
        Assert.NotSame(second, calibration.Latest);
    }

    [Fact]
    public async Task Figures_that_a_point_refutes_are_measured_again_once_a_run()
    {
        var calibration = BriefCalibration.Of(new FakeOutcomes(), new FakeTimeProvider());
        await calibration.RefreshAsync("run1", TestContext.Current.CancellationToken);
        var first = calibration.Latest!;
        var slow = SampleSummary.Of(1).Operations!;
        var fast = slow with { BytesPerSecond = new(0, null, 10 * first.LoopbackBytesPerSecond!.Value, 0) };

        calibration.Check(slow);
        await calibration.RefreshAsync("run1", TestContext.Current.CancellationToken);
        Assert.Same(first, calibration.Latest);

        calibration.Check(fast);
        await calibration.RefreshAsync("run1", TestContext.Current.CancellationToken);
        var second = calibration.Latest!;
        Assert.NotSame(first, second);

        calibration.Check(slow with { OperationsPerSecond = new(0, null, 10 * second.OperationsPerSecond, 0) });
        await calibration.RefreshAsync("run1", TestContext.Current.CancellationToken);
        Assert.Same(second, calibration.Latest);
    }
}
