namespace AzurePerf.Simulation.Scheduling;

/// <summary>The clock of the storage service, which is right.</summary>
internal sealed class TrueClock(SimulationScheduler scheduler, DateTimeOffset origin) : TimeProvider
{
    public override DateTimeOffset GetUtcNow() => origin + scheduler.Now;
}
