using AzurePerf.Core.Experiments;
using AzurePerf.Core.Experiments.Stages;
using AzurePerf.Core.Limits;
using AzurePerf.Core.Runs;

namespace AzurePerf.Storage.Runs;

/// <summary>What runs are charged, and whether the operator's limits leave room for one.</summary>
public sealed class RunAllowance(RunStore runs, ExperimentCatalogue experiments, LimitOptions limits, PriceList prices)
{
    /// <summary>How often a run that stands in the index looks again what becomes of later ones.</summary>
    private const int Looks = 5;

    /// <summary>Longer than a submission that goes on takes from its entry to its header.</summary>
    internal static readonly TimeSpan Settling = TimeSpan.FromSeconds(10);

    /// <summary>What counts of a run against limits; null for a spec of no experiment, such as a maintenance run's.</summary>
    public RunCharge? ChargeOf(RunSpec spec) =>
        experiments.Find(spec.Experiment) is { } definition && RunEstimator.Estimate(definition, spec) is var estimate
        ? estimate.Charge(CostOf(estimate, spec))
        : null;

    /// <summary>The header of a run that is charged for the tasks of a stage whose plan has just been made. How long they take is watched,
    /// not charged: they may be executed at once.</summary>
    public RunState Raised(RunState run, StagePlan stage, int tasks)
    {
        var estimate = RunEstimator.OfStage(stage, tasks);
        return run.Charge is null ? run
            : run with { Charge = run.Charge + (estimate.Charge(CostOf(estimate, run.Spec)) with { Seconds = 0 }) };
    }

    /// <summary>What the requests of a run cost.</summary>
    public CostEstimate CostOf(RunEstimate estimate, RunSpec spec) =>
        prices.CostOf(estimate, spec.Tags.GetValueOrDefault(PriceList.RegionTag));

    /// <summary>The limits that a run exceeds, together with those of its owner that were submitted before it on the same day (UTC); empty
    /// when it may begin.</summary>
    public async Task<IReadOnlyList<SpecFault>> FaultsAsync(RunState run, CancellationToken cancellationToken)
    {
        if (run.Charge is not { } charge)
        {
            return [];
        }

        // The price file may have become one that has the price since the run was submitted.
        var (cost, without) = charge.Cost is null ? CostNow(run.Spec) : (charge.Cost, "");
        return await FaultsAsync(
            charge with { Cost = cost }, without, run.Owner, run.SubmittedAt, run.IndexKey, cancellationToken);
    }

    /// <inheritdoc cref="FaultsAsync(RunState, CancellationToken)"/>
    /// <param name="charge">What counts of the run.</param>
    /// <param name="withoutCost">Why it has no cost and what to do; not asked where it has one.</param>
    /// <param name="owner">Whose it is.</param>
    /// <param name="submittedAt">When it was submitted, or would be.</param>
    /// <param name="place">Its place in the index, or the one that it would have.</param>
    /// <param name="cancellationToken">Ends the requests.</param>
    public async Task<IReadOnlyList<SpecFault>> FaultsAsync(
        RunCharge charge, string withoutCost, string owner, DateTimeOffset submittedAt, RunIndexKey place,
        CancellationToken cancellationToken) =>
        LimitCheck.Faults(
            charge, limits.CountsDays ? await BeforeAsync(owner, submittedAt, place, cancellationToken) : RunCharge.None, limits,
            withoutCost);

    /// <summary>
    /// The limits of open runs that a new one would exceed; empty when there is room. One from before last month is not counted, nor is
    /// what an earlier try of the run itself left. Runs of the engine itself, which clean up, always have room.
    /// </summary>
    public async Task<IReadOnlyList<SpecFault>> OpenFaultsAsync(RunState run, CancellationToken cancellationToken)
    {
        if (!CountsOpen(run))
        {
            return [];
        }

        var (all, own) = (0, 0);
        foreach (var month in RunIndexKey.RecentMonths(run.SubmittedAt))
        {
            var open = await runs.CountOpenAsync(month, run.Owner, run.RunId, cancellationToken);
            (all, own) = (all + open.All, own + open.OfOwner);
        }

        return LimitCheck.OpenFaults(all, own, limits);
    }

    /// <summary>
    /// The same of a run whose entry was just written to the index. Of runs that are submitted at once the first places have the room: who
    /// comes after it counts only once it has a header, because it was let in before this entry was there. It looks a few times for others
    /// to store theirs or give way; one that comes before it and has done neither counts in the end.
    /// </summary>
    public async Task<IReadOnlyList<SpecFault>> ConfirmOpenAsync(RunState run, CancellationToken cancellationToken)
    {
        IReadOnlyList<SpecFault> faults = [];
        var letIn = new HashSet<RunIndexKey>();
        for (var look = 1; CountsOpen(run) && look <= Looks; look++)
        {
            RunIndexEntry[] others =
            [
                .. await RunIndexKey.RecentMonths(run.SubmittedAt).ToAsyncEnumerable()
                    .SelectMany(month => runs.ListOpenAsync(month, cancellationToken))
                    .Where(entry => entry.RunId != run.RunId).DistinctBy(entry => entry.RunId).ToArrayAsync(cancellationToken),
            ];
            if (OpenFaults(others, run).Count == 0)
            {
                return [];
            }

            foreach (var other in others.Where(other => !letIn.Contains(other.Key)))
            {
                if (IsLongBefore(other, run) || await runs.ExistsAsync(other.RunId, cancellationToken))
                {
                    letIn.Add(other.Key);
                }
            }

            if (OpenFaults([.. others.Where(other => letIn.Contains(other.Key))], run) is { Count: > 0 } sure)
            {
                return sure;
            }

            faults = OpenFaults([.. others.Where(other => letIn.Contains(other.Key) || other.Key.IsBefore(run.IndexKey))], run);
        }

        return faults;
    }

    /// <summary>What is left to a run in its course, see <see cref="LimitCheck.Left"/>: the same at each look, as only runs submitted
    /// before it count.</summary>
    public async Task<LimitOptions> LeftAsync(RunState run, CancellationToken cancellationToken) =>
        LimitCheck.Left(
            limits.CountsDays ? await BeforeAsync(run.Owner, run.SubmittedAt, run.IndexKey, cancellationToken) : RunCharge.None, limits);

    private bool CountsOpen(RunState run) => run.Charge is not null && (limits.OpenRuns ?? limits.OpenRunsPerOwner) is not null;

    private static bool IsLongBefore(RunIndexEntry other, RunState run) =>
        other.Key.IsBefore(run.IndexKey) && other.Item?.SubmittedAt < run.SubmittedAt - Settling;

    private IReadOnlyList<SpecFault> OpenFaults(RunIndexEntry[] others, RunState run) =>
        LimitCheck.OpenFaults(others.Length, others.Count(other => other.Item?.Owner == run.Owner), limits);

    /// <summary>Of a stored spec, which may be one of another build, so that no plan can be made of it: its cost, or why there is none.
    /// Where no cost is limited nobody asks.</summary>
    private (double? Cost, string Without) CostNow(RunSpec spec)
    {
        if ((limits.CostPerRun ?? limits.CostPerOwnerAndDay) is null)
        {
            return (null, "");
        }

        if (experiments.Find(spec.Experiment) is not { } definition)
        {
            return (null, $"this build has no experiment '{spec.Experiment}'");
        }

        try
        {
            var cost = CostOf(RunEstimator.Estimate(definition, spec), spec);
            return (cost.Amount, cost.Note);
        }
        catch (InvalidDataException exception)
        {
            return (null, exception.Message);
        }
    }

    /// <summary>The index is in the order of submission, newest first, so that two runs submitted at once see each other the same way
    /// round. A try that broke off before its header leaves an entry: each run counts once, and the next try does not count it.</summary>
    private async Task<RunCharge> BeforeAsync(
        string owner, DateTimeOffset submittedAt, RunIndexKey place, CancellationToken cancellationToken)
    {
        var (before, counted) = (RunCharge.None, new HashSet<string>(StringComparer.Ordinal) { RunRows.RunOfIndexKey(place.RowKey) });
        await foreach (var entry in runs.ListFromAsync(place, cancellationToken))
        {
            if (entry.Item is not { } item)
            {
                continue;
            }

            if (item.SubmittedAt.UtcDateTime.Date < submittedAt.UtcDateTime.Date)
            {
                break;
            }

            before += item.Owner == owner && counted.Add(entry.RunId) ? entry.Charge ?? RunCharge.None : RunCharge.None;
        }

        return before;
    }
}
