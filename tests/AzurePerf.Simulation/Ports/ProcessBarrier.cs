using AzurePerf.Core.Gangs;
using AzurePerf.Simulation.Processes;
using AzurePerf.Worker.Gangs;

namespace AzurePerf.Simulation.Ports;

/// <summary>The barrier as one worker reaches it.</summary>
internal sealed class ProcessBarrier(SimulatedProcess process, BarrierNetwork network) : IBarrierConnection
{
    public Task<ClockReading> ReadClockAsync(BarrierLocation place, CancellationToken cancellationToken) =>
        network.AskAsync(process, place, (barrier, _) => Task.FromResult(barrier.ReadClock(barrier.Nanoseconds())), cancellationToken);

    public Task<BarrierAnswer> ArriveAsync(BarrierLocation place, BarrierArrival arrival, CancellationToken cancellationToken) =>
        network.AskAsync(process, place, (barrier, aborted) => barrier.ArriveAsync(place.RunId, place.Point, arrival, aborted), cancellationToken);
}
