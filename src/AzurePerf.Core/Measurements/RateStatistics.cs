namespace AzurePerf.Core.Measurements;

/// <summary>
/// One rate, aggregated over clients in the three ways that fixed work per client allows (it ends ragged, so they differ). The time of follow-ups, which are no
/// part of an operation, is left out: each client's own in the first and last, their mean in the other two.
/// </summary>
/// <param name="SumOfClientMeans">The papers' way: each client's own mean, added up; too high when stragglers run alone. Per second.</param>
/// <param name="InOverlap">Work done while all clients were active, over that window; null when there was no such window. Per second.</param>
/// <param name="Total">All work over the time from the first start to the last end. Per second.</param>
/// <param name="PerClientMean">Mean of the clients' own means. Per second.</param>
public sealed record RateStatistics(double SumOfClientMeans, double? InOverlap, double Total, double PerClientMean);
