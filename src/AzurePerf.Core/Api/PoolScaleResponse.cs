namespace AzurePerf.Core.Api;

/// <summary>The limits of a pool as they were given.</summary>
/// <param name="Pool">measure or bag.</param>
/// <param name="Min">Workers that run even when there is nothing to do.</param>
/// <param name="Max">Workers that run at most.</param>
/// <param name="Scaler">Who follows them: local for <c>azureperf up</c>, containerApps for the platform.</param>
public sealed record PoolScaleResponse(string Pool, int Min, int Max, string Scaler);
