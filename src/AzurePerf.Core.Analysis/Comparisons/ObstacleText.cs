using System.Globalization;

namespace AzurePerf.Core.Comparisons;

/// <summary>Obstacles in words. Tool, API and portal say the same.</summary>
public static class ObstacleText
{
    /// <summary>A phrase without a full stop: "other region", "fewer than 6 repetitions".</summary>
    /// <exception cref="ArgumentOutOfRangeException">The number is no obstacle.</exception>
    public static string Of(ComparisonObstacle obstacle) => obstacle switch
    {
        ComparisonObstacle.OtherSdk => "other SDK",
        ComparisonObstacle.OtherBuild => "other build",
        ComparisonObstacle.OtherSize => "other machine size",
        ComparisonObstacle.OtherRegion => "other region",
        ComparisonObstacle.OtherScale => "other scale",
        ComparisonObstacle.OtherParameters => "other fixed parameters",
        ComparisonObstacle.OtherPath => "one through a proxy, the other direct",
        ComparisonObstacle.OtherFailureShare => "other share of failures",
        ComparisonObstacle.RepetitionsDrift => "repetitions drift",
        ComparisonObstacle.OfferedRate => "the rate is the one that was offered: compare latencies",
        ComparisonObstacle.GeneratorBound => "the measuring machine was the limit",
        ComparisonObstacle.Overloaded => "more was offered than could be done",
        ComparisonObstacle.DroppedStarts => "operations were never started (dropped starts)",
        ComparisonObstacle.TooFewOperations => "too few operations for the metric",
        ComparisonObstacle.CacheSuspect => "a cache may have answered",
        ComparisonObstacle.NoValue => "too few repetitions have this value",
        ComparisonObstacle.TooFewRepetitions =>
            string.Create(CultureInfo.InvariantCulture, $"fewer than {ComparisonRule.MinimumRepetitions} repetitions"),
        ComparisonObstacle.ValueNotPositive => "a value is not positive",
        _ => throw new ArgumentOutOfRangeException(nameof(obstacle), obstacle, "This is no obstacle."),
    };
}
