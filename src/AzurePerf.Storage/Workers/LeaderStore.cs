using AzurePerf.Core.Workers;
using AzurePerf.Storage.Rows;

namespace AzurePerf.Storage.Workers;

/// <summary>The row that says which TaskManager leads.</summary>
public sealed class LeaderStore(IRowStore rows)
{
    private const string PartitionKey = "taskmanager";
    private const string RowKey = "leader";

    /// <summary>Who leads, or null when nobody does.</summary>
    public async Task<LeaderState?> FindAsync(CancellationToken cancellationToken) =>
        await rows.FindAsync(ControlNames.LeasesTable, PartitionKey, RowKey, cancellationToken) is { } row ? ToState(row) : null;

    /// <summary>Stores a claim or a renewal if nobody changed the row since; the stored state, or null.</summary>
    public async Task<LeaderState?> TryPutAsync(LeaderState leader, CancellationToken cancellationToken)
    {
        var row = new Row(PartitionKey, RowKey) { ["v"] = 1, ["owner"] = leader.Owner, ["beat"] = leader.Beat };
        var etag = leader.ETag.Length == 0
            ? await rows.TryInsertAsync(ControlNames.LeasesTable, row, cancellationToken)
            : await rows.TryReplaceAsync(ControlNames.LeasesTable, row, leader.ETag, cancellationToken);
        return etag is null ? null : leader with { ETag = etag };
    }

    /// <summary>Steps down, unless another leads already.</summary>
    public Task RemoveAsync(LeaderState leader, CancellationToken cancellationToken) =>
        rows.TryDeleteAsync(ControlNames.LeasesTable, PartitionKey, RowKey, leader.ETag, cancellationToken);

    /// <summary>A row that makes no sense is one that nobody renews, and is taken over as such.</summary>
    private static LeaderState ToState(Row row) => new(
        row.Values.GetValueOrDefault("owner") as string ?? "",
        row.Values.GetValueOrDefault("beat") as long? ?? 0,
        row.ETag);
}
