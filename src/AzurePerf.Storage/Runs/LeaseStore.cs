using System.Runtime.CompilerServices;
using AzurePerf.Storage.Rows;

namespace AzurePerf.Storage.Runs;

/// <summary>Exclusivity: a run holds the keys of what it measures until it ends, so that two runs never disturb each other.</summary>
public sealed class LeaseStore(IRowStore rows)
{
    private const string RowKey = "lease";

    /// <summary>
    /// Takes a key for a run; who holds it now, which is the asker on success. A key that the run holds already is written anew: whoever
    /// inserted it cannot undo that any more.
    /// </summary>
    public async Task<LeaseState> TakeAsync(string key, string runId, CancellationToken cancellationToken)
    {
        while (true)
        {
            var lease = new Row(key, RowKey) { ["v"] = 1, ["run"] = runId };
            if (await rows.TryInsertAsync(ControlNames.LeasesTable, lease, cancellationToken) is { } inserted)
            {
                return new(key, runId, IsNew: true, inserted);
            }

            if (await rows.FindAsync(ControlNames.LeasesTable, key, RowKey, cancellationToken) is { } held
                && await KeepAsync(held, lease, cancellationToken) is { } kept)
            {
                return kept;
            }
        }
    }

    /// <summary>Gives a key back as it was known, as what <see cref="TakeAsync"/> has just inserted, unless it was taken over
    /// since.</summary>
    public Task GiveBackAsync(LeaseState known, CancellationToken cancellationToken) =>
        rows.TryDeleteAsync(ControlNames.LeasesTable, known.Key, RowKey, known.ETag, cancellationToken);

    /// <summary>Who holds a key; null when nobody does.</summary>
    public async Task<LeaseState?> FindAsync(string key, CancellationToken cancellationToken) =>
        await rows.FindAsync(ControlNames.LeasesTable, key, RowKey, cancellationToken) is { } held
            ? new(key, HolderOf(held), IsNew: false, held.ETag)
            : null;

    /// <summary>Gives a key back if the run still holds it: of a run that has ended, which nobody takes keys for any more.</summary>
    public async Task ReleaseAsync(string key, string runId, CancellationToken cancellationToken)
    {
        if (await rows.FindAsync(ControlNames.LeasesTable, key, RowKey, cancellationToken) is { } held && HolderOf(held) == runId)
        {
            await rows.TryDeleteAsync(ControlNames.LeasesTable, key, RowKey, held.ETag, cancellationToken);
        }
    }

    /// <summary>Every key that is held, with the run that holds it; a row that names none is held by the run "", which does not
    /// exist.</summary>
    public async IAsyncEnumerable<(string Key, string RunId)> ListAsync([EnumeratorCancellation] CancellationToken cancellationToken)
    {
        await foreach (var row in rows.ListAllAsync(ControlNames.LeasesTable, cancellationToken))
        {
            if (row.RowKey == RowKey)
            {
                yield return (row.PartitionKey, HolderOf(row));
            }
        }
    }

    /// <summary>Null when the key was given back meanwhile, or taken over by another process.</summary>
    private async Task<LeaseState?> KeepAsync(Row held, Row lease, CancellationToken cancellationToken)
    {
        var holder = HolderOf(held);
        if (holder != HolderOf(lease))
        {
            return new(held.PartitionKey, holder, IsNew: false, held.ETag);
        }

        return await rows.TryReplaceAsync(ControlNames.LeasesTable, lease, held.ETag, cancellationToken) is { } etag
            ? new(held.PartitionKey, holder, IsNew: false, etag)
            : null;
    }

    private static string HolderOf(Row row) => row.Values.GetValueOrDefault("run") as string ?? "";
}

/// <summary>Who holds a key.</summary>
/// <param name="Key">The key.</param>
/// <param name="RunId">The run that holds it.</param>
/// <param name="IsNew">Whether it was inserted just now.</param>
/// <param name="ETag">Of its row.</param>
public sealed record LeaseState(string Key, string RunId, bool IsNew, string ETag);
