using System.Runtime.CompilerServices;
using AzurePerf.Core.Executions;
using AzurePerf.Storage.Rows;

namespace AzurePerf.Storage.Executions;

/// <summary>
/// Durations and ends of executions by class and hour. They stay when the task rows are gone: limits need a day of them, the
/// longest report <see cref="OutcomeReader.MostDays"/>. Only the TaskManager writes them.
/// </summary>
public sealed class ExecutionStatisticsStore(IRowStore rows, TimeProvider time)
{
    /// <summary>Names of batches that a row remembers: with at most 40 characters each they stay below half of what a text may
    /// have.</summary>
    public const int MostBatches = 400;

    /// <summary>Days before today that stay: those of the longest report, and two more for clocks that differ.</summary>
    public const int KeptDays = OutcomeReader.MostDays + 2;

    /// <summary>
    /// Adds statistics to what is stored. Repeating a batch adds nothing twice: a row remembers its last <see cref="MostBatches"/> batches,
    /// and a batch that was broken off is repeated by the next round of the TaskManager, before more can follow it than there are open
    /// runs of the class: where those are more than the row remembers, it may be added twice.
    /// </summary>
    /// <param name="statistics">What to add, each class and hour once.</param>
    /// <param name="batch">Names this batch; the same again for its repetition, fresh for anything else.</param>
    /// <returns>What is wrong with stored rows that make no sense: nothing was added to them, and they stay as they are.</returns>
    public async Task<IReadOnlyList<string>> AddAsync(
        IReadOnlyList<HourlyStatistics> statistics, string batch, CancellationToken cancellationToken)
    {
        var unreadable = new List<string>();
        foreach (var entry in statistics)
        {
            try
            {
                while (!await TryAddAsync(entry, batch, cancellationToken))
                {
                    // Somebody else wrote the row in between, so the next try adds to what they wrote.
                }
            }
            catch (CorruptRowException corrupt)
            {
                unreadable.Add(corrupt.Message);
            }
        }

        return unreadable;
    }

    /// <summary>
    /// The statistics of a class over the time before now, whole hours: the first hour counts if any part of it lies inside. Rows that make
    /// no sense are left out; reports name them.
    /// </summary>
    public async Task<ExecutionStatistics> ReadWindowAsync(TaskClass taskClass, TimeSpan window, CancellationToken cancellationToken)
    {
        var from = ExecutionStatisticsRows.RowKeyOf(HourlyStatistics.HourOf(time.GetUtcNow() - window));
        var stored = await rows.ListAsync(ControlNames.ExecutionsTable, taskClass.RowKey, from, cancellationToken: cancellationToken)
            .ToArrayAsync(cancellationToken);
        return HourlyStatistics.Sum(Read(stored).Hours);
    }

    /// <summary>Every hour of every class between two days, UTC, both included. Costs one query for the list of classes and one for all of
    /// them, however many there are.</summary>
    public async Task<StoredStatistics> ReadDaysAsync(DateOnly first, DateOnly last, CancellationToken cancellationToken)
    {
        var (from, before) = (ExecutionStatisticsRows.RowKeyOf(first), ExecutionStatisticsRows.RowKeyOf(last.AddDays(1)));
        var kinds =
            await rows.ListAsync(
                ControlNames.ExecutionsTable, ExecutionStatisticsRows.Days, from, before, cancellationToken: cancellationToken)
            .Select(ExecutionStatisticsRows.ClassOfDay).ToHashSetAsync(StringComparer.Ordinal, cancellationToken);
        return kinds.Count == 0
            ? new([], [])
            : Read(
                await rows.ListAcrossAsync(
                    ControlNames.ExecutionsTable, kinds.Min(StringComparer.Ordinal)!, kinds.Max(StringComparer.Ordinal)!,
                    from, before, cancellationToken)
                .Where(row => kinds.Contains(row.PartitionKey)).ToArrayAsync(cancellationToken));
    }

    /// <summary>Removes the hours of days that nothing reads any more, which every list of days would have to pass over; an item after each
    /// class of a day. What breaks off, or was gone already, is found again by the list of its day, which goes after it.</summary>
    public async IAsyncEnumerable<bool> RemoveOldAsync([EnumeratorCancellation] CancellationToken cancellationToken)
    {
        var first = ExecutionStatisticsRows.RowKeyOf(DateOnly.FromDateTime(time.GetUtcNow().UtcDateTime).AddDays(-KeptDays));
        await foreach (var listed in rows.ListAsync(
            ControlNames.ExecutionsTable, ExecutionStatisticsRows.Days, beforeRowKey: first, cancellationToken: cancellationToken)
            .Chunk(RowLimits.TransactionRows).WithCancellation(cancellationToken))
        {
            var removed = new List<string>();
            foreach (var day in listed)
            {
                if (await TryRemoveAsync(day, cancellationToken))
                {
                    removed.Add(day.RowKey);
                }

                yield return true;
            }

            if (removed.Count > 0)
            {
                await rows.TryDeleteAllAsync(ControlNames.ExecutionsTable, ExecutionStatisticsRows.Days, removed, cancellationToken);
            }
        }
    }

    /// <summary>Removes the hours of a class that ended executions on a day.</summary>
    private async Task<bool> TryRemoveAsync(Row day, CancellationToken cancellationToken)
    {
        var (taskClass, (from, before)) = (ExecutionStatisticsRows.ClassOfDay(day), ExecutionStatisticsRows.HoursOfDay(day));
        var hours = await rows.ListAsync(ControlNames.ExecutionsTable, taskClass, from, before, cancellationToken: cancellationToken)
            .Select(row => row.RowKey).ToArrayAsync(cancellationToken);
        return hours.Length == 0 || await rows.TryDeleteAllAsync(ControlNames.ExecutionsTable, taskClass, hours, cancellationToken);
    }

    private static StoredStatistics Read(IEnumerable<Row> stored)
    {
        var (hours, unreadable) = (new List<HourlyStatistics>(), new List<string>());
        foreach (var row in stored)
        {
            try
            {
                hours.Add(ExecutionStatisticsRows.ToHour(row));
            }
            catch (CorruptRowException corrupt)
            {
                unreadable.Add(corrupt.Message);
            }
        }

        return new(hours, unreadable);
    }

    private async Task<bool> TryAddAsync(HourlyStatistics entry, string batch, CancellationToken cancellationToken)
    {
        var stored =
            await rows.FindAsync(
                ControlNames.ExecutionsTable, entry.TaskClass.RowKey, ExecutionStatisticsRows.RowKeyOf(entry.Hour), cancellationToken);
        if (stored is null)
        {
            // First the list of the day, so that nothing is ever stored that reports do not find.
            await rows.TryInsertAsync(ControlNames.ExecutionsTable, ExecutionStatisticsRows.FromDay(entry), cancellationToken);
            return await rows.TryInsertAsync(
                ControlNames.ExecutionsTable, ExecutionStatisticsRows.FromHour(entry, [batch]), cancellationToken) is not null;
        }

        var batches = ExecutionStatisticsRows.BatchesOf(stored);
        if (batches.Contains(batch))
        {
            return true;
        }

        var sum = entry with { Statistics = ExecutionStatisticsRows.ToHour(stored).Statistics.Plus(entry.Statistics) };
        return await rows.TryReplaceAsync(ControlNames.ExecutionsTable,
            ExecutionStatisticsRows.FromHour(sum, [.. batches.TakeLast(MostBatches - 1), batch]), stored.ETag,
            cancellationToken) is not null;
    }
}

/// <summary>What was read of the statistics.</summary>
/// <param name="Hours">The sound ones.</param>
/// <param name="Unreadable">Rows that make no sense, each with its key and what is wrong.</param>
public sealed record StoredStatistics(IReadOnlyList<HourlyStatistics> Hours, IReadOnlyList<string> Unreadable);
