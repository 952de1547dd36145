using System.Runtime.CompilerServices;
using AzurePerf.Storage.Rows;

namespace AzurePerf.Storage.Runs;

/// <summary>What runs created in targets, written before it was created and removed after it was removed.</summary>
public sealed class ResourceStore(IRowStore rows)
{
    public Task AddAsync(ResourceEntry entry, CancellationToken cancellationToken) =>
        rows.PutAsync(ControlNames.ResourcesTable, new Row(entry.RunId, entry.Name)
        {
            ["v"] = 1,
            ["target"] = entry.Target,
            ["kind"] = entry.Kind,
        }, cancellationToken);

    public Task RemoveAsync(ResourceEntry entry, CancellationToken cancellationToken) =>
        rows.TryDeleteAsync(ControlNames.ResourcesTable, entry.RunId, entry.Name, null, cancellationToken);

    /// <summary>What one run has not removed yet; a row that makes no sense is given back with what is wrong.</summary>
    public async IAsyncEnumerable<StoredEntry<ResourceEntry>> ListAsync(
        string runId, [EnumeratorCancellation] CancellationToken cancellationToken)
    {
        await foreach (var row in rows.ListAsync(ControlNames.ResourcesTable, runId, cancellationToken: cancellationToken))
        {
            yield return StoredEntry<ResourceEntry>.Of(row, ToEntry);
        }
    }

    /// <summary>The same of all runs, those of one run after the other.</summary>
    public async IAsyncEnumerable<StoredEntry<ResourceEntry>> ListAllAsync([EnumeratorCancellation] CancellationToken cancellationToken)
    {
        await foreach (var row in rows.ListAllAsync(ControlNames.ResourcesTable, cancellationToken))
        {
            yield return StoredEntry<ResourceEntry>.Of(row, ToEntry);
        }
    }

    private static ResourceEntry ToEntry(Row row)
    {
        row.RequireVersion(1);
        return new(row.PartitionKey, row.RequiredText("target"), row.RequiredText("kind"), row.RowKey);
    }
}

/// <summary>One thing a run created in a target.</summary>
/// <param name="RunId">The run.</param>
/// <param name="Target">Name of the target.</param>
/// <param name="Kind">A word of the target's kind for what it is.</param>
/// <param name="Name">Its name.</param>
public sealed record ResourceEntry(string RunId, string Target, string Kind, string Name);
