using AzurePerf.Core.Kinds;
using AzurePerf.Storage.Rows;

namespace AzurePerf.Storage.Kinds;

/// <summary>
/// Durations and ends of executions by kind and hour. They stay when the task rows are gone: limits need a day of them, reports all. Only the TaskManager writes them.
/// </summary>
public sealed class KindStore(IRowStore rows, TimeProvider time)
{
    /// <summary>Names of batches that a row remembers: with at most 40 characters each they stay below half of what a text may have.</summary>
    public const int MostBatches = 400;

    /// <summary>
    /// Adds tallies to what is stored. Repeating a batch adds nothing twice: a row remembers its last <see cref="MostBatches"/> batches, and a batch that was broken off is repeated by the
    /// next round of the TaskManager, before more can follow it than there are open runs.
    /// </summary>
    /// <param name="tallies">What to add, each kind and hour once.</param>
    /// <param name="batch">Names this batch; the same again for its repetition, fresh for anything else.</param>
    /// <returns>What is wrong with stored rows that make no sense: nothing was added to them, and they stay as they are.</returns>
    public async Task<IReadOnlyList<string>> AddAsync(IReadOnlyList<KindHour> tallies, string batch, CancellationToken cancellationToken)
    {
        var unreadable = new List<string>();
        foreach (var entry in tallies)
        {
            try
            {
                while (!await TryAddAsync(entry, batch, cancellationToken))
                {
                    // Somebody else wrote the row in between, so the next try adds to what they wrote.
                }
            }
            catch (CorruptRowException nonsense)
            {
                unreadable.Add(nonsense.Message);
            }
        }

        return unreadable;
    }

    /// <summary>
    /// The tally of a kind over the time before now, whole hours: the first hour counts if any part of it lies inside. Rows that make no sense are left out; reports
    /// name them.
    /// </summary>
    public async Task<KindTally> ReadWindowAsync(KindKey kind, TimeSpan window, CancellationToken cancellationToken)
    {
        var from = KindRows.RowKeyOf(KindHour.HourOf(time.GetUtcNow() - window));
        var stored = await rows.ListAsync(ControlNames.KindsTable, kind.RowKey, from, cancellationToken: cancellationToken).ToArrayAsync(cancellationToken);
        return Read(stored).Hours.Aggregate(KindTally.Empty, (sum, hour) => sum.Plus(hour.Tally));
    }

    /// <summary>Every hour of every kind between two days, UTC, both included. Costs one query for the list of kinds and one for all of them, however many there are.</summary>
    public async Task<KindReading> ReadDaysAsync(DateOnly first, DateOnly last, CancellationToken cancellationToken)
    {
        var (from, before) = (KindRows.RowKeyOf(first), KindRows.RowKeyOf(last.AddDays(1)));
        var kinds = await rows.ListAsync(ControlNames.KindsTable, KindRows.Days, from, before, cancellationToken: cancellationToken)
            .Select(KindRows.KindOfDay).ToHashSetAsync(StringComparer.Ordinal, cancellationToken);
        return kinds.Count == 0
            ? new([], [])
            : Read(await rows.ListAcrossAsync(ControlNames.KindsTable, kinds.Min(StringComparer.Ordinal)!, kinds.Max(StringComparer.Ordinal)!, from, before, cancellationToken)
                .Where(row => kinds.Contains(row.PartitionKey)).ToArrayAsync(cancellationToken));
    }

    private static KindReading Read(IEnumerable<Row> stored)
    {
        var (hours, unreadable) = (new List<KindHour>(), new List<string>());
        foreach (var row in stored)
        {
            try
            {
                hours.Add(KindRows.ToHour(row));
            }
            catch (CorruptRowException nonsense)
            {
                unreadable.Add(nonsense.Message);
            }
        }

        return new(hours, unreadable);
    }

    private async Task<bool> TryAddAsync(KindHour entry, string batch, CancellationToken cancellationToken)
    {
        var stored = await rows.FindAsync(ControlNames.KindsTable, entry.Kind.RowKey, KindRows.RowKeyOf(entry.Hour), cancellationToken);
        if (stored is null)
        {
            // First the list of the day, so that nothing is ever stored that reports do not find.
            await rows.TryInsertAsync(ControlNames.KindsTable, KindRows.FromDay(entry), cancellationToken);
            return await rows.TryInsertAsync(ControlNames.KindsTable, KindRows.FromHour(entry, [batch]), cancellationToken) is not null;
        }

        var batches = KindRows.BatchesOf(stored);
        if (batches.Contains(batch))
        {
            return true;
        }

        var sum = entry with { Tally = KindRows.ToHour(stored).Tally.Plus(entry.Tally) };
        return await rows.TryReplaceAsync(ControlNames.KindsTable, KindRows.FromHour(sum, [.. batches.TakeLast(MostBatches - 1), batch]), stored.ETag, cancellationToken) is not null;
    }
}
