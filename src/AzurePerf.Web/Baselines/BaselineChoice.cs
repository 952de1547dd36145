using AzurePerf.Core.Access;
using AzurePerf.Core.Api;
using AzurePerf.Core.Comparisons;
using AzurePerf.Core.Experiments;
using AzurePerf.Core.Runs;
using AzurePerf.Storage.Rows;
using AzurePerf.Storage.Runs;

namespace AzurePerf.Web.Baselines;

/// <summary>Which runs others can be compared with.</summary>
internal static class BaselineChoice
{
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
