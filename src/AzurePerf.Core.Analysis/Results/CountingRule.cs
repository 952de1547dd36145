using AzurePerf.Core.Experiments;
using AzurePerf.Core.Measurements;
using AzurePerf.Core.Runs;

namespace AzurePerf.Core.Results;

/// <summary>Which repetitions of a configuration count. Every table, chart, document, comparison and trend asks here.</summary>
public static class CountingRule
{
    /// <summary>True for a point that was measured to its end, that the measuring machine did not limit, and for which no cache may have
    /// answered.</summary>
    public static bool Counts(PointRecord point) => ReasonOf(point) is null;

    /// <summary>True for a point that has figures, whether it counts or not.</summary>
    public static bool HasFigures(PointRecord point) => point is { Status: PointStatus.Measured, Result: not null };

    /// <summary>The first reason why a point counts in no figure; null for one that counts.</summary>
    internal static LeftOutReason? ReasonOf(PointRecord point) =>
        !HasFigures(point) || Has(point, PointFlag.Partial) ? LeftOutReason.Incomplete
        : Has(point, PointFlag.GeneratorBound) ? LeftOutReason.GeneratorBound
        : Has(point, PointFlag.CacheSuspect) ? LeftOutReason.CacheSuspect
        : null;

    /// <summary>Why a point that counts has no value of a metric. Only times are lost by overload and
    /// dropped starts.</summary>
    internal static LeftOutReason ReasonWithout(Metric metric, PointRecord point)
    {
        if (point.Summary is not { } operations)
        {
            return LeftOutReason.NoValue;
        }

        var openLoop = metric.Quantity == Quantity.Duration ? operations.OpenLoop : null;
        return openLoop is { IsOverloaded: true } ? LeftOutReason.Overloaded
            : operations.Outcomes.GetValueOrDefault(OperationOutcome.Ok) < metric.OperationsNeeded ? LeftOutReason.TooFewOperations
            : openLoop is { LacksTimes: true } ? LeftOutReason.DroppedStarts
            : LeftOutReason.NoValue;
    }

    private static bool Has(PointRecord point, PointFlag flag) => point.Result!.Flags.Contains(flag);
}
