using AzurePerf.Core.Experiments;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Tasks;
using AzurePerf.Storage.Runs;

namespace AzurePerf.TaskManager.Dispatch;

/// <summary>What a run holds until it ends, so that no two runs measure at the same time what they would disturb: its target, and the pool
/// that measures.</summary>
internal sealed class ExclusivityKeys(ExperimentCatalogue experiments, LeaseStore leases)
{
    /// <summary>Who held each key when it was last looked at. It may be old: only <see cref="TakeAsync"/> decides who has a key.</summary>
    public IReadOnlyDictionary<string, string> Holders => _holders;

    /// <summary>True when the view was found to be old, so that it is worth another look at once.</summary>
    public bool IsOutdated { get; private set; } = true;

    private Dictionary<string, string> _holders = new(StringComparer.Ordinal);

    /// <summary>Reads who holds the keys: one request, however many runs wait for them.</summary>
    public async Task LookAsync(CancellationToken cancellationToken)
    {
        _holders = await leases.ListAsync(cancellationToken)
            .ToDictionaryAsync(lease => lease.Key, lease => lease.RunId, StringComparer.Ordinal, cancellationToken);
        IsOutdated = false;
    }

    /// <summary>Takes all keys of a run, in a fixed order so that no two runs can wait for each other; the run that is in the way, or null
    /// on success.</summary>
    public async Task<string?> TakeAsync(RunState run, CancellationToken cancellationToken)
    {
        var inserted = new List<LeaseState>();
        foreach (var key in Of(run))
        {
            var lease = await leases.TakeAsync(key, run.RunId, cancellationToken);
            if (lease.RunId != run.RunId)
            {
                IsOutdated = true;
                await GiveBackAsync(inserted, cancellationToken);
                return lease.RunId;
            }

            _holders[key] = run.RunId;
            if (lease.IsNew)
            {
                inserted.Add(lease);
            }
        }

        return null;
    }

    /// <summary>Gives back the keys of a run that ends.</summary>
    public async Task ReleaseAsync(RunState run, CancellationToken cancellationToken)
    {
        foreach (var key in Of(run))
        {
            await leases.ReleaseAsync(key, run.RunId, cancellationToken);
            NoteFree(key, run.RunId);
        }
    }

    /// <summary>The keys that a run holds, as they are now.</summary>
    public async Task<IReadOnlyList<LeaseState>> HeldByAsync(RunState run, CancellationToken cancellationToken)
    {
        var held = new List<LeaseState>();
        foreach (var key in Of(run))
        {
            if (await leases.FindAsync(key, cancellationToken) is { } lease && lease.RunId == run.RunId)
            {
                held.Add(lease);
            }
            else
            {
                NoteFree(key, run.RunId);
            }
        }

        return held;
    }

    /// <summary>Gives keys back as they were known. What stood there before, or was taken over since, another TaskManager may have begun
    /// the run with.</summary>
    public async Task GiveBackAsync(IReadOnlyList<LeaseState> known, CancellationToken cancellationToken)
    {
        foreach (var lease in known)
        {
            await leases.GiveBackAsync(lease, cancellationToken);
        }
    }

    /// <summary>
    /// The keys that a run needs. One whose stages touch no target needs none: bags leave hosts that measure by themselves. One key for all
    /// measuring hosts: which of them take a point's messages, or the task that cleans up, nobody knows before.
    /// </summary>
    public IReadOnlyList<string> Of(RunState run) =>
        experiments.Find(run.Spec.Experiment) is { Target: null } ? [] : ["hosts", "target-" + run.Spec.Target];

    private void NoteFree(string key, string runId)
    {
        if (_holders.GetValueOrDefault(key) == runId)
        {
            _holders.Remove(key);
        }
    }
}
