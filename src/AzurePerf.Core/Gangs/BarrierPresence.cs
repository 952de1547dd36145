namespace AzurePerf.Core.Gangs;

/// <summary>A member that has come to the barrier.</summary>
/// <param name="Arrival">What it said last.</param>
/// <param name="Silence">For how long it has not asked; zero while a question of it waits for the answer.</param>
public sealed record BarrierPresence(BarrierArrival Arrival, TimeSpan Silence);
