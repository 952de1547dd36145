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
        return new(spec, estimate, cost, await allowance.FaultsAsync(ToBe(spec, owner, RunCharge.Of(estimate, cost)), cancellationToken));
    }

    /// <summary>The run as if it were submitted now.</summary>
    private RunState ToBe(RunSpec spec, string owner, RunCharge charge)
    {
        var now = time.GetUtcNow();
        return new()
        {
            RunId = "",
            Spec = spec,
            Owner = owner,
            BodyHash = "",
            IndexKey = RunIndexKey.For("", now),
            Status = RunStatus.Accepted,
            SubmittedAt = now,
            Charge = charge,
        };
    }
}
