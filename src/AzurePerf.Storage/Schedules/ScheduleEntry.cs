using AzurePerf.Core.Schedules;

namespace AzurePerf.Storage.Schedules;

/// <summary>One row of the schedules as a list finds it.</summary>
/// <param name="Id">The schedule's id, which is the row's key.</param>
/// <param name="Schedule">Null when the row makes no sense.</param>
/// <param name="Fault">What makes no sense, with the row's key; empty when all does.</param>
public sealed record ScheduleEntry(string Id, Schedule? Schedule, string Fault);
