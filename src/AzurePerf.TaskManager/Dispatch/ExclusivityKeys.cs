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
        var inserted = new List<LeaseState>();
        foreach (var key in Of(run))
        {
            var lease = await leases.TakeAsync(key, run.RunId, cancellationToken);
            if (lease.RunId != run.RunId)
            {
                await UndoAsync(inserted, cancellationToken);
                return lease.RunId;
            }

            if (lease.IsNew)
            {
                inserted.Add(lease);
            }
        }

        return null;
    }

    public async Task ReleaseAsync(RunState run, CancellationToken cancellationToken)
    {
        foreach (var key in Of(run))
        {
            await leases.ReleaseAsync(key, run.RunId, cancellationToken);
        }
    }

    // A bag touches no target and leaves hosts that measure by itself. One key for all measuring hosts: which of them take a point's messages nobody knows before.
    private static string[] Of(RunState run) =>
        ExperimentCatalogue.Find(run.Spec.Experiment) is { IsBag: true } ? [] : ["hosts", "target-" + run.Spec.Target];

    /// <summary>What stood there before, or was taken over since, another TaskManager may have begun the run with.</summary>
    private async Task UndoAsync(IReadOnlyList<LeaseState> inserted, CancellationToken cancellationToken)
    {
        foreach (var lease in inserted)
        {
            await leases.UndoAsync(lease, cancellationToken);
        }
    }
}
