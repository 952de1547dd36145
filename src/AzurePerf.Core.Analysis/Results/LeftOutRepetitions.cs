namespace AzurePerf.Core.Results;

/// <summary>Repetitions that do not count, each counted once, by the first reason that holds.</summary>
/// <param name="Incomplete">Failed, missed or cut short: not measured to their end.</param>
/// <param name="GeneratorBound">The measuring machine limited them.</param>
/// <param name="Overloaded">More was offered than could be done, so they have no such latency.</param>
/// <param name="TooFewOperations">Too few operations succeeded for the metric.</param>
/// <param name="CacheSuspect">A cache may have answered instead of the target.</param>
/// <param name="NoValue">They lack this value, and have as many operations as the metric asks for, or none.</param>
/// <param name="DroppedStarts">Operations were never started, so the longest times are missing.</param>
public sealed record LeftOutRepetitions(
    int Incomplete = 0, int GeneratorBound = 0, int Overloaded = 0, int TooFewOperations = 0, int CacheSuspect = 0,
    int NoValue = 0, int DroppedStarts = 0)
{
    /// <summary>All of them.</summary>
    public int Total => Incomplete + Measured;

    /// <summary>Those that were measured to their end.</summary>
    internal int Measured => GeneratorBound + Overloaded + TooFewOperations + CacheSuspect + NoValue + DroppedStarts;

    /// <summary>Those of both.</summary>
    public static LeftOutRepetitions operator +(LeftOutRepetitions left, LeftOutRepetitions right)
    {
        ArgumentNullException.ThrowIfNull(left);
        ArgumentNullException.ThrowIfNull(right);
        return new(
            left.Incomplete + right.Incomplete,
            left.GeneratorBound + right.GeneratorBound,
            left.Overloaded + right.Overloaded,
            left.TooFewOperations + right.TooFewOperations,
            left.CacheSuspect + right.CacheSuspect,
            left.NoValue + right.NoValue,
            left.DroppedStarts + right.DroppedStarts);
    }

    internal static LeftOutRepetitions Of(IEnumerable<LeftOutReason> reasons)
    {
        var counts = reasons.CountBy(reason => reason).ToDictionary();
        return new(
            counts.GetValueOrDefault(LeftOutReason.Incomplete),
            counts.GetValueOrDefault(LeftOutReason.GeneratorBound),
            counts.GetValueOrDefault(LeftOutReason.Overloaded),
            counts.GetValueOrDefault(LeftOutReason.TooFewOperations),
            counts.GetValueOrDefault(LeftOutReason.CacheSuspect),
            counts.GetValueOrDefault(LeftOutReason.NoValue),
            counts.GetValueOrDefault(LeftOutReason.DroppedStarts));
    }
}
