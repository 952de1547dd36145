using System.Runtime.CompilerServices;
using AzurePerf.Storage.Rows;

namespace AzurePerf.Storage.Runs;

/// <summary>Exclusivity: a run holds the keys of what it measures until it ends, so that two runs never disturb each other.</summary>
public sealed class LeaseStore(IRowStore rows)
{
    private const string RowKey = "lease";

    /// <summary>Takes a key for a run; the run that holds it now, which is the asker on success.</summary>
    public async Task<string> TakeAsync(string key, string runId, CancellationToken cancellationToken)
    {
        while (true)
        {
            var lease = new Row(key, RowKey) { ["v"] = 1, ["run"] = runId };
            if (await rows.TryInsertAsync(ControlNames.LeasesTable, lease, cancellationToken) is not null)
            {
                return runId;
            }

            if (await rows.FindAsync(ControlNames.LeasesTable, key, RowKey, cancellationToken) is { } held)
            {
                return HolderOf(held);
            }
        }
    }

    /// <summary>Gives a key back if the run still holds it.</summary>
    public async Task ReleaseAsync(string key, string runId, CancellationToken cancellationToken)
    {
        if (await rows.FindAsync(ControlNames.LeasesTable, key, RowKey, cancellationToken) is { } held && HolderOf(held) == runId)
        {
            await rows.TryDeleteAsync(ControlNames.LeasesTable, key, RowKey, held.ETag, cancellationToken);
        }
    }

    /// <summary>Every key that is held, with the run that holds it; a row that names none is held by the run "", which does not exist.</summary>
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

    private static string HolderOf(Row row) => row.Values.GetValueOrDefault("run") as string ?? "";
}
