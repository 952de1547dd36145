namespace AzurePerf.Core.Schedules;

/// <summary>Which schedule started a run.</summary>
/// <param name="ScheduleId">The schedule; it may have been removed since.</param>
/// <param name="NominalAt">The instant that the schedule named, UTC; null for a run that somebody started by hand.</param>
public sealed record ScheduleLink(string ScheduleId, DateTimeOffset? NominalAt);
