using AzurePerf.Simulation.Processes;

namespace AzurePerf.Simulation.Scheduling;

/// <summary>One continuation of a process.</summary>
internal readonly record struct Turn(SimulatedProcess Process, SendOrPostCallback Callback, object? State);
