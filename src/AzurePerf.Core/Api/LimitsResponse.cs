using AzurePerf.Core.Limits;

namespace AzurePerf.Core.Api;

/// <summary>What a caller may ask for.</summary>
/// <param name="Requests">How often.</param>
/// <param name="Run">What one run may come to.</param>
/// <param name="OwnerAndDay">What all runs may come to that one owner submits in a day (UTC).</param>
public sealed record LimitsResponse(RequestLimitsResponse Requests, WorkLimitsResponse Run, WorkLimitsResponse OwnerAndDay)
{
    public static LimitsResponse From(RequestLimitsResponse requests, LimitOptions limits)
    {
        ArgumentNullException.ThrowIfNull(limits);
        return new(
            requests,
            new(limits.OperationsPerRun, limits.BytesPerRun, limits.DurationPerRun?.TotalSeconds, limits.CostPerRun),
            new(limits.OperationsPerOwnerAndDay, limits.BytesPerOwnerAndDay, limits.DurationPerOwnerAndDay?.TotalSeconds, limits.CostPerOwnerAndDay));
    }
}
