using System.Runtime.Intrinsics.Arm;
using System.Runtime.Intrinsics.X86;
using AzurePerf.Core.Gangs;
using AzurePerf.Core.Measurements;
using AzurePerf.Core.Measurements.Generators;
using AzurePerf.Testing.Measurements;
using AzurePerf.Worker.Execution;
using Xunit;

namespace AzurePerf.UnitTests.Execution;

public sealed class GeneratorWatchTests
{
    [Fact]
    public async Task A_point_of_a_saturated_generator_is_flagged_with_what_saturated_it()
    {
        var scene = new RunnerScene { Watch = new() { Seen = SampleEnvironment.Value with { WindowSeconds = 1, ProcessorSeconds = 1.9, Processors = 2, ConnectionsOpened = 3 } } };
        var probe = FakeProbe.Immediate(_ =>
        {
            scene.Advance(10);
            return new(100, 1);
        });

        var measurement = await scene.RunAsync(probe, new TestLoad { OperationsPerClient = 10 });

        Assert.Contains(PointFlag.GeneratorBound, measurement.Result.Flags);
        Assert.Equal([new(PointFlag.GeneratorBound, "the worker used 95.0 % of its processors; 80.0 % is allowed")], measurement.Result.Reasons);
        Assert.Equal(0.95, measurement.Result.Generator!.ProcessorShare, 9);
        Assert.Contains("3 connections opened while it was measured: earlier ones broke, or the warm-up did not open all", measurement.Result.Notes);
    }

    [Fact]
    public async Task A_healthy_generator_leaves_no_flag_and_no_reason()
    {
        var scene = new RunnerScene();
        var measurement = await scene.RunAsync(FakeProbe.Immediate(_ =>
        {
            scene.Advance(10);
            return new(100, 1);
        }), new TestLoad { OperationsPerClient = 400 });

        Assert.Empty(measurement.Result.Flags);
        Assert.Empty(measurement.Result.Reasons);
        Assert.Empty(measurement.Result.Notes);
        Assert.Equal(400, measurement.Details.OperationBins!.Operations.Sum());
    }

    [Fact]
    public async Task What_takes_its_time_is_done_before_the_window_opens()
    {
        var scene = new RunnerScene();
        await scene.RunAsync(FakeProbe.Immediate(_ => new(100, 1)), new TestLoad { OperationsPerClient = 1 });

        Assert.Equal([nameof(IWatchedWindow.Calibrate), nameof(IWatchedWindow.Collect), nameof(IWatchedWindow.Open), nameof(IWatchedWindow.Close)], scene.Watch.Asked);
    }

    [Fact]
    public void The_real_window_counts_from_its_opening_and_carries_the_calibration()
    {
        var opened = 4L;
        var probe = new CountingProbe(() => opened);
        var calibration = new CalibrationResult(1e6, 0.1, 1e9);
        using var window = new GeneratorWatch(() => calibration, networkLimit: 2e9).Prepare(new(TimeProvider.System), probe, ClientShare.All(1));
        var collections = GC.CollectionCount(2);
        window.Collect();
        window.Open();
        opened = 6;
        var seen = window.Close();

        Assert.True(GC.CollectionCount(2) > collections);
        Assert.Equal(2, seen.ConnectionsOpened);
        Assert.Same(calibration, seen.Calibration);
        Assert.Equal(2e9, seen.NetworkLimitBytesPerSecond);
        Assert.True(seen.WindowSeconds > 0);
        Assert.True(seen.Processors > 0);
        Assert.NotNull(seen.Machine);
        Assert.Equal(OperatingSystem.IsLinux(), seen.Kernel.Length > 0);
        Assert.Equal(OperatingSystem.IsWindows(), seen.Canary is null);
        Assert.Null(seen.Fma);
    }

    [Fact]
    public void A_window_on_the_worker_itself_has_the_pace_of_its_processors_before_and_after()
    {
        using var window = new GeneratorWatch(() => null, networkLimit: null).Prepare(new(TimeProvider.System), new CountingProbe(() => 0) { KeepsMachineBusy = true }, ClientShare.All(2));
        window.Calibrate();
        window.Open();
        var seen = window.Close();

        // As functions they would take seconds.
        if (!Fma.IsSupported && !AdvSimd.IsSupported)
        {
            Assert.Null(seen.Fma);
            return;
        }

        // Any processor performs more than a tenth of a billion operations per second and fewer than ten thousand billions.
        Assert.InRange(seen.Fma!.BeforeFlopPerSecond, 1e8, 1e13);
        Assert.InRange(seen.Fma.AfterFlopPerSecond, 1e8, 1e13);
    }

    private sealed class CountingProbe(Func<long> opened) : FakeSetup, Core.Probes.IProbeSetup
    {
        public long? ConnectionsOpened => opened();

        public bool KeepsMachineBusy { get; init; }
    }
}
