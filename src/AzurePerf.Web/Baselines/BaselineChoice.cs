using AzurePerf.Core.Access;
using AzurePerf.Core.Api;
using AzurePerf.Core.Comparisons;
using AzurePerf.Core.Experiments;
using AzurePerf.Core.Runs;
using AzurePerf.Storage.Baselines;
using AzurePerf.Storage.Rows;
using AzurePerf.Storage.Runs;

namespace AzurePerf.Web.Baselines;

/// <summary>Which runs others can be compared with, and who chooses and removes them. Where another changes the baseline meanwhile, that
/// one is looked at, too.</summary>
internal sealed class BaselineChoice(BaselineStore baselines, BaselineStandings standings)
{
    /// <summary>Makes a run the baseline.</summary>
    /// <returns>The baseline, or null where the caller may not replace the one that is it now, and that one.</returns>
    public async Task<(BaselineResponse? Chosen, StoredEntry<BaselineResponse> Current)> ChooseAsync(
        RunState run, Caller caller, CancellationToken cancellationToken)
    {
        while (true)
        {
            var current = await baselines.FindEntryAsync(BaselineSubject.Of(run), cancellationToken);
            if (!MayReplace(caller, current))
            {
                return (null, current);
            }

            if (await standings.ChooseAsync(run, caller.Name, current.ETag, cancellationToken) is { } chosen)
            {
                return (chosen, current);
            }
        }
    }

    /// <summary>Removes a run as the baseline, or the baseline that nobody can read.</summary>
    /// <returns>Whether it was removed: not where another run is it or none, nor where the caller may not; and the one that was it
    /// last.</returns>
    public async Task<(bool IsRemoved, StoredEntry<BaselineResponse> Current)> RemoveAsync(
        RunState run, Caller caller, CancellationToken cancellationToken)
    {
        while (true)
        {
            var current = await baselines.FindEntryAsync(BaselineSubject.Of(run), cancellationToken);
            if (!IsOf(run, current) || !MayReplace(caller, current))
            {
                return (false, current);
            }

            if (await baselines.TryRemoveAsync(BaselineSubject.Of(run), current.ETag, cancellationToken))
            {
                return (true, current);
            }
        }
    }

    /// <summary>True for the run's own, and also when nobody can read whose it is.</summary>
    public static bool IsOf(RunState run, StoredEntry<BaselineResponse> current) =>
        current.Fault.Length > 0 || current.Value?.RunId == run.RunId;

    /// <summary>Why a run cannot be the baseline; null when it can. What a run measured is read only where that decides.</summary>
    public static async Task<string?> ObstacleAsync(
        ExperimentCatalogue experiments, RunState run, RunReader reader, CancellationToken cancellationToken) =>
        BaselineFitness.ObstacleOf(
        run.Status,
        run.Status.IsCompleted() && experiments.FindMeasuring(run.Spec.Experiment) is not null
            && await reader.ResultsAsync(run.RunId, cancellationToken) is { } results
            ? results.Measured
            : new(experiments.Find(run.Spec.Experiment), run.Spec, []));

    /// <summary>Whether a caller may remove the one that is it now, or put another run in its place: others hold their runs against it, so
    /// only who chose it and administrators may. Where nobody can read who chose it, administrators may.</summary>
    public static bool MayReplace(Caller caller, StoredEntry<BaselineResponse> current) => current.Value is { } baseline
        ? caller.MayChange(baseline.MarkedBy)
        : current.Fault.Length == 0 || caller.Scope == AccessScope.Admin;

    /// <summary>Why not.</summary>
    public static string RefusalOf(StoredEntry<BaselineResponse> current) => current.Value is { } baseline
        ? $"run {baseline.RunId} is the baseline, chosen by {baseline.MarkedBy}: only {baseline.MarkedBy} or an administrator removes it "
            + "or puts another in its place"
        : "nobody can read which run is the baseline: only an administrator removes it or puts another in its place";
}
