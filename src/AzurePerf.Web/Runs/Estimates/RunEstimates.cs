using AzurePerf.Core.Api;
using AzurePerf.Core.Api.Engine;
using AzurePerf.Core.Criteria;
using AzurePerf.Core.Experiments;
using AzurePerf.Core.Limits;
using AzurePerf.Core.Reports;
using AzurePerf.Core.Runs;
using AzurePerf.Storage.Runs;
using AzurePerf.Storage.Workers;

namespace AzurePerf.Web.Runs.Estimates;

/// <summary>What a run would come to, for its owner and now.</summary>
internal sealed class RunEstimates(ExperimentCatalogue experiments, RunAllowance allowance, RunQuotas quotas, WorkerStore workers,
    TimeProvider time)
{
    /// <summary>Time, bytes and cost in a few words.</summary>
    /// <param name="spec">A spec that was validated.</param>
    public string Words(RunSpec spec)
    {
        var estimate = RunEstimator.Estimate(experiments.Find(spec.Experiment)!, spec);
        return EstimateText.Brief(estimate, allowance.CostOf(estimate, spec));
    }

    /// <param name="spec">A spec that was validated.</param>
    /// <param name="owner">Who would submit it.</param>
    /// <param name="cancellationToken">Ends the requests.</param>
    /// <param name="seen">Mean seconds of its tasks, where the caller knows them.</param>
    public async Task<EstimateResponse> OfAsync(
        RunSpec spec, string owner, CancellationToken cancellationToken, IReadOnlyDictionary<string, double>? seen = null)
    {
        var definition = experiments.Find(spec.Experiment)!;
        var estimate = RunEstimator.Estimate(definition, spec);
        var cost = allowance.CostOf(estimate, spec);
        var now = time.GetUtcNow();
        var (known, _) = await workers.ListWithCommandsAsync(onCorrupt: null, cancellationToken);
        var needed = WorkerShortage.Needed(definition, spec);
        var alive = WorkerShortage.Alive(definition, known, now);
        var standings = await quotas.StandingsAsync(await quotas.EstimateAsync(spec, cancellationToken, seen), owner, cancellationToken);
        return new(spec, estimate, cost,
            [
                .. await allowance.FaultsAsync(
                    estimate.Charge(cost), cost.Note, owner, now, RunIndexKey.For("", now), cancellationToken),
                .. QuotaCheck.Faults(standings),
            ])
        {
            Quotas = standings,
            WorkersNeeded = needed,
            WorkersAlive = alive,
            WorkersMissing = WorkerShortage.Words(needed, alive),
            Notes =
            [
                .. definition.IsBag || ComparisonText.OfRun(spec.Repetitions) is not { } note ? Array.Empty<string>() : [note],
                .. CriteriaNotes.Of(definition, spec),
            ],
        };
    }
}
