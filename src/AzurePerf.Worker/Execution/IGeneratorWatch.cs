using AzurePerf.Core.Gangs;
using AzurePerf.Core.Probes;

namespace AzurePerf.Worker.Execution;

/// <summary>Watches what the process and its machine do while a point is measured.</summary>
internal interface IGeneratorWatch
{
    /// <summary>Gets ready: what needs memory or a thread is made here, long before the window opens.</summary>
    /// <param name="clock">The clock of the execution.</param>
    /// <param name="probe">Whose connections are counted.</param>
    /// <param name="share">The clients of this execution.</param>
    IWatchedWindow Prepare(MeasurementClock clock, IProbeSetup probe, ClientShare share);
}
