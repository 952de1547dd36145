namespace AzurePerf.Core.Api;

/// <summary>What a caller may ask for.</summary>
/// <param name="Requests">How often.</param>
public sealed record LimitsResponse(RequestLimitsResponse Requests);
