using AzurePerf.Core.Experiments;
using AzurePerf.Core.Runs;

namespace AzurePerf.Core.Limits;

/// <summary>
/// What a limit of the run leaves to a point that time alone ends: the same multiple of what is expected of each point, so that it can do
/// more than was expected, and all points together never more than the limit. Any other point is known to stay below its share.
/// </summary>
public static class PointShare
{
    /// <summary>Of a limit of operations.</summary>
    public static long? OfOperations(RunPlan plan, PlannedPoint point, long? limit) => Of(plan, point, limit, load => load.Operations);

    /// <summary>Of a limit of bytes.</summary>
    public static long? OfBytes(RunPlan plan, PlannedPoint point, long? limit) => Of(plan, point, limit, load => load.Bytes);

    private static long? Of(RunPlan plan, PlannedPoint point, long? limit, Func<PointLoad, double> of)
    {
        if (limit is null || point.Load.IsBound)
        {
            return null;
        }

        var all = plan.Points.Sum(other => of(other.Load));
        return all > 0 ? (long)Math.Floor(limit.Value * (of(point.Load) / all)) : null;
    }
}
