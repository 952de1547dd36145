namespace AzurePerf.Core.Measurements;

/// <summary>
/// One rate, aggregated over clients in the three ways that fixed work per client allows (it ends ragged, so they differ), and net of
/// follow-ups. The rests that an experiment plans between operations are left out of all but the total, which is wall time.
/// </summary>
/// <param name="SumOfClientMeans">The papers' way: each client's own mean, added up; too high when stragglers run alone. Per
/// second.</param>
/// <param name="InOverlap">Work done while all clients were active, over that window; null when there was no such window. Per
/// second.</param>
/// <param name="Total">All work over the time from the first start to the last end, or to the end of the last thought where clients think.
/// Per second.</param>
/// <param name="PerClientMean">Mean of the clients' own means. Per second.</param>
/// <param name="NetOfFollowUps">
/// As the first, of the time in which each client had an operation under way or could have: without the follow-ups of its operations. What
/// was done meanwhile for other clients is counted all the same, so with several clients it can be more than the target ever did at once.
/// Per second; null in points of older builds.
/// </param>
public sealed record RateStatistics(
    double SumOfClientMeans, double? InOverlap, double Total, double PerClientMean, double? NetOfFollowUps = null);
