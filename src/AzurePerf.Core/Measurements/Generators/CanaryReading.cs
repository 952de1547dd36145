namespace AzurePerf.Core.Measurements.Generators;

/// <summary>What a thread that does nothing but sleep and look saw while a point was measured.</summary>
/// <param name="Hiccups">How much later it woke than the shortest sleep that it saw: what keeps it from running keeps operations from running too.</param>
/// <param name="QueueDelays">How long work items waited for a thread of the thread pool.</param>
/// <param name="MostPendingWorkItems">The most work items that were waiting for one at an instant at which it looked.</param>
/// <remarks>Source: G. Tene's jHiccup, which takes a thread's sleep over the shortest one for what the platform, not the program, made it wait.</remarks>
public sealed record CanaryReading(DelayStatistics Hiccups, DelayStatistics QueueDelays, long MostPendingWorkItems);
