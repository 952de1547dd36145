using System.Runtime.Intrinsics.Arm;
using System.Runtime.Intrinsics.X86;
using AzurePerf.Core.Gangs;
using AzurePerf.Core.Measurements.Generators;
using AzurePerf.Core.Probes;
using AzurePerf.Worker.Execution.Calibration;

namespace AzurePerf.Worker.Execution;

/// <summary>Watches the real process and its machine.</summary>
/// <param name="calibration">What the worker can do at most; null before it was measured.</param>
/// <param name="networkLimit">Bytes per second and direction with which the machine's network is sold; null where nobody said.</param>
internal sealed class GeneratorWatch(Func<CalibrationResult?> calibration, double? networkLimit) : IGeneratorWatch
{
    private readonly MachineFiles _files = new(OperatingSystem.IsLinux() ? "/" : null);

    public IWatchedWindow Prepare(MeasurementClock clock, IProbeSetup probe, ClientShare share)
    {
        // A short sleep takes up to 16 ms on Windows, so lateness says nothing there.
        var canary = OperatingSystem.IsWindows() ? null : HiccupCanary.Start(clock);
        // Where no instruction does them, they take seconds.
        var fma = probe.KeepsMachineBusy && (Fma.IsSupported || AdvSimd.IsSupported)
            ? new FmaCalibration(clock, share, probe is IBlockingProbe blocking ? blocking.ProcessorsPerClient : 0)
            : null;
        return new WatchedWindow(clock, probe, _files, canary, fma, calibration(), networkLimit);
    }
}

/// <summary>Watches what the process and its machine do while a point is measured.</summary>
internal interface IGeneratorWatch
{
    /// <summary>Gets ready: what needs memory or a thread is made here, long before the window opens.</summary>
    /// <param name="clock">The clock of the execution.</param>
    /// <param name="probe">Whose connections are counted.</param>
    /// <param name="share">The clients of this execution.</param>
    IWatchedWindow Prepare(MeasurementClock clock, IProbeSetup probe, ClientShare share);
}
