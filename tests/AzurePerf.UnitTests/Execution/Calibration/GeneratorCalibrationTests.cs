using AzurePerf.Core.Probes;
using AzurePerf.Testing.Time;
using AzurePerf.Worker.Execution.Calibration;
using Microsoft.Extensions.Logging.Abstractions;
using Xunit;

namespace AzurePerf.UnitTests.Execution.Calibration;

public sealed class GeneratorCalibrationTests
{
    [Fact]
    public async Task A_worker_learns_what_it_can_do_once_a_run_and_again_when_that_is_long_ago()
    {
        var time = new FakeTimeProvider();
        var calibration = new GeneratorCalibration(new FakeOutcomes(), time, NullLogger<GeneratorCalibration>.Instance);
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
}
