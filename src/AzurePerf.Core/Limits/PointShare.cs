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

/// <summary>What one point is expected to do to its target.</summary>
/// <param name="Service">blob, queue or table; empty where no account is measured.</param>
/// <param name="Operations">Of all clients, warm-up included.</param>
/// <param name="Bytes">Payload of these operations.</param>
/// <param name="Requests">Requests of these operations.</param>
/// <param name="RequestsBefore">Requests that make what the operations need; once for all points that read the same data.</param>
/// <param name="RequestsAround">Requests that make or remove what this point alone has among such data.</param>
/// <param name="WarmUpSeconds">The longest warm-up, and what rests around it.</param>
/// <param name="IsBound">True where the point does not end by time alone.</param>
public sealed record PointLoad(string Service, double Operations, double Bytes, double Requests, double RequestsBefore,
    double RequestsAround, double WarmUpSeconds, bool IsBound);
