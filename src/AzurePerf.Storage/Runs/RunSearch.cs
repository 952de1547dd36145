using AzurePerf.Core.Api;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Trends;
using AzurePerf.Storage.Rows;

namespace AzurePerf.Storage.Runs;

/// <summary>
/// Looks through the index over all runs, newest first, however many months it has. One page costs at most <see cref="MostReadings"/>
/// readings of the index, one for the months, and one for each open run on it, whose entry may be old.
/// </summary>
public sealed class RunSearch(RunStore runs, TimeProvider time)
{
    /// <summary>Readings of the index for one page: a filter that admits little then gives a short page, and the place to go on
    /// from.</summary>
    public const int MostReadings = 6;

    /// <summary>Entries of one reading when not every run is wanted: what the table service gives at once.</summary>
    private const int FilteredEntries = 1_000;

    /// <summary>Headers of open runs that are read at once.</summary>
    private const int MostHeaders = 50;

    /// <summary>The runs that a filter admits, from a place on.</summary>
    /// <param name="filter">Which ones.</param>
    /// <param name="limit">How many at most.</param>
    /// <param name="from">Where the page before ended; null for the newest.</param>
    public async Task<FoundRuns> FindAsync(RunFilter filter, int limit, RunCursor? from, CancellationToken cancellationToken)
    {
        var page = new Page(filter, limit);
        foreach (var month in await MonthsAsync(from, cancellationToken))
        {
            var place = from?.Month == month ? from : new(month, "");
            for (var whole = true; whole;)
            {
                if (page.Readings == MostReadings || page.IsFull)
                {
                    return new(page.Items, place);
                }

                var wanted = filter.IsEmpty ? limit - page.Items.Count : FilteredEntries;
                var entries = await runs.ListMonthAsync(month, place.From, wanted, cancellationToken);
                page.Readings++;
                whole = entries.Count == wanted;
                if (await TakeAsync(page, entries, cancellationToken) is { } last && (page.IsFull || whole))
                {
                    place = RunCursor.Behind(last);
                    whole = true;
                }
            }
        }

        return new(page.Items, null);
    }

    /// <summary>Takes what is admitted until the page is full; the key of the last entry that was looked at, or null when there was
    /// none.</summary>
    private async Task<RunIndexKey?> TakeAsync(Page page, IReadOnlyList<RunIndexEntry> entries, CancellationToken cancellationToken)
    {
        // What never changes is checked before the header of an open run is read.
        var wanted = entries.Where(entry => entry.Item is not { } item || page.Filter.AdmitsAtAnyStatus(item)).ToArray();
        for (var next = 0; next < wanted.Length && !page.IsFull;)
        {
            var some = wanted.Skip(next).Take(Math.Min(MostHeaders, page.Limit - page.Items.Count)).ToArray();
            var fresh = await Task.WhenAll(some.Select(entry => RefreshAsync(entry, cancellationToken)));
            page.Items.AddRange(fresh.OfType<RunListItem>().Where(page.Filter.Admits));
            next += some.Length;
            if (page.IsFull)
            {
                return some[^1].Key;
            }
        }

        return entries.Count == 0 ? null : entries[^1].Key;
    }

    /// <summary>Months that may have runs, newest first. That of a run which is stored just now may not be noted yet.</summary>
    private async Task<IEnumerable<string>> MonthsAsync(RunCursor? from, CancellationToken cancellationToken)
    {
        var noted = await runs.ListMonthsAsync(cancellationToken);
        return noted.Union(RunIndexKey.RecentMonths(time.GetUtcNow()))
            .Where(month => from is null || string.CompareOrdinal(month, from.Month) <= 0)
            .OrderDescending(StringComparer.Ordinal);
    }

    /// <summary>An index entry of an open run may be old, and one without header or of another submission is none.</summary>
    private async Task<RunListItem?> RefreshAsync(RunIndexEntry entry, CancellationToken cancellationToken)
    {
        if (entry.Item is { } item && item.Status.IsTerminal())
        {
            return item;
        }

        try
        {
            return await runs.FindAsync(entry.RunId, cancellationToken) is { } run && run.IndexKey == entry.Key ? ItemOf(run) : null;
        }
        catch (CorruptRowException corrupt)
        {
            // The TaskManager is about to end it as failed; one such run must not hide all others.
            return entry.Item is { } stale ? stale with { Reason = corrupt.Message } : null;
        }
    }

    private static RunListItem ItemOf(RunState run) => new(
        run.RunId, run.Status, run.Reason, run.Spec.Experiment, run.Spec.Name, run.Spec.Target, run.Spec.Scale, run.Owner,
        run.SubmittedAt, run.EndedAt, run.Tags)
    {
        StartedAt = run.StartedAt,
        Headline = run.Headline,
        HeadlineMissing = MissingHeadline.Text(run.Headline, run.HeadlineMissing, run.Status),
        Criteria = run.Criteria,
        Repetitions = run.Spec.Repetitions,
        Sample = run.Sample,
    };

    private sealed class Page(RunFilter filter, int limit)
    {
        public RunFilter Filter => filter;

        public int Limit => limit;

        public List<RunListItem> Items { get; } = [];

        public int Readings { get; set; }

        public bool IsFull => Items.Count >= limit;
    }
}

/// <summary>One page of the list of runs.</summary>
/// <param name="Runs">Newest first.</param>
/// <param name="Next">Where the next page begins; null when all were looked at.</param>
public sealed record FoundRuns(IReadOnlyList<RunListItem> Runs, RunCursor? Next);
