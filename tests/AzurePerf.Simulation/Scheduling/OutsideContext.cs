namespace AzurePerf.Simulation.Scheduling;

/// <summary>
/// Where clocks and storage answer. A context of its own, so that a process that awaits without its context goes to the thread pool, as it would in a host,
/// and is found out, instead of going on here by chance.
/// </summary>
internal sealed class OutsideContext : SynchronizationContext
{
    public override void Post(SendOrPostCallback d, object? state) => throw new NotSupportedException("nothing outside the processes awaits");

    public override void Send(SendOrPostCallback d, object? state) => throw new NotSupportedException("nothing outside the processes awaits");
}
