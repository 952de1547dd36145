using AzurePerf.Core.Runs;

namespace AzurePerf.Core.Schedules;

/// <summary>What the user asked for, validated and with every default filled in.</summary>
/// <param name="Name">The user's own words; empty when none were given.</param>
/// <param name="Cron">Five fields with single blanks between them.</param>
/// <param name="Zone">Name of the time zone.</param>
/// <param name="JitterSeconds">The longest delay of a firing, in seconds.</param>
/// <param name="Overlap">What happens while the previous run has not ended.</param>
/// <param name="Enabled">False for a schedule that is to begin paused.</param>
/// <param name="Run">The run request as sent.</param>
/// <param name="Spec">What the run request means today.</param>
public sealed record ScheduleRequest(
    string Name, string Cron, string Zone, int JitterSeconds, OverlapPolicy Overlap, bool Enabled, string Run, RunSpec Spec);
