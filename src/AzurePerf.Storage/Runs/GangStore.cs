using AzurePerf.Core.Gangs;
using AzurePerf.Storage.Rows;

namespace AzurePerf.Storage.Runs;

/// <summary>The gangs of points that several workers measure together.</summary>
public sealed class GangStore(IRowStore rows)
{
    /// <summary>Stores a new gang; false when the point has one.</summary>
    public async Task<bool> TryAddAsync(GangState gang, CancellationToken cancellationToken) =>
        await rows.TryInsertAsync(ControlNames.RunsTable, GangRows.FromState(gang), cancellationToken) is not null;

    /// <summary>The gang of a point, or null.</summary>
    public async Task<GangState?> FindAsync(string runId, int point, CancellationToken cancellationToken) =>
        await rows.FindAsync(ControlNames.RunsTable, runId, GangRows.KeyOf(point), cancellationToken) is { } row
            ? GangRows.ToState(row)
            : null;

    /// <summary>Replaces a gang if nobody changed it since; the stored state, or null.</summary>
    public async Task<GangState?> TryReplaceAsync(GangState gang, CancellationToken cancellationToken) =>
        await rows.TryReplaceAsync(ControlNames.RunsTable, GangRows.FromState(gang), gang.ETag, cancellationToken) is { } etag
            ? gang with { ETag = etag }
            : null;
}
