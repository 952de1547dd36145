using AzurePerf.Core.Runs;

namespace AzurePerf.Core.Schedules;

/// <summary>What came of reading a request for a schedule: the request, or every fault in it.</summary>
public sealed record ScheduleReading(ScheduleRequest? Request, IReadOnlyList<SpecFault> Faults);
