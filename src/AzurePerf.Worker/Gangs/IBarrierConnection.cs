using AzurePerf.Core.Gangs;

namespace AzurePerf.Worker.Gangs;

/// <summary>How a worker asks the barrier. Implemented over HTTP, and in memory for tests.</summary>
internal interface IBarrierConnection
{
    /// <summary>Asks for the time.</summary>
    /// <exception cref="BarrierUnavailableException">No usable answer came; another try may get one, perhaps elsewhere.</exception>
    Task<ClockReading> ReadClockAsync(BarrierLocation location, CancellationToken cancellationToken);

    /// <summary>Says where the member stands, and waits for the answer.</summary>
    /// <exception cref="BarrierUnavailableException">No usable answer came; another try may get one, perhaps elsewhere.</exception>
    Task<BarrierAnswer> ArriveAsync(BarrierLocation location, BarrierArrival arrival, CancellationToken cancellationToken);
}
