namespace AzurePerf.Core.Schedules;

/// <summary>Limits of a schedule.</summary>
public static class ScheduleLimits
{
    /// <summary>Schedules in all: the TaskManager reads every one of them several times a minute.</summary>
    public const int Most = 1_000;

    /// <summary>Schedules of one owner.</summary>
    public const int MostOfOne = 100;

    public const int NameLength = 200;
    public const int CronLength = 200;
    public const int ZoneLength = 100;

    /// <summary>The longest jitter, in seconds: a day.</summary>
    public const int JitterSeconds = 86_400;

    /// <summary>Characters of the run request, so that it fits into one text of a row.</summary>
    public const int RequestCharacters = 32_000;

    /// <summary>Missed firings whose times are kept: the newest ones.</summary>
    public const int MissedTimes = 10;

    /// <summary>When a schedule lists this many earlier runs, and one is started by hand, those that have ended are dropped from the list:
    /// its row has no room for all that may be started between two firings.</summary>
    public const int EarlierRuns = 10;

    /// <summary>Earlier runs that a row has room for: more go on only where limits of open runs were raised.</summary>
    public const int MostEarlierRuns = 1_500;

    /// <summary>A firing that could not start its run for longer than this is missed: what it would measure is another time of the
    /// day.</summary>
    public static readonly TimeSpan LongestDelay = TimeSpan.FromHours(1);

    /// <summary>Missed firings further back than this are not counted.</summary>
    public static readonly TimeSpan CountedBack = TimeSpan.FromDays(90);
}
