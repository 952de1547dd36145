using AzurePerf.Simulation.Processes;

namespace AzurePerf.Simulation.Scheduling;

/// <summary>Brings the continuations of one process to the scheduler: not those of one that has ended, and those of a paused one later.</summary>
internal sealed class ProcessContext(SimulatedProcess process) : SynchronizationContext
{
    public override void Post(SendOrPostCallback d, object? state) => process.Continue(new(process, d, state));

    public override void Send(SendOrPostCallback d, object? state) => throw new NotSupportedException("no engine code blocks on another");

    public override SynchronizationContext CreateCopy() => this;
}
