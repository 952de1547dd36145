using AzurePerf.Core.Experiments;
using AzurePerf.Core.Limits;
using AzurePerf.Core.Runs;

namespace AzurePerf.Storage.Runs;

/// <summary>What runs are charged, and whether the operator's limits leave room for one.</summary>
public sealed class RunAllowance(RunStore runs, LimitOptions limits, PriceList prices)
{
    /// <summary>What counts of a run against limits; null for a spec of no experiment, such as a maintenance run's.</summary>
    public RunCharge? ChargeOf(RunSpec spec) => ExperimentCatalogue.Find(spec.Experiment) is { } definition
        ? Charge(RunEstimator.Estimate(definition, spec), spec)
        : null;

    /// <summary>What the requests of a run cost.</summary>
    public CostEstimate CostOf(RunEstimate estimate, RunSpec spec) => prices.CostOf(estimate, spec.Tags.GetValueOrDefault(PriceList.RegionTag));

    /// <summary>The limits that a run exceeds, together with those of its owner that were submitted before it on the same day (UTC); empty when it may begin.</summary>
    public async Task<IReadOnlyList<SpecFault>> FaultsAsync(RunState run, CancellationToken cancellationToken) => run.Charge is { } charge
        ? LimitCheck.Faults(charge, limits.CountsDays ? await BeforeAsync(run, cancellationToken) : RunCharge.None, limits)
        : [];

    private RunCharge Charge(RunEstimate estimate, RunSpec spec) => RunCharge.Of(estimate, CostOf(estimate, spec));

    /// <summary>The index is in the order of submission, newest first, so that two runs submitted at once see each other the same way round.</summary>
    private async Task<RunCharge> BeforeAsync(RunState run, CancellationToken cancellationToken)
    {
        var before = RunCharge.None;
        await foreach (var entry in runs.ListMonthAsync(run.IndexKey.Month, cancellationToken))
        {
            if (string.CompareOrdinal(entry.Key.RowKey, run.IndexKey.RowKey) <= 0 || entry.Item is not { } item)
            {
                continue;
            }

            if (item.SubmittedAt.UtcDateTime.Date < run.SubmittedAt.UtcDateTime.Date)
            {
                break;
            }

            before += item.Owner == run.Owner ? entry.Charge ?? RunCharge.None : RunCharge.None;
        }

        return before;
    }
}
