namespace AzurePerf.Core.Comparisons;

/// <summary>Why two measurements must not be compared.</summary>
public enum ComparisonObstacle
{
    /// <summary>Another version of the client library.</summary>
    OtherSdk,

    /// <summary>Another build of the program that measured.</summary>
    OtherBuild,

    /// <summary>Another size of machine.</summary>
    OtherSize,

    /// <summary>Another region.</summary>
    OtherRegion,

    /// <summary>Another scale: paper, reduced, emulator.</summary>
    OtherScale,

    /// <summary>Another value of a parameter that is no factor, or another number of workers.</summary>
    OtherParameters,

    /// <summary>The workers of one side met through a proxy, those of the other directly.</summary>
    OtherPath,

    /// <summary>Another share of operations failed, so that what succeeded is another selection of them. Where the share that succeeded is
    /// compared itself, only within the margin, which would hide it.</summary>
    OtherFailureShare,

    /// <summary>The repetitions of a side rise or fall from the first to the last, and the other side was not measured in turns with
    /// them.</summary>
    RepetitionsDrift,

    /// <summary>The metric is a rate that was offered, and done: both sides are what was asked for.</summary>
    OfferedRate,

    /// <summary>The measuring machine was the limit in that many repetitions of either side that too few are left.</summary>
    GeneratorBound,

    /// <summary>More was offered than could be done, and so there is no such latency, in that many repetitions of either side that too few
    /// are left.</summary>
    Overloaded,

    /// <summary>Operations were never started, so that the longest times are missing, in that many repetitions of either side that too few
    /// are left.</summary>
    DroppedStarts,

    /// <summary>Too few operations succeeded for the metric in that many repetitions of either side that too few are left.</summary>
    TooFewOperations,

    /// <summary>A cache may have answered instead of the target, and a side has too few other repetitions.</summary>
    CacheSuspect,

    /// <summary>Too few repetitions of a side have the value, and those without it have as many operations as the
    /// metric asks for, or none.</summary>
    NoValue,

    /// <summary>Fewer repetitions were measured than a comparison needs.</summary>
    TooFewRepetitions,

    /// <summary>A value is 0, negative or no number, so that there is no ratio.</summary>
    ValueNotPositive,
}
