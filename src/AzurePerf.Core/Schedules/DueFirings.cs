namespace AzurePerf.Core.Schedules;

/// <summary>What a schedule has to decide about at one instant.</summary>
/// <param name="Fires">The firing that is to start a run now; null when there is none.</param>
/// <param name="Missed">How many firings were missed.</param>
/// <param name="MissedTimes">The newest of them, oldest first.</param>
/// <param name="ConsideredUpTo">The last nominal time that is decided about.</param>
public sealed record DueFirings(Firing? Fires, int Missed, IReadOnlyList<DateTimeOffset> MissedTimes, DateTimeOffset ConsideredUpTo);
