using AzurePerf.Core.Measurements;

namespace AzurePerf.Core.Runs;

/// <summary>Which points a conclusion may rest on: comparisons of runs, ratios, and what stands beside a published figure.</summary>
public static class ConclusivePoints
{
    /// <summary>True for a point that was measured to its end, that the measuring machine did not limit, and for which no cache answered.</summary>
    public static bool Contains(PointRecord point) => IsWhole(point) && !IsGeneratorBound(point) && !IsCacheSuspect(point);

    /// <summary>True for a point that was measured to its end.</summary>
    public static bool IsWhole(PointRecord point) => point is { Status: PointStatus.Measured, Summary: { } summary } && !summary.Flags.Contains(PointFlag.Partial);

    /// <summary>True for a point that the measuring machine, not the target, limited.</summary>
    public static bool IsGeneratorBound(PointRecord point) => point is { Status: PointStatus.Measured, Summary: { } summary } && summary.Flags.Contains(PointFlag.GeneratorBound);

    /// <summary>True for a point for which a cache may have answered instead of the target.</summary>
    public static bool IsCacheSuspect(PointRecord point) => point is { Status: PointStatus.Measured, Summary: { } summary } && summary.Flags.Contains(PointFlag.CacheSuspect);
}
