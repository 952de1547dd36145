using System.Globalization;
using System.Runtime.CompilerServices;
using AzurePerf.Core.Access;
using AzurePerf.Core.Ids;
using AzurePerf.Core.Runs;
using AzurePerf.Storage.Rows;

namespace AzurePerf.Storage.Access;

/// <summary>Who did what. Entries are added and never changed: there is no way here to do anything else.</summary>
public sealed class AuditStore(IRowStore rows, IIdSource ids, TimeProvider time)
{
    private const int LongestText = 300;
    private const int TickDigits = 19;
    private const int MonthsBack = 24;
    private const int MonthsPerYear = 12;

    /// <summary>Adds an entry that happened just now.</summary>
    public Task AppendAsync(
        Caller caller, string action, string subject, string from, AuditOutcome outcome, CancellationToken cancellationToken) =>
        AppendOnceAsync(time.GetUtcNow(), ids.NewId(), caller, action, subject, from, outcome, cancellationToken);

    /// <summary>Adds an entry that stays as it is where it is there already: for one who may have to do a thing again to know that it is
    /// done.</summary>
    /// <param name="at">When it happened.</param>
    /// <param name="id">An id that follows from what happened.</param>
    /// <param name="caller">Who did it.</param>
    /// <param name="action">What was done.</param>
    /// <param name="subject">What it was done to.</param>
    /// <param name="from">From where.</param>
    /// <param name="outcome">What became of it.</param>
    /// <param name="cancellationToken">Ends the request.</param>
    public Task AppendOnceAsync(
        DateTimeOffset at, string id, Caller caller, string action, string subject, string from, AuditOutcome outcome,
        CancellationToken cancellationToken)
    {
        var row = new Row(RunIndexKey.MonthOf(at),
            string.Create(CultureInfo.InvariantCulture, $"{DateTimeOffset.MaxValue.UtcTicks - at.UtcTicks:D19}-{id}"))
        {
            ["v"] = 1,
            ["at"] = at,
            ["who"] = caller.Name,
            ["keyId"] = caller.KeyId,
            ["action"] = Cut(action),
            ["subject"] = Cut(subject),
            ["from"] = Cut(from),
            ["outcome"] = outcome.ToString(),
        };
        return rows.TryInsertAsync(ControlNames.AuditTable, row, cancellationToken);
    }

    /// <summary>Entries from new to old, of two years.</summary>
    /// <param name="before">Begins after the entry with this id; null begins with the newest.</param>
    public async IAsyncEnumerable<AuditEntry> ListAsync(string? before, [EnumeratorCancellation] CancellationToken cancellationToken)
    {
        var newest = before is null
            ? time.GetUtcNow()
            : InstantOf(before) ?? throw new ArgumentException("is no id of an entry", nameof(before));
        var first = new DateTimeOffset(newest.Year, newest.Month, 1, 0, 0, 0, TimeSpan.Zero);
        var months = Math.Min(MonthsBack, ((newest.Year - 1) * MonthsPerYear) + newest.Month);
        for (var back = 0; back < months; back++)
        {
            // The character after the id's last one: the entry itself is not given again.
            var from = back == 0 && before is not null ? before + "!" : "";
            await foreach (var row in rows.ListAsync(
                ControlNames.AuditTable, RunIndexKey.MonthOf(first.AddMonths(-back)), from, cancellationToken: cancellationToken))
            {
                yield return EntryOf(row);
            }
        }
    }

    /// <summary>When an entry happened, by its id; null for a text that is no id.</summary>
    public static DateTimeOffset? InstantOf(string id)
    {
        var isId = id.Length > TickDigits + 1 && id[TickDigits] == '-' && IdText.IsValid(id[(TickDigits + 1)..]);
        return isId && long.TryParse(id.AsSpan(0, TickDigits), NumberStyles.None, CultureInfo.InvariantCulture, out var reverse)
            && DateTimeOffset.MaxValue.UtcTicks - reverse is >= 0 and var ticks
            ? new(ticks, TimeSpan.Zero)
            : null;
    }

    /// <summary>A row that makes no sense has its place among the others, so that pages go on behind it.</summary>
    private static AuditEntry EntryOf(Row row) => StoredEntry<AuditEntry>.Of(row, ToEntry) switch
    {
        { Value: { } entry } => entry,
        var corrupt => new(row.RowKey, InstantOf(row.RowKey) ?? default, "", "", corrupt.Fault, "", "", AuditOutcome.Unreadable),
    };

    private static AuditEntry ToEntry(Row row)
    {
        row.RequireVersion(1);
        return new(
            row.RowKey, row.RequiredInstant("at"), row.Text("who"), row.Text("keyId"), row.Text("action"), row.Text("subject"),
            row.Text("from"),
            row.Choice<AuditOutcome>("outcome"));
    }

    private static string Cut(string text) => text.Length > LongestText ? text[..LongestText] : text;
}
