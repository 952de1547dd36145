using AzurePerf.Core.Limits;

namespace AzurePerf.Core.Api;

/// <summary>What a caller may ask for.</summary>
/// <param name="Requests">How often.</param>
/// <param name="Run">What one run may come to.</param>
/// <param name="OwnerAndDay">What all runs may come to that one owner submits in a day (UTC).</param>
/// <param name="OpenRuns">Runs of all owners that may wait or be under way at once; one more is answered 429. Null for any number.</param>
/// <param name="OpenRunsPerOwner">The same of one owner.</param>
public sealed record LimitsResponse(
    RequestLimitsResponse Requests, WorkLimitsResponse Run, WorkLimitsResponse OwnerAndDay, int? OpenRuns, int? OpenRunsPerOwner)
{
    public static LimitsResponse From(RequestLimitsResponse requests, LimitOptions limits)
    {
        ArgumentNullException.ThrowIfNull(limits);
        return new(
            requests,
            new(limits.OperationsPerRun, limits.BytesPerRun, limits.DurationPerRun?.TotalSeconds, limits.CostPerRun),
            new(limits.OperationsPerOwnerAndDay, limits.BytesPerOwnerAndDay, limits.DurationPerOwnerAndDay?.TotalSeconds, limits.CostPerOwnerAndDay),
            limits.OpenRuns,
            limits.OpenRunsPerOwner);
    }
}
