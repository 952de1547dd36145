using AzurePerf.Core.Api;
using AzurePerf.Core.Experiments;
using AzurePerf.Core.Limits;
using AzurePerf.Core.Runs;
using AzurePerf.Storage.Runs;

namespace AzurePerf.Web.Estimates;

/// <summary>What a run would come to, for its owner and now.</summary>
internal sealed class RunEstimates(RunAllowance allowance, TimeProvider time)
{
    /// <param name="spec">A spec that was validated.</param>
    /// <param name="owner">Who would submit it.</param>
    /// <param name="cancellationToken">Ends the requests.</param>
    public async Task<EstimateResponse> OfAsync(RunSpec spec, string owner, CancellationToken cancellationToken)
    {
        var estimate = RunEstimator.Estimate(ExperimentCatalogue.Find(spec.Experiment)!, spec);
        var cost = allowance.CostOf(estimate, spec);
        var now = time.GetUtcNow();
        return new(spec, estimate, cost, await allowance.FaultsAsync(RunCharge.Of(estimate, cost), owner, now, RunIndexKey.For("", now), cancellationToken));
    }
}
