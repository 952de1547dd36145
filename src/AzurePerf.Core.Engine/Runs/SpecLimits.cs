using AzurePerf.Core.Experiments;

namespace AzurePerf.Core.Runs;

/// <summary>Limits of a run request that belong to no single experiment.</summary>
public static class SpecLimits
{
    /// <summary>The longest request body, in bytes.</summary>
    public const int BodyBytes = 64 * 1024;

    public const int Points = 2_000;
    public const int Levels = 200;
    public const int Repetitions = 1_000;

    /// <summary>Points and repetitions of a run that repeats them at a fixed interval: two days of one each minute, and some
    /// more.</summary>
    public const int SeriesPoints = 3_000;

    public const int NameLength = 200;
    public const int Tags = 20;
    public const int TagNameLength = 64;
    public const int TagValueLength = 256;
    public const int DefaultRepetitions = 10;

    /// <summary>Criteria of one run.</summary>
    public const int Criteria = 10;

    public const int CriterionLength = 100;

    /// <summary>The longest time from one repetition to the next: a week.</summary>
    public const int RepeatEverySeconds = 7 * 24 * 3_600;

    /// <summary>Workers that one point may be spread over: their tasks change together in one transaction, which has at most 100
    /// rows.</summary>
    public const int Workers = 100;

    /// <summary>The most points of a run.</summary>
    public static int PointsOf(RunSpec spec) => spec.RepeatEverySeconds > 0 ? SeriesPoints : Points;

    /// <summary>Repetitions of a run that names none: a bag's tasks are executed once.</summary>
    public static int RepetitionsOf(ExperimentDefinition definition) => definition.IsBag ? 1 : DefaultRepetitions;
}
