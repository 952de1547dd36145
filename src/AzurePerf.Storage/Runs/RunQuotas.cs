using AzurePerf.Core.Experiments;
using AzurePerf.Core.Limits;
using AzurePerf.Core.Runs;
using AzurePerf.Storage.Executions;
using AzurePerf.Storage.Products;

namespace AzurePerf.Storage.Runs;

/// <summary>
/// Whether a person's quotas leave room for a run. What a run counts stands in its index entry: its estimate from the submission on, what
/// it used once it has ended. Nothing else is counted up, so that nothing can count twice or be lost.
/// </summary>
public sealed class RunQuotas(
    RunStore runs, ExperimentCatalogue experiments, LimitOptions limits, StageMeans means, ProductStore products, TimeProvider time)
{
    /// <summary>How often a run that stands in the index looks again for a later one to give way.</summary>
    private const int Looks = 5;

    private static readonly Dictionary<string, double> NoMeans = [];

    /// <summary>Days by which a run may have been submitted before it ended.</summary>
    private const int LongestRunDays = 31;

    /// <summary>What a run is estimated to take; null for one without bags, and where there is no quota.</summary>
    public async Task<RunUse?> EstimateAsync(RunSpec spec, CancellationToken cancellationToken)
    {
        if (!limits.HasQuotas || experiments.Find(spec.Experiment) is not { IsBag: true } definition)
        {
            return null;
        }

        var stages = RunPlanner.BindStages(definition, spec).Stages();
        return UseEstimator.Of(
            stages,
            limits.CoreHoursPerOwnerAndMonth is null ? NoMeans : await means.OfAsync(spec.Experiment, stages, cancellationToken),
            limits.KeptBytesPerOwner is null || stages.All(stage => stage.Stores is null)
                ? NoMeans
                : (await products.KindsAsync(cancellationToken)).Where(kind => kind.Count > 0)
                    .ToDictionary(kind => kind.Kind, kind => (double)kind.Bytes / kind.Count));
    }

    /// <summary>How the quotas of an owner stand before a request; none where none is set, or the request counts for nothing.</summary>
    /// <param name="asked">What the request is estimated to take.</param>
    /// <param name="owner">Who would submit it.</param>
    /// <param name="cancellationToken">Ends the requests.</param>
    public async Task<IReadOnlyList<QuotaStanding>> StandingsAsync(RunUse? asked, string owner, CancellationToken cancellationToken)
    {
        if (asked is null || !limits.HasQuotas)
        {
            return [];
        }

        var held = await ListAsync(owner, "", cancellationToken);
        return Standings(asked, held, time.GetUtcNow());
    }

    /// <summary>The quotas that have no room for a run that is not in the index yet.</summary>
    public async Task<IReadOnlyList<SpecFault>> FaultsAsync(RunState run, CancellationToken cancellationToken) =>
        run.Use is { } asked && limits.HasQuotas
            ? Faults(asked, await ListAsync(run.Owner, run.RunId, cancellationToken), run.SubmittedAt)
            : [];

    /// <summary>
    /// The quotas that have no room for a run whose entry was just written to the index. Of runs that are submitted at once, the last one
    /// that was written sees all others: together they never pass. One that only later places put over its quota waits a few looks for them
    /// to give way.
    /// </summary>
    public async Task<IReadOnlyList<SpecFault>> ConfirmAsync(RunState run, CancellationToken cancellationToken)
    {
        if (run.Use is not { } asked || !limits.HasQuotas)
        {
            return [];
        }

        for (var look = 1; ; look++)
        {
            var others = await ListAsync(run.Owner, run.RunId, cancellationToken);
            var faults = Faults(asked, others, run.SubmittedAt);
            if (faults.Count == 0 || look == Looks
                || Faults(asked, others.Where(other => IsBefore(other.Key, run.IndexKey)), run.SubmittedAt).Count > 0)
            {
                return faults;
            }
        }
    }

    /// <summary>As of the submission: a run counts in the month of that, also where the next begins while it is judged.</summary>
    private IReadOnlyList<SpecFault> Faults(
        RunUse asked, IEnumerable<(RunIndexKey Key, HeldUse Held)> others, DateTimeOffset submittedAt) =>
        QuotaCheck.Faults(Standings(asked, others, submittedAt));

    private IReadOnlyList<QuotaStanding> Standings(
        RunUse asked, IEnumerable<(RunIndexKey Key, HeldUse Held)> others, DateTimeOffset at) =>
        QuotaCheck.Standings(asked, QuotaHeld.Of(others.Select(other => other.Held), at, limits.ProductsCountFor), limits, at);

    /// <summary>The index is newest first.</summary>
    private static bool IsBefore(RunIndexKey one, RunIndexKey other) =>
        one.Month == other.Month
            ? string.CompareOrdinal(one.RowKey, other.RowKey) > 0
            : string.CompareOrdinal(one.Month, other.Month) < 0;

    private async Task<IReadOnlyList<(RunIndexKey Key, HeldUse Held)>> ListAsync(
        string owner, string exceptRun, CancellationToken cancellationToken)
    {
        var found = new List<(RunIndexKey, HeldUse)>();
        foreach (var month in Months(time.GetUtcNow()))
        {
            await foreach (var entry in runs.ListMonthAsync(month, cancellationToken))
            {
                if (entry is { Item: { } item, Use: { } use } && item.Owner == owner && entry.RunId != exceptRun)
                {
                    found.Add((entry.Key, new(entry.RunId, use, item.SubmittedAt, item.Status.IsTerminal() ? item.EndedAt : null)));
                }
            }
        }

        return found;
    }

    /// <summary>The months in which a run was submitted that still counts, next month's included: the clock of another process that
    /// submits may be ahead.</summary>
    private IEnumerable<string> Months(DateTimeOffset now)
    {
        var since = now.AddDays(-LongestRunDays) - (limits.KeptBytesPerOwner is null ? TimeSpan.Zero : limits.ProductsCountFor);
        for (var at = since; RunIndexKey.MonthOf(at) is var month
            && string.CompareOrdinal(month, RunIndexKey.MonthOf(now.AddDays(1))) <= 0; at = RunIndexKey.NextMonth(at))
        {
            yield return month;
        }
    }
}
