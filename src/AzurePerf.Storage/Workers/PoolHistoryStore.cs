using System.Globalization;
using System.Text.Json;
using AzurePerf.Core.Workers;
using AzurePerf.Storage.Rows;

namespace AzurePerf.Storage.Workers;

/// <summary>How many workers each pool had, minute by minute for a day: the leading TaskManager writes a row a minute in place of the one a
/// day before.</summary>
public sealed class PoolHistoryStore(IRowStore rows, TimeProvider time)
{
    private const string Partition = "history";

    /// <summary>Writes what was seen in a minute; harmless to repeat.</summary>
    public Task PutAsync(PoolMinute minute, CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(minute);
        return rows.PutAsync(
            ControlNames.PoolsTable,
            new Row(Partition, PoolMinute.SlotOf(minute.At).ToString("D4", CultureInfo.InvariantCulture))
            {
                ["v"] = 1,
                ["at"] = minute.At,
                ["pools"] = JsonSerializer.Serialize(minute.Pools, RowJson.Options),
            },
            cancellationToken);
    }

    /// <summary>The minutes of the last day in the order of time; a row that makes no sense is left out, and shows as a gap.</summary>
    public async Task<IReadOnlyList<PoolMinute>> ReadAsync(CancellationToken cancellationToken)
    {
        var since = time.GetUtcNow().AddMinutes(-PoolMinute.Kept);
        var found = new List<PoolMinute>();
        await foreach (var row in rows.ListAsync(ControlNames.PoolsTable, Partition, cancellationToken: cancellationToken))
        {
            if (MinuteOf(row) is { } minute && minute.At > since)
            {
                found.Add(minute);
            }
        }

        return [.. found.OrderBy(minute => minute.At)];
    }

    private static PoolMinute? MinuteOf(Row row)
    {
        try
        {
            row.RequireVersion(1);
            return new(row.RequiredInstant("at"), row.Json<PoolCount[]>("pools", RowJson.Options));
        }
        catch (CorruptRowException)
        {
            // A minute less in a picture; nothing is decided by it.
            return null;
        }
    }
}
