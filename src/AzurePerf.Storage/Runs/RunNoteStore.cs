using System.Text.Json;
using AzurePerf.Core.Runs;
using AzurePerf.Storage.Rows;

namespace AzurePerf.Storage.Runs;

/// <summary>Tags and notes that are added to a run after its submission.</summary>
public sealed class RunNoteStore(RunStore runs, IRowStore rows, TimeProvider time)
{
    /// <summary>Changes the tags of a run, adds a note, or both, all or nothing.</summary>
    /// <param name="runId">The run.</param>
    /// <param name="version">The version that the change is meant for; null for whatever is stored.</param>
    /// <param name="change">What to change.</param>
    /// <param name="by">Who changes it.</param>
    public async Task<RunNoting> ChangeAsync(
        string runId, int? version, RunNoteChange change, string by, CancellationToken cancellationToken)
    {
        var note = change.Text is { } text ? new RunNote(time.GetUtcNow(), by, text) : null;
        RunWithStages? before = null;
        while (await runs.FindWithStagesAsync(runId, cancellationToken) is { } found)
        {
            var tags = change.Apply(found.Run.Tags);
            var isMade = before is not null && IsMade(before, found, tags, note);
            if (!isMade && Refusal(found, version, change, tags) is { } refused)
            {
                // A change that was made but not listed is refused when it is repeated. It is listed now.
                await PutTagsIntoIndexAsync(runId, cancellationToken);
                return new(refused, found);
            }

            // From here on the caller may hang up: what is in the header must also be in the list.
            if (isMade
                || await rows.TryWriteAllAsync(ControlNames.RunsTable, Writes(found, tags, note), CancellationToken.None) is not null)
            {
                await PutTagsIntoIndexAsync(runId, CancellationToken.None);
                return new(NotingOutcome.Changed, await runs.FindWithStagesAsync(runId, cancellationToken));
            }

            before = found;
        }

        return new(NotingOutcome.NotFound, null);
    }

    /// <summary>A change that is there although it looked refused, as its answer was lost: its note, made at that instant, is, or what
    /// it would make of the tags is the next version.</summary>
    private static bool IsMade(RunWithStages before, RunWithStages found, SortedDictionary<string, string> tags, RunNote? note) =>
        note is not null
            ? found.Notes.All.Contains(note)
            : found.Notes.Version == before.Notes.Version + 1 && found.Run.Tags.SequenceEqual(tags);

    private static NotingOutcome? Refusal(RunWithStages found, int? version, RunNoteChange change, SortedDictionary<string, string> tags) =>
        version is { } wanted && wanted != found.Notes.Version ? NotingOutcome.Stale
        : tags.Count > SpecLimits.Tags ? NotingOutcome.TooManyTags
        : change.Text is not null && found.Notes.All.Count >= RunNote.Most ? NotingOutcome.TooManyNotes
        : null;

    /// <summary>The header is written even where only a note is added: it is what two writers meet at.</summary>
    private static List<RowWrite> Writes(RunWithStages found, SortedDictionary<string, string> tags, RunNote? note)
    {
        var header = tags.SequenceEqual(found.Run.Tags) ? found.Run : found.Run with { ChangedTags = tags };
        var writes = new List<RowWrite>
        {
            new(RunRows.FromState(header), found.Run.ETag),
            new(new Row(found.Run.RunId, RunRows.NotesKey) { ["v"] = 1, ["version"] = found.Notes.Version + 1 }, found.NotesETag),
        };
        if (note is not null)
        {
            writes.Add(new(RunRows.FromNote(found.Run.RunId, found.Notes.All.Count + 1, note), null));
        }

        return writes;
    }

    /// <summary>
    /// The index repeats the tags, for the list. Its other columns are the TaskManager's. Whoever changed tags since is about to do the
    /// same: the header is read anew each time, so that the last write says what it says, whoever makes it.
    /// </summary>
    private async Task PutTagsIntoIndexAsync(string runId, CancellationToken cancellationToken)
    {
        while (await runs.FindAsync(runId, cancellationToken) is { } run
            && await rows.FindAsync(ControlNames.RunIndexTable, run.IndexKey.Month, run.IndexKey.RowKey, cancellationToken) is { } row)
        {
            var column = JsonSerializer.Serialize(run.Tags, RowJson.Options);
            if (row.Values.GetValueOrDefault("tags") is string && row.Text("tags") == column)
            {
                return;
            }

            await rows.TryMergeAsync(ControlNames.RunIndexTable, new Row(run.IndexKey.Month, run.IndexKey.RowKey) { ["tags"] = column },
                row.ETag, cancellationToken);
        }
    }
}

/// <summary>What came of a change of what is noted about a run.</summary>
/// <param name="Outcome">Whether it was made.</param>
/// <param name="Run">The run as it is stored; null when there is none.</param>
public sealed record RunNoting(NotingOutcome Outcome, RunWithStages? Run);
