namespace AzurePerf.Core.Api;

/// <summary>Requests that each caller may make; what goes beyond is answered 429.</summary>
/// <param name="SubmitsPerMinute">Requests that change something; null for any number.</param>
/// <param name="ReadsPerMinute">All others, but those for health and static files; null for any number.</param>
public sealed record RequestLimitsResponse(int? SubmitsPerMinute, int? ReadsPerMinute);
