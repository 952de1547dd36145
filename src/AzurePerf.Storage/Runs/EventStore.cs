using System.Globalization;
using System.Runtime.CompilerServices;
using AzurePerf.Core.Runs;
using AzurePerf.Storage.Rows;

namespace AzurePerf.Storage.Runs;

/// <summary>What happened to a run, in order. Only the TaskManager writes it.</summary>
public sealed class EventStore(IRowStore rows, TimeProvider time)
{
    /// <summary>The longest sentence kept; what goes beyond is cut off.</summary>
    private const int MessageCharacters = 2_000;

    private readonly Dictionary<string, int> _last = [];

    /// <summary>Appends an event. The sequence continues where an earlier process left it.</summary>
    public async Task AppendAsync(string runId, string message, CancellationToken cancellationToken)
    {
        var sequence = _last.TryGetValue(runId, out var last) ? last : await LastAsync(runId, cancellationToken);
        var at = time.GetUtcNow();
        do
        {
            sequence++;
        }
        while (!await TryAddAsync(RowOf(runId, sequence, message, at), cancellationToken));
        _last[runId] = sequence;
    }

    /// <summary>Writes an event as it was noted elsewhere; harmless to repeat.</summary>
    public Task PutAsync(string runId, RunEvent noted, CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(noted);
        return rows.PutAsync(ControlNames.EventsTable, RowOf(runId, noted.Sequence, noted.Message, noted.At), cancellationToken);
    }

    /// <summary>Removes the events of a run.</summary>
    public Task RemoveAsync(string runId, CancellationToken cancellationToken) =>
        rows.DeletePartitionAsync(ControlNames.EventsTable, runId, cancellationToken);

    /// <summary>Forgets a run that will have no more events.</summary>
    public void Forget(string runId) => _last.Remove(runId);

    /// <summary>The events of a run after a sequence number.</summary>
    public async IAsyncEnumerable<RunEvent> ListAsync(string runId, int after, [EnumeratorCancellation] CancellationToken cancellationToken)
    {
        await foreach (var row in rows.ListAsync(ControlNames.EventsTable, runId, KeyOf(after + 1), cancellationToken: cancellationToken))
        {
            row.RequireVersion(1);
            yield return new(
                SequenceOf(row) ?? throw row.Corrupt("its key", "is no sequence number"),
                row.RequiredInstant("at"),
                row.RequiredText("message"));
        }
    }

    private static string KeyOf(int sequence) => sequence.ToString("D10", CultureInfo.InvariantCulture);

    private static Row RowOf(string runId, int sequence, string message, DateTimeOffset at) => new(runId, KeyOf(sequence))
    {
        ["v"] = 1,
        ["at"] = at,
        ["message"] = LongText.Cut(message, MessageCharacters),
    };

    private static int? SequenceOf(Row row) =>
        int.TryParse(row.RowKey, NumberStyles.None, CultureInfo.InvariantCulture, out var sequence) ? sequence : null;

    /// <summary>False when the number is another event's.</summary>
    private async Task<bool> TryAddAsync(Row row, CancellationToken cancellationToken) =>
        await rows.TryInsertAsync(ControlNames.EventsTable, row, cancellationToken) is not null
            || await rows.FindAsWrittenAsync(ControlNames.EventsTable, row, cancellationToken) is not null;

    private async Task<int> LastAsync(string runId, CancellationToken cancellationToken)
    {
        // Keys alone: an event that makes no sense must not keep the next one from being noted.
        var last = 0;
        await foreach (var row in rows.ListAsync(ControlNames.EventsTable, runId, cancellationToken: cancellationToken))
        {
            last = SequenceOf(row) ?? last;
        }

        return last;
    }
}
