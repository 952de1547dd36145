namespace AzurePerf.Core.Api;

/// <summary>What runs may come to; what would go beyond is answered 422. Null where the operator set no limit.</summary>
/// <param name="Operations">Warm-up included.</param>
/// <param name="Bytes">Payload.</param>
/// <param name="Seconds">How long they last.</param>
/// <param name="Cost">What requests to the measured account cost, in the currency of estimates.</param>
public sealed record WorkLimitsResponse(long? Operations, long? Bytes, double? Seconds, double? Cost);
