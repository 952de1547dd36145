namespace AzurePerf.Core.Executions;

/// <summary>What one class's executions did in one hour.</summary>
/// <param name="TaskClass">The class of task.</param>
/// <param name="Hour">Start of the hour, UTC, in which the executions ended.</param>
/// <param name="Statistics">Their statistics.</param>
public sealed record HourlyStatistics(TaskClass TaskClass, DateTimeOffset Hour, ExecutionStatistics Statistics)
{
    /// <summary>The start of the hour that an instant lies in.</summary>
    public static DateTimeOffset HourOf(DateTimeOffset instant)
    {
        var utc = instant.ToUniversalTime();
        return new(utc.Year, utc.Month, utc.Day, utc.Hour, 0, 0, TimeSpan.Zero);
    }
}
