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

    /// <summary>Days by which a run was submitted before it ended; of those that last longer, tasks and bytes are looked for by
    /// themselves.</summary>
    private const int LongestRunDays = 31;

    /// <summary>Months before those in which a run may have been submitted that has lasted since then, as many as the TaskManager looks
    /// back for one.</summary>
    private const int MostMonthsBefore = 24;

    /// <summary>How long ago a run may have been submitted whose entry is written only now, by a slow process or one whose clock is
    /// behind.</summary>
    private static readonly TimeSpan LatestEntry = TimeSpan.FromDays(1);

    /// <summary>What a run is estimated to take; null for one without bags, and where there is no quota.</summary>
    /// <param name="spec">What to run.</param>
    /// <param name="cancellationToken">Ends the requests.</param>
    /// <param name="seen">Mean seconds of its tasks as <see cref="StageMeans"/> tells them; null where nobody has asked yet.</param>
    public async Task<RunUse?> EstimateAsync(
        RunSpec spec, CancellationToken cancellationToken, IReadOnlyDictionary<string, double>? seen = null)
    {
        if (!limits.HasQuotas || experiments.Find(spec.Experiment) is not { IsBag: true } definition)
        {
            return null;
        }

        var stages = RunPlanner.BindStages(definition, spec).Stages();
        return UseEstimator.Of(
            stages,
            limits.CoreHoursPerOwnerAndMonth is null ? NoMeans : seen ?? await means.OfAsync(spec.Experiment, stages, cancellationToken),
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

        var held = await ListAsync(owner, "", null, cancellationToken);
        return Standings(asked, held, time.GetUtcNow());
    }

    /// <summary>Looks whether the quotas have room for a run that is not in the index yet.</summary>
    public async Task<QuotaLook> LookAsync(RunState run, CancellationToken cancellationToken)
    {
        if (run.Use is not { } asked || !limits.HasQuotas)
        {
            return QuotaLook.OfNothing;
        }

        var others = await ListAsync(run.Owner, run.RunId, null, cancellationToken);
        return new(Faults(asked, others, run.SubmittedAt), others);
    }

    /// <summary>
    /// The quotas that have no room for a run whose entry was just written to the index. Of runs that are submitted at once, the last one
    /// that was written sees all others: together they never pass. One that only later places put over its quota waits a few looks for them
    /// to give way. Only entries are read again that may have been written since the first look.
    /// </summary>
    /// <param name="run">The run.</param>
    /// <param name="first">What was seen before its entry was written.</param>
    /// <param name="cancellationToken">Ends the requests.</param>
    public async Task<IReadOnlyList<SpecFault>> ConfirmAsync(RunState run, QuotaLook first, CancellationToken cancellationToken)
    {
        if (run.Use is not { } asked || !limits.HasQuotas)
        {
            return [];
        }

        var since = RunIndexKey.For("", run.SubmittedAt - LatestEntry);
        var earlier = first.Others.Where(other => other.Key.IsBefore(since)).ToArray();
        for (var look = 1; ; look++)
        {
            (RunIndexKey Key, HeldUse Held)[] others =
                [.. earlier, .. await ListAsync(run.Owner, run.RunId, since, cancellationToken)];
            var faults = QuotaCheck.FaultsAtOnce(Standings(asked, others, run.SubmittedAt));
            if (faults.Count == 0 || look == Looks
                || Faults(asked, others.Where(other => other.Key.IsBefore(run.IndexKey)), run.SubmittedAt).Count > 0)
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

    /// <param name="owner">Whose runs.</param>
    /// <param name="exceptRun">The one that is judged.</param>
    /// <param name="since">The first place that is read; null for all that still count.</param>
    /// <param name="cancellationToken">Ends the requests.</param>
    private async Task<IReadOnlyList<(RunIndexKey Key, HeldUse Held)>> ListAsync(
        string owner, string exceptRun, RunIndexKey? since, CancellationToken cancellationToken)
    {
        var now = time.GetUtcNow();
        string[] months = [.. Months(now)];
        var found = new List<(RunIndexKey, HeldUse Held)>();
        foreach (var month in months.Where(month => string.CompareOrdinal(month, since?.Month) >= 0))
        {
            found.AddRange(await runs.ListUsesAsync(month, owner, since, cancellationToken).ToArrayAsync(cancellationToken));
        }

        foreach (var month in since is null ? await MonthsBeforeAsync(months[0], cancellationToken) : [])
        {
            DateTimeOffset? endedSince = limits.KeptBytesPerOwner is null ? null : now - limits.ProductsCountFor;
            found.AddRange(await runs.ListLastingUsesAsync(month, owner, endedSince, cancellationToken).ToArrayAsync(cancellationToken));
        }

        return [.. found.Where(one => one.Held.RunId != exceptRun)];
    }

    /// <summary>None where only core hours are counted, which a run takes of the month of its submission.</summary>
    private async Task<IEnumerable<string>> MonthsBeforeAsync(string first, CancellationToken cancellationToken) =>
        limits.OpenTasksPerOwner is null && limits.KeptBytesPerOwner is null
            ? []
            : (await runs.ListMonthsAsync(cancellationToken)).Where(month => string.CompareOrdinal(month, first) < 0)
                .TakeLast(MostMonthsBefore);

    /// <summary>The months in which most runs were submitted that still count, next month's included: the clock of another process that
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

/// <summary>What was seen of an owner's quotas before the entry of a run was written.</summary>
/// <param name="Faults">The quotas that have no room; empty where there is room.</param>
/// <param name="Others">The owner's other runs that count.</param>
public sealed record QuotaLook(IReadOnlyList<SpecFault> Faults, IReadOnlyList<(RunIndexKey Key, HeldUse Held)> Others)
{
    /// <summary>Of a run that counts nothing.</summary>
    public static QuotaLook OfNothing { get; } = new([], []);
}
