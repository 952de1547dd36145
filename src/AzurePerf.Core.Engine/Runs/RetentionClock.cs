namespace AzurePerf.Core.Runs;

/// <summary>What is to be kept of a run that ended some time ago: two clocks, because task rows are many and of no use soon, and raw data
/// are what points are proved by.</summary>
/// <param name="Tasks">How long task rows are kept.</param>
/// <param name="Data">How long raw data are kept; at least as long.</param>
public sealed record RetentionClock(TimeSpan Tasks, TimeSpan Data)
{
    public RunRetention DueAt(DateTimeOffset endedAt, DateTimeOffset now) =>
        now - endedAt >= Data ? RunRetention.PointsOnly
        : now - endedAt >= Tasks ? RunRetention.WithoutTasks
        : RunRetention.Everything;

    /// <summary>The next instant at which more of a run is due to go; the end of time where nothing is.</summary>
    /// <param name="endedAt">When the run ended.</param>
    /// <param name="now">What was due by then is not asked for.</param>
    public DateTimeOffset NextDueAfter(DateTimeOffset endedAt, DateTimeOffset now) =>
        now - endedAt < Tasks ? endedAt + Tasks
        : now - endedAt < Data ? endedAt + Data
        : DateTimeOffset.MaxValue;
}

/// <summary>What is still stored of a run that has ended. Its header, points and events stay for good.</summary>
public enum RunRetention
{
    /// <summary>Everything.</summary>
    Everything,

    /// <summary>Its task rows are removed: how often it was tried is known by its abnormal ends alone.</summary>
    WithoutTasks,

    /// <summary>Histograms, samples and abnormal ends are removed too: points can be shown, but not computed again.</summary>
    PointsOnly,
}
