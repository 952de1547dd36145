namespace AzurePerf.Core.Executions;

/// <summary>Collects ends of executions between two writes, so that a write costs one row per class and hour and not one per task. One
/// writer at a time.</summary>
public sealed class ExecutionStatisticsBuffer
{
    private readonly Dictionary<(TaskClass Kind, DateTimeOffset Hour), ExecutionStatistics> _tallies = [];

    /// <summary>Adds to the hour in which the executions ended.</summary>
    public void Add(TaskClass taskClass, DateTimeOffset endedAt, ExecutionStatistics statistics)
    {
        var slot = (taskClass, HourlyStatistics.HourOf(endedAt));
        _tallies[slot] = _tallies.GetValueOrDefault(slot, ExecutionStatistics.Empty).Plus(statistics);
    }

    /// <summary>Everything collected since the last call, by class and hour; the collection is empty afterwards.</summary>
    public IReadOnlyList<HourlyStatistics> Drain()
    {
        var drained = _tallies
            .Select(pair => new HourlyStatistics(pair.Key.Kind, pair.Key.Hour, pair.Value))
            .OrderBy(entry => entry.TaskClass.RowKey, StringComparer.Ordinal).ThenBy(entry => entry.Hour)
            .ToArray();
        _tallies.Clear();
        return drained;
    }
}

/// <summary>What one class's executions did in one hour.</summary>
/// <param name="TaskClass">The class of task.</param>
/// <param name="Hour">Start of the hour, UTC, in which the executions ended.</param>
/// <param name="Statistics">Their statistics.</param>
public sealed record HourlyStatistics(TaskClass TaskClass, DateTimeOffset Hour, ExecutionStatistics Statistics)
{
    /// <summary>The statistics of several hours or classes together.</summary>
    public static ExecutionStatistics Sum(IEnumerable<HourlyStatistics> hours) =>
        hours.Aggregate(ExecutionStatistics.Empty, (sum, hour) => sum.Plus(hour.Statistics));

    /// <summary>The start of the hour that an instant lies in.</summary>
    public static DateTimeOffset HourOf(DateTimeOffset instant)
    {
        var utc = instant.ToUniversalTime();
        return new(utc.Year, utc.Month, utc.Day, utc.Hour, 0, 0, TimeSpan.Zero);
    }
}
