using System.Collections.Concurrent;
using System.Runtime.CompilerServices;
using AzurePerf.Core.Api;
using AzurePerf.Core.Limits;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Tasks;
using AzurePerf.Storage.Rows;

namespace AzurePerf.Storage.Runs;

/// <summary>Run headers, their stages and the index over all runs.</summary>
public sealed class RunStore(IRowStore rows)
{
    private const string MonthsKey = "runs";

    /// <summary>The most that the table service gives at once.</summary>
    private const int EntriesAtOnce = 1_000;

    /// <summary>Months that this process noted: each is noted once, before the first entry of it.</summary>
    private readonly ConcurrentDictionary<string, bool> _months = [];

    /// <summary>Inserts the header; false when the run exists.</summary>
    public async Task<bool> TryAddAsync(RunState run, CancellationToken cancellationToken) =>
        await rows.TryInsertAsync(ControlNames.RunsTable, RunRows.FromState(run), cancellationToken) is not null;

    /// <summary>Whether there is a header, readable or not.</summary>
    public async Task<bool> ExistsAsync(string runId, CancellationToken cancellationToken) =>
        await rows.FindAsync(ControlNames.RunsTable, runId, RunRows.HeaderKey, cancellationToken) is not null;

    /// <summary>The header, or null.</summary>
    public async Task<RunState?> FindAsync(string runId, CancellationToken cancellationToken) =>
        await rows.FindAsync(ControlNames.RunsTable, runId, RunRows.HeaderKey, cancellationToken) is { } row ? RunRows.ToState(row) : null;

    /// <summary>True when nothing of the run will ever change again, or there is no such run.</summary>
    public async Task<bool> HasEndedAsync(string runId, CancellationToken cancellationToken) =>
        await FindAsync(runId, cancellationToken) is not { } run || run.Status.IsTerminal();

    /// <summary>Replaces the header if nobody changed it since, or it says all that already; the stored state, or null.</summary>
    public async Task<RunState?> TryReplaceAsync(RunState run, CancellationToken cancellationToken)
    {
        var row = RunRows.FromState(run);
        var etag = await rows.TryReplaceAsync(ControlNames.RunsTable, row, run.ETag, cancellationToken)
            ?? await rows.FindAsWrittenAsync(ControlNames.RunsTable, row, cancellationToken);
        return etag is null ? null : run with { ETag = etag };
    }

    /// <summary>The header and all stages in one read; null when the run does not exist.</summary>
    public async Task<RunWithStages?> FindWithStagesAsync(string runId, CancellationToken cancellationToken)
    {
        RunState? run = null;
        var stages = new List<StageState>();
        DateTimeOffset? watchedUntil = null;
        Row? notes = null;
        var texts = new List<RunNote>();

        // Gangs come before the header, one per point that several workers measure: they are read one by one.
        await foreach (var row in rows.ListAsync(ControlNames.RunsTable, runId, RunRows.HeaderKey, cancellationToken: cancellationToken))
        {
            if (row.RowKey == RunRows.HeaderKey)
            {
                run = RunRows.ToState(row);
            }
            else if (RunRows.IsStage(row))
            {
                stages.Add(RunRows.ToStage(row));
            }
            else if (row.RowKey == RunRows.NotesKey)
            {
                notes = row;
            }
            else if (RunRows.IsNote(row))
            {
                texts.Add(RunRows.ToNote(row));
            }
            else if (row.RowKey == RunRows.WatchKey)
            {
                // A hint only: one that makes no sense costs nobody his run.
                watchedUntil = row.Values.GetValueOrDefault("until") as DateTimeOffset?;
            }
        }

        return run is null
            ? null
            : new(run, stages, watchedUntil) { Notes = new(notes?.Integer("version") ?? 0, texts), NotesETag = notes?.ETag };
    }

    /// <summary>Says that somebody watches the run, so that its workers report more often.</summary>
    public Task StampWatchedAsync(string runId, DateTimeOffset until, CancellationToken cancellationToken) =>
        rows.PutAsync(ControlNames.RunsTable, new Row(runId, RunRows.WatchKey) { ["v"] = 1, ["until"] = until }, cancellationToken);

    /// <summary>Writes the header and stages in one transaction; the stored states, or null when anybody changed one since and they do not
    /// say all that. A stage without ETag is new.</summary>
    public async Task<RunWithStages?> TryWriteAsync(RunState run, IReadOnlyList<StageState> stages, CancellationToken cancellationToken)
    {
        RowWrite[] writes =
        [
            new(RunRows.FromState(run), run.ETag),
            .. stages.Select(stage => new RowWrite(RunRows.FromStage(stage), stage.ETag.Length == 0 ? null : stage.ETag)),
        ];
        var etags = await rows.TryWriteAllAsync(ControlNames.RunsTable, writes, cancellationToken)
            ?? await FindAsWrittenAsync(writes, cancellationToken);
        return etags is null
            ? null
            : new(run with { ETag = etags[0] }, [.. stages.Select((stage, index) => stage with { ETag = etags[index + 1] })]);
    }

    /// <summary>One stage, or null.</summary>
    public async Task<StageState?> FindStageAsync(string runId, StageId stage, CancellationToken cancellationToken) =>
        await rows.FindAsync(ControlNames.RunsTable, runId, RunRows.StageKey(stage), cancellationToken) is { } row
            ? RunRows.ToStage(row)
            : null;

    /// <summary>The stages of a run and how many partitions their tasks are in at most: for who removes those, also of rows that make no
    /// sense.</summary>
    public async Task<IReadOnlyList<(StageId Id, int Shards)>> ListPartitionsAsync(string runId, CancellationToken cancellationToken)
    {
        var stages = new List<(StageId Id, int Shards)>();
        await foreach (var row in rows.ListAsync(
            ControlNames.RunsTable, runId, RunRows.StageKey(new(0)), cancellationToken: cancellationToken))
        {
            if (RunRows.IsStage(row) && RunRows.ReadableOr<StageId?>(() => RunRows.StageOf(row), null) is { } id)
            {
                stages.Add((id, RunRows.ReadableOr(() => RunRows.ToStage(row).Shards, TaskSharding.MostShardsOf(id))));
            }
        }

        return stages;
    }

    /// <summary>Replaces one stage if nobody changed it since; the stored state, or null.</summary>
    public async Task<StageState?> TryReplaceStageAsync(StageState stage, CancellationToken cancellationToken) =>
        await rows.TryReplaceAsync(ControlNames.RunsTable, RunRows.FromStage(stage), stage.ETag, cancellationToken) is { } etag
            ? stage with { ETag = etag }
            : null;

    /// <summary>
    /// Writes the index entry of a run, new or changed. The entry repeats what the header says, and others change the header meanwhile: it
    /// is written again until the header stood still around it, so that what is older never stays over what is newer. Of a run that was
    /// removed meanwhile none stays.
    /// </summary>
    /// <param name="run">The run as its header was read, or a new one that has none yet.</param>
    /// <param name="cancellationToken">Ends the request.</param>
    /// <param name="retention">What is still stored of it.</param>
    public async Task PutIndexAsync(RunState run, CancellationToken cancellationToken, RunRetention retention = RunRetention.Everything)
    {
        if (!_months.ContainsKey(run.IndexKey.Month))
        {
            await rows.PutAsync(ControlNames.MonthsTable, new Row(MonthsKey, run.IndexKey.Month) { ["v"] = 1 }, cancellationToken);
            _months[run.IndexKey.Month] = true;
        }

        await rows.PutAsync(ControlNames.RunIndexTable, RunRows.IndexRow(run, retention), cancellationToken);
        while (run.ETag.Length > 0)
        {
            var header = await rows.FindAsync(ControlNames.RunsTable, run.RunId, RunRows.HeaderKey, cancellationToken);
            if (header is null)
            {
                await DeleteIndexAsync(run.IndexKey, cancellationToken);
            }

            if (header is null || header.ETag == run.ETag)
            {
                return;
            }

            run = RunRows.ToState(header);
            await rows.PutAsync(ControlNames.RunIndexTable, RunRows.IndexRow(run, retention), cancellationToken);
        }
    }

    /// <summary>Months that have index entries, oldest first.</summary>
    public async Task<IReadOnlyList<string>> ListMonthsAsync(CancellationToken cancellationToken) =>
        await rows.ListAsync(ControlNames.MonthsTable, MonthsKey, cancellationToken: cancellationToken).Select(row => row.RowKey)
            .ToArrayAsync(cancellationToken);

    /// <summary>Writes a stage whatever is stored: for runs that were measured elsewhere.</summary>
    public Task PutStageAsync(StageState stage, CancellationToken cancellationToken) =>
        rows.PutAsync(ControlNames.RunsTable, RunRows.FromStage(stage), cancellationToken);

    /// <summary>Removes header and stages of a run that is no run of this engine, as sample data are not.</summary>
    public Task DeleteAsync(string runId, CancellationToken cancellationToken) =>
        rows.DeletePartitionAsync(ControlNames.RunsTable, runId, cancellationToken);

    /// <summary>Removes an index entry that belongs to no header.</summary>
    public Task DeleteIndexAsync(RunIndexKey key, CancellationToken cancellationToken) =>
        rows.TryDeleteAsync(ControlNames.RunIndexTable, key.Month, key.RowKey, null, cancellationToken);

    /// <summary>The first index entries of one month from a key on, newest first.</summary>
    public async Task<IReadOnlyList<RunIndexEntry>> ListMonthAsync(
        string month, string fromRowKey, int count, CancellationToken cancellationToken) =>
        [.. (await rows.FirstAsync(ControlNames.RunIndexTable, month, fromRowKey, count, cancellationToken)).Select(RunRows.ToIndexEntry)];

    /// <summary>Index entries of one month, newest first.</summary>
    public IAsyncEnumerable<RunIndexEntry> ListMonthAsync(string month, CancellationToken cancellationToken) =>
        ListFromAsync(new(month, ""), cancellationToken);

    /// <summary>Index entries of one month from a place on, which is included, newest first.</summary>
    public async IAsyncEnumerable<RunIndexEntry> ListFromAsync(
        RunIndexKey place, [EnumeratorCancellation] CancellationToken cancellationToken)
    {
        var listing = rows.ListAsync(ControlNames.RunIndexTable, place.Month, place.RowKey, cancellationToken: cancellationToken);
        await foreach (var row in listing)
        {
            yield return RunRows.ToIndexEntry(row);
        }
    }

    /// <summary>What the runs of one owner that were submitted in a month count against quotas; the service leaves out all others, and what
    /// else entries say. One that makes no sense counts nothing.</summary>
    /// <param name="month">The month.</param>
    /// <param name="owner">The owner.</param>
    /// <param name="since">Of what was submitted before it nothing is read; null for the whole month.</param>
    /// <param name="cancellationToken">Ends the requests.</param>
    public IAsyncEnumerable<(RunIndexKey Key, HeldUse Held)> ListUsesAsync(
        string month, string owner, RunIndexKey? since, CancellationToken cancellationToken) =>
        UsesAsync(UseRows.Of(month, owner, since), cancellationToken);

    /// <summary>The same of runs alone that have not ended, or only at an instant or later: where most have ended long ago, hardly any are
    /// sent.</summary>
    /// <param name="month">The month.</param>
    /// <param name="owner">The owner.</param>
    /// <param name="endedSince">The instant; null where no run counts that has ended.</param>
    /// <param name="cancellationToken">Ends the requests.</param>
    public IAsyncEnumerable<(RunIndexKey Key, HeldUse Held)> ListLastingUsesAsync(
        string month, string owner, DateTimeOffset? endedSince, CancellationToken cancellationToken) =>
        UsesAsync(UseRows.Lasting(month, owner, endedSince), cancellationToken);

    private async IAsyncEnumerable<(RunIndexKey Key, HeldUse Held)> UsesAsync(
        RowQuery query, [EnumeratorCancellation] CancellationToken cancellationToken)
    {
        await foreach (var row in QueryAsync(query, cancellationToken))
        {
            if (UseRows.Read(row) is { } held)
            {
                yield return (new(row.PartitionKey, row.RowKey), held);
            }
        }
    }

    /// <summary>Index entries of one month whose run is of an owner, newest first; the service leaves out the others.</summary>
    public IAsyncEnumerable<RunIndexEntry> ListOfOwnerAsync(string month, string owner, CancellationToken cancellationToken) =>
        QueryAsync(new(month, "", UseRows.AfterKeys) { Conditions = [new([new("owner", owner)])] }, cancellationToken)
            .Select(RunRows.ToIndexEntry);

    private async Task<IReadOnlyList<string>?> FindAsWrittenAsync(RowWrite[] writes, CancellationToken cancellationToken)
    {
        var etags = new List<string>(writes.Length);
        foreach (var write in writes)
        {
            if (await rows.FindAsWrittenAsync(ControlNames.RunsTable, write.Row, cancellationToken) is not { } etag)
            {
                return null;
            }

            etags.Add(etag);
        }

        return etags;
    }

    private async IAsyncEnumerable<Row> QueryAsync(RowQuery query, [EnumeratorCancellation] CancellationToken cancellationToken)
    {
        string? continuation = null;
        do
        {
            var batch = await rows.BatchAsync(ControlNames.RunIndexTable, query, EntriesAtOnce, continuation, cancellationToken);
            foreach (var row in batch.Rows)
            {
                yield return row;
            }

            continuation = batch.Continuation;
        }
        while (continuation is not null);
    }

    /// <summary>How many runs of a month may not have ended, and how many of them are of one owner; each once, whatever its tries left in
    /// the index.</summary>
    /// <param name="month">The month.</param>
    /// <param name="owner">The owner.</param>
    /// <param name="exceptRun">A run that is not counted.</param>
    /// <param name="cancellationToken">Ends the requests.</param>
    public async Task<(int All, int OfOwner)> CountOpenAsync(
        string month, string owner, string exceptRun, CancellationToken cancellationToken)
    {
        var (all, own, counted) = (0, 0, new HashSet<string>(StringComparer.Ordinal) { exceptRun });
        await foreach (var row in rows.ListAsync(
            ControlNames.RunIndexTable, month, except: RunRows.Ended, cancellationToken: cancellationToken))
        {
            if (counted.Add(RunRows.RunOfIndexKey(row.RowKey)))
            {
                all++;
                own += RunRows.OwnerOf(row) == owner ? 1 : 0;
            }
        }

        return (all, own);
    }

    /// <summary>Index entries of one month whose run may not have ended, newest first; the service leaves out the others.</summary>
    public async IAsyncEnumerable<RunIndexEntry> ListOpenAsync(string month, [EnumeratorCancellation] CancellationToken cancellationToken)
    {
        await foreach (var row in rows.ListAsync(
            ControlNames.RunIndexTable, month, except: RunRows.Ended, cancellationToken: cancellationToken))
        {
            yield return RunRows.ToIndexEntry(row);
        }
    }

    /// <summary>
    /// Notes in a run's header that its rows make no sense: from then on no task of it begins. Of a header that makes no sense itself what
    /// can still be read is kept. The header as stored; null when there is none or it was changed meanwhile.
    /// </summary>
    public async Task<RunState?> TryMarkFaultedAsync(string runId, string reason, DateTimeOffset now, CancellationToken cancellationToken)
    {
        if (await rows.FindAsync(ControlNames.RunsTable, runId, RunRows.HeaderKey, cancellationToken) is not { } row)
        {
            return null;
        }

        var faulted = SalvagedHeader.Of(row, reason, now);
        return RunRows.SaysTheSameAs(row, faulted) ? faulted : await TryReplaceAsync(faulted, cancellationToken);
    }
}

/// <summary>One entry of the index over all runs. Headers are the truth: an entry only leads to one, and what it repeats may be
/// old.</summary>
/// <param name="Key">Its place.</param>
/// <param name="RunId">The run that the place names.</param>
/// <param name="Item">What the entry says of the run; null when its row makes no sense.</param>
/// <param name="Retention">What is still stored of a run that has ended.</param>
/// <param name="Charge">What counts of it against limits; null where nothing does.</param>
public sealed record RunIndexEntry(
    RunIndexKey Key, string RunId, RunListItem? Item, RunRetention Retention = RunRetention.Everything, RunCharge? Charge = null)
{
    /// <summary>What it counts against its owner's quotas; null where nothing does.</summary>
    public RunUse? Use { get; init; }
}
