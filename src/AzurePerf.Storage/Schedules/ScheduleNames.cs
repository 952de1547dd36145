using AzurePerf.Core.Ids;
using AzurePerf.Storage.Rows;

namespace AzurePerf.Storage.Schedules;

/// <summary>
/// Which schedule has which name, so that no two have one. A name is taken before its schedule is stored and confirmed afterwards, each
/// under the ETag of its row: of two that want it at once one cannot confirm, and a name whose schedule was never stored, or was removed,
/// may be taken over.
/// </summary>
internal sealed class ScheduleNames(IRowStore rows, ScheduleStore schedules)
{
    /// <summary>Takes a name for a schedule that is about to be stored: the ETag to confirm it with, or the id of the schedule that has
    /// it.</summary>
    public async Task<(string? ETag, string? Holder)> TakeAsync(string name, string id, CancellationToken cancellationToken)
    {
        while (true)
        {
            var row = await rows.FindAsync(ControlNames.SchedulesTable, PartitionOf(name), ScheduleRows.NameKey, cancellationToken);
            var holder = row?.Text("schedule");
            if (holder is not null && holder != id && await schedules.ExistsAsync(holder, cancellationToken))
            {
                return (null, holder);
            }

            var etag = row is null
                ? await rows.TryInsertAsync(ControlNames.SchedulesTable, RowOf(name, id, stored: false), cancellationToken)
                : await rows.TryReplaceAsync(ControlNames.SchedulesTable, RowOf(name, id, stored: false), row.ETag, cancellationToken);
            if (etag is not null)
            {
                return (etag, null);
            }
        }
    }

    /// <summary>Says that the schedule is stored; the id of another one that took the name meanwhile, or null.</summary>
    public async Task<string?> ConfirmAsync(string name, string id, string etag, CancellationToken cancellationToken)
    {
        if (await rows.TryReplaceAsync(ControlNames.SchedulesTable, RowOf(name, id, stored: true), etag, cancellationToken) is not null)
        {
            return null;
        }

        var row = await rows.FindAsync(ControlNames.SchedulesTable, PartitionOf(name), ScheduleRows.NameKey, cancellationToken);
        return row?.Text("schedule") is { } holder && holder != id ? holder : null;
    }

    /// <summary>Gives back the name of a schedule that was removed. Should that not come about, the next that wants the name takes it
    /// over.</summary>
    public async Task ReleaseAsync(string name, string id, CancellationToken cancellationToken)
    {
        if (await rows.FindAsync(ControlNames.SchedulesTable, PartitionOf(name), ScheduleRows.NameKey, cancellationToken) is { } row
            && row.Text("schedule") == id)
        {
            await rows.TryDeleteAsync(ControlNames.SchedulesTable, row.PartitionKey, row.RowKey, row.ETag, cancellationToken);
        }
    }

    private static Row RowOf(string name, string id, bool stored) =>
        new(PartitionOf(name), ScheduleRows.NameKey) { ["v"] = 1, ["schedule"] = id, ["stored"] = stored };

    /// <summary>No id of a schedule: those have no dash.</summary>
    private static string PartitionOf(string name) => "name-" + IdText.Hash("schedule name", name);
}
