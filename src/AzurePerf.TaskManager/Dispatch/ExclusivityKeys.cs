using AzurePerf.Core.Experiments;
using AzurePerf.Core.Runs;
using AzurePerf.Storage.Runs;

namespace AzurePerf.TaskManager.Dispatch;

/// <summary>What a run holds until it ends, so that no two runs measure at the same time what they would disturb: its target, and the pool that measures.</summary>
internal sealed class ExclusivityKeys(LeaseStore leases)
{
    /// <summary>Takes all keys of a run, in a fixed order so that no two runs can wait for each other; the run that is in the way, or null on success.</summary>
    public async Task<string?> TakeAsync(RunState run, CancellationToken cancellationToken)
    {
        var taken = new List<string>();
        foreach (var key in Of(run))
        {
            var holder = await leases.TakeAsync(key, run.RunId, cancellationToken);
            if (holder != run.RunId)
            {
                await ReleaseAsync(taken, run.RunId, cancellationToken);
                return holder;
            }

            taken.Add(key);
        }

        return null;
    }

    public Task ReleaseAsync(RunState run, CancellationToken cancellationToken) => ReleaseAsync(Of(run), run.RunId, cancellationToken);

    // A bag touches no target and leaves hosts that measure by itself. One key for all measuring hosts: which of them take a point's messages nobody knows before.
    private static string[] Of(RunState run) =>
        ExperimentCatalogue.Find(run.Spec.Experiment) is { IsBag: true } ? [] : ["hosts", "target-" + run.Spec.Target];

    private async Task ReleaseAsync(IReadOnlyList<string> keys, string runId, CancellationToken cancellationToken)
    {
        foreach (var key in keys)
        {
            await leases.ReleaseAsync(key, runId, cancellationToken);
        }
    }
}
