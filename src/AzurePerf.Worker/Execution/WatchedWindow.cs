using AzurePerf.Core.Measurements;
using AzurePerf.Core.Measurements.Generators;
using AzurePerf.Core.Probes;
using AzurePerf.Worker.Execution.Calibration;

namespace AzurePerf.Worker.Execution;

/// <summary>Takes the counters of process and machine at both ends of the window, and the canary's between them; where the machine is what
/// is measured, also the pace of its processors around it.</summary>
internal sealed class WatchedWindow(
    MeasurementClock clock, IProbeSetup probe, MachineFiles files, HiccupCanary? canary, FmaCalibration? fma,
    CalibrationResult? calibration, double? networkLimit) : IWatchedWindow
{
    private EnvironmentReading _begin;
    private MachineCounters _machine = MachineCounters.NotRead;
    private ReceivingThreadTimes _receiving;
    private long? _connections;
    private double _fmaBefore;

    public void Calibrate() => _fmaBefore = fma?.MeasureFlopPerSecond() ?? 0;

    public void Collect()
    {
        GC.Collect();
        GC.WaitForPendingFinalizers();
        NativeHeap.Trim();
    }

    public void Open()
    {
        _connections = probe.ConnectionsOpened;
        _machine = files.ReadCounters();
        _receiving = files.ReadReceivingThreads();
        canary?.Open();
        _begin = EnvironmentReading.Take(clock);
    }

    public MeasurementEnvironment Close()
    {
        var end = EnvironmentReading.Take(clock);
        var seen = canary?.Close();
        var activity = _machine.Until(files.ReadCounters());
        var receiving = _receiving.BusiestSecondsUntil(files.ReadReceivingThreads());
        return _begin.Until(end, clock) with
        {
            Kernel = files.Kernel,
            ProcessorModel = files.Processor,
            ProcessorQuota = files.ProcessorQuota,
            Machine = activity,
            Canary = seen,
            ReceivingThreadSeconds = receiving,
            Calibration = calibration,
            Fma = fma is null ? null : new(_fmaBefore, fma.MeasureFlopPerSecond()),
            NetworkLimitBytesPerSecond = networkLimit,
            ConnectionsOpened = probe.ConnectionsOpened - _connections,
        };
    }

    public void Dispose() => canary?.Dispose();
}
