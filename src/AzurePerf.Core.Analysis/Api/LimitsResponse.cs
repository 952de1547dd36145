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
    /// <summary>Quotas of one owner; a member is null where the operator set none.</summary>
    public QuotaLimitsResponse Quotas { get; init; } = new(null, null, null);

    public static LimitsResponse From(RequestLimitsResponse requests, LimitOptions limits)
    {
        ArgumentNullException.ThrowIfNull(limits);
        return new(
            requests,
            new(limits.OperationsPerRun, limits.BytesPerRun, limits.DurationPerRun?.TotalSeconds, limits.CostPerRun),
            new(limits.OperationsPerOwnerAndDay, limits.BytesPerOwnerAndDay, limits.DurationPerOwnerAndDay?.TotalSeconds,
                limits.CostPerOwnerAndDay),
            limits.OpenRuns,
            limits.OpenRunsPerOwner)
        {
            Quotas = new(limits.CoreHoursPerOwnerAndMonth, limits.OpenTasksPerOwner, limits.KeptBytesPerOwner),
        };
    }
}

/// <summary>Requests that each caller may make; what goes beyond is answered 429.</summary>
/// <param name="SubmitsPerMinute">Requests that change something; null for any number.</param>
/// <param name="ReadsPerMinute">All others, but those for health and static files; null for any number.</param>
public sealed record RequestLimitsResponse(int? SubmitsPerMinute, int? ReadsPerMinute);

/// <summary>What runs may come to; what would go beyond is answered 422. Null where the operator set no limit.</summary>
/// <param name="Operations">Warm-up included.</param>
/// <param name="Bytes">Payload.</param>
/// <param name="Seconds">How long they last.</param>
/// <param name="Cost">What requests to the measured account cost, in the currency of estimates.</param>
public sealed record WorkLimitsResponse(long? Operations, long? Bytes, double? Seconds, double? Cost);

/// <summary>What one owner may hold of bags, such as images; what would go beyond is answered 422.</summary>
/// <param name="CoreHoursPerOwnerAndMonth">Hours in slots of workers, of runs submitted in a calendar month (UTC).</param>
/// <param name="OpenTasksPerOwner">Tasks under way.</param>
/// <param name="KeptBytesPerOwner">Bytes of products.</param>
public sealed record QuotaLimitsResponse(double? CoreHoursPerOwnerAndMonth, long? OpenTasksPerOwner, long? KeptBytesPerOwner);
