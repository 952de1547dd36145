using System.Runtime.CompilerServices;
using AzurePerf.Core.Schedules;
using AzurePerf.Storage.Rows;

namespace AzurePerf.Storage.Schedules;

/// <summary>The schedules. Web adds, pauses and removes them, the TaskManager notes what came of them; every change is
/// conditional.</summary>
public sealed class ScheduleStore(IRowStore rows)
{
    internal ScheduleNames Names => new(rows, this);

    /// <summary>Inserts a schedule; false when its id exists.</summary>
    public async Task<bool> TryAddAsync(Schedule schedule, CancellationToken cancellationToken) =>
        await rows.TryInsertAsync(ControlNames.SchedulesTable, ScheduleRows.FromSchedule(schedule), cancellationToken) is not null;

    /// <summary>The schedule, or null.</summary>
    /// <exception cref="CorruptRowException">Its row makes no sense.</exception>
    public async Task<Schedule?> FindAsync(string id, CancellationToken cancellationToken) =>
        await rows.FindAsync(ControlNames.SchedulesTable, id, ScheduleRows.RowKey, cancellationToken) is { } row
            ? ScheduleRows.ToSchedule(row)
            : null;

    /// <summary>Whether there is a schedule, readable or not.</summary>
    public async Task<bool> ExistsAsync(string id, CancellationToken cancellationToken) =>
        await rows.FindAsync(ControlNames.SchedulesTable, id, ScheduleRows.RowKey, cancellationToken) is not null;

    /// <summary>Replaces a schedule if nobody changed it since; the stored one, or null.</summary>
    public async Task<Schedule?> TryReplaceAsync(Schedule schedule, CancellationToken cancellationToken) =>
        await rows.TryReplaceAsync(
            ControlNames.SchedulesTable, ScheduleRows.FromSchedule(schedule), schedule.ETag, cancellationToken) is { } etag
            ? schedule with { ETag = etag }
            : null;

    /// <summary>Changes a schedule, again and again while others change it too; null when there is none.</summary>
    public async Task<Schedule?> ChangeAsync(string id, Func<Schedule, Schedule> change, CancellationToken cancellationToken)
    {
        while (await FindAsync(id, cancellationToken) is { } schedule)
        {
            if (await TryReplaceAsync(change(schedule), cancellationToken) is { } changed)
            {
                return changed;
            }
        }

        return null;
    }

    /// <summary>Removes a schedule, readable or not; false when there was none. Its runs stay.</summary>
    public async Task<bool> RemoveAsync(string id, CancellationToken cancellationToken)
    {
        if (await rows.FindAsync(ControlNames.SchedulesTable, id, ScheduleRows.RowKey, cancellationToken) is not { } row)
        {
            return false;
        }

        await rows.TryDeleteAsync(ControlNames.SchedulesTable, id, ScheduleRows.RowKey, null, cancellationToken);
        if (row.Values.GetValueOrDefault("name") is string { Length: > 0 } name)
        {
            await Names.ReleaseAsync(name, id, cancellationToken);
        }

        return true;
    }

    /// <summary>All schedules, in the order of their ids; a row that makes no sense is given back with what is wrong and keeps no other one
    /// away.</summary>
    public async IAsyncEnumerable<ScheduleEntry> ListAsync([EnumeratorCancellation] CancellationToken cancellationToken)
    {
        await foreach (var row in rows.ListAllAsync(ControlNames.SchedulesTable, cancellationToken))
        {
            if (row.RowKey != ScheduleRows.NameKey)
            {
                yield return ToEntry(row);
            }
        }
    }

    private static ScheduleEntry ToEntry(Row row)
    {
        try
        {
            return new(row.PartitionKey, ScheduleRows.ToSchedule(row), "");
        }
        catch (CorruptRowException corrupt)
        {
            return new(row.PartitionKey, null, corrupt.Message);
        }
    }
}

/// <summary>One row of the schedules as a list finds it.</summary>
/// <param name="Id">The schedule's id, which is the row's key.</param>
/// <param name="Schedule">Null when the row makes no sense.</param>
/// <param name="Fault">What makes no sense, with the row's key; empty when all does.</param>
public sealed record ScheduleEntry(string Id, Schedule? Schedule, string Fault);
