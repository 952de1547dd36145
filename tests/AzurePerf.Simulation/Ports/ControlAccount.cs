using Azure;
using AzurePerf.Simulation.Processes;
using AzurePerf.Simulation.Sabotages;
using AzurePerf.Storage;
using AzurePerf.Storage.Rows;
using AzurePerf.Testing.Storage;
using AzurePerf.Testing.Storage.Service;

namespace AzurePerf.Simulation.Ports;

/// <summary>The control account itself, which all processes share: does what arrives, at once and in the order of arrival, and tells of it.</summary>
/// <param name="time">True time.</param>
/// <param name="sabotage">What is broken.</param>
/// <param name="realRows">Whether the rows are kept by the store of the cloud, over a service in memory that answers at once.</param>
internal sealed class ControlAccount(TimeProvider time, Sabotage sabotage, bool realRows = false)
{
    /// <summary>Small, so that a scan is not one look.</summary>
    private const int PageRows = 16;

    private IRowStore? _rows;

    public InMemoryControlPlane Stores { get; } = new(time);

    private IRowStore Rows => _rows ??= realRows ? RealRows() : Stores.Rows;

    /// <summary>The queues of tasks of all pools.</summary>
    public IReadOnlyList<InMemoryMessageQueue> TaskQueues => [Stores.MeasureTasks, Stores.BagTasks, Stores.PeerTasks];

    /// <summary>Told of each look through a partition that a process begins.</summary>
    public Action<SimulatedProcess, string, string> Listed { get; set; } = (_, _, _) => { };

    /// <summary>Told of each write: all rows of a transaction together.</summary>
    public Action<IReadOnlyList<RowChange>> Written { get; set; } = _ => { };

    /// <summary>What it answers to each write of a partition; null where it does what it is asked.</summary>
    public Func<string, string, RequestFailedException?> Refusal { get; set; } = (_, _) => null;

    public Row? Find(string table, string partitionKey, string rowKey) => Now(Rows.FindAsync(table, partitionKey, rowKey, CancellationToken.None));

    /// <summary>What is broken between this account and its processes.</summary>
    public Sabotage Sabotage => sabotage;

    public RowPage Page(string table, string partitionKey, string fromRowKey, string? beforeRowKey, RowExclusion? except)
    {
        var rows = List(Rows.ListAsync(table, partitionKey, fromRowKey, beforeRowKey, except), PageRows + 1);
        return rows.Count <= PageRows ? new(rows, null) : new(rows[..PageRows], rows[PageRows].RowKey);
    }

    public IReadOnlyList<Row> All(string table) => List(Rows.ListAllAsync(table), int.MaxValue);

    /// <summary>A blob as text; null when there is none.</summary>
    public BinaryData? Blob(string name) => Now(Stores.Results.FindAsync(sabotage.BlobName(name), CancellationToken.None));

    /// <summary>Writes one row or a transaction; the new ETags, or null when a condition failed.</summary>
    public IReadOnlyList<string>? Write(SimulatedProcess by, string table, IReadOnlyList<RowWrite> writes, bool unconditional)
    {
        if (Refusal(table, writes[0].Row.PartitionKey) is { } refusal)
        {
            throw sabotage.ToldAs(refusal);
        }

        var sent = sabotage.Sent(by, table, [.. writes.Select(write => Whole(table, write))]);
        var changes = sent.Select(write => ChangeOf(by, table, write)).ToArray();
        foreach (var change in changes)
        {
            sabotage.BeforeWrite(by, table, change.Before, change.After!);
        }

        if (Store(table, sent, changes, unconditional) is not { } etags)
        {
            Array.ForEach(changes, change => sabotage.Refused(by, table, change.Before, change.After!));
            return null;
        }

        Written(changes);
        Array.ForEach(changes, sabotage.AfterWrite);
        return sent.Count == writes.Count ? etags : [.. writes.Select(write => sent.Contains(write) ? etags[sent.ToList().IndexOf(write)] : write.ETag ?? "")];
    }

    /// <summary>A write that keeps what it does not give, as the row will be.</summary>
    private RowWrite Whole(string table, RowWrite write) =>
        write.Merges && Find(table, write.Row.PartitionKey, write.Row.RowKey) is { } stored ? new(Merged(stored, write.Row), write.ETag) : write;

    private RowChange ChangeOf(SimulatedProcess by, string table, RowWrite write)
    {
        var before = Find(table, write.Row.PartitionKey, write.Row.RowKey);
        return new(by, table, before, sabotage.Instead(by, table, before, write.Row));
    }

    private IReadOnlyList<string>? Store(string table, IReadOnlyList<RowWrite> writes, RowChange[] changes, bool unconditional)
    {
        if (unconditional)
        {
            Now(Rows.PutAsync(table, changes[0].After!, CancellationToken.None));
            return [Find(table, writes[0].Row.PartitionKey, writes[0].Row.RowKey)!.ETag];
        }

        // Where one row is written whatever is stored, so is all that is written with it.
        var ignored = changes.Any(change => change is { Before: { } before, After: { } after } && sabotage.IgnoresETag(change.By, table, before, after));
        return Now(Rows.TryWriteAllAsync(table, [.. writes.Select((write, index) => new RowWrite(changes[index].After!, ignored ? changes[index].Before?.ETag : write.ETag))], CancellationToken.None));
    }

    /// <summary>Changes properties of a row if it still has the ETag; the new ETag, or null.</summary>
    public string? Merge(SimulatedProcess by, string table, Row changes, string etag)
    {
        if (Find(table, changes.PartitionKey, changes.RowKey) is not { } before)
        {
            return null;
        }

        var after = Merged(before, changes);
        if (before.ETag == etag || sabotage.IgnoresETag(by, table, before, after))
        {
            return Write(by, table, [new(after, etag)], unconditional: false)?[0];
        }

        sabotage.Refused(by, table, before, after);
        return null;
    }

    /// <summary>A row as it is after a change of some properties.</summary>
    public static Row Merged(Row stored, Row changes)
    {
        var merged = new Row(stored.PartitionKey, stored.RowKey) { Values = new(stored.Values, StringComparer.Ordinal) };
        foreach (var (name, value) in changes.Values)
        {
            merged.Values[name] = value;
        }

        return merged;
    }

    public bool Delete(SimulatedProcess by, string table, string partitionKey, string rowKey, string? etag) =>
        !sabotage.DeletesNow(by, table, partitionKey, rowKey) || Remove(by, table, partitionKey, rowKey, etag);

    /// <summary>Deletes a row, whatever is broken.</summary>
    public bool Remove(SimulatedProcess by, string table, string partitionKey, string rowKey, string? etag)
    {
        var before = Find(table, partitionKey, rowKey);
        var deleted = Now(Rows.TryDeleteAsync(table, partitionKey, rowKey, etag, CancellationToken.None));
        if (deleted && before is not null)
        {
            Written([new(by, table, before, null)]);
        }

        return deleted;
    }

    /// <summary>Deletes rows of a partition, all or none; false when one is gone.</summary>
    public bool DeleteAll(SimulatedProcess by, string table, string partitionKey, IReadOnlyList<string> rowKeys)
    {
        var changes = rowKeys.Select(key => Find(table, partitionKey, key)).OfType<Row>().Select(row => new RowChange(by, table, row, null)).ToArray();
        var deleted = Now(Rows.TryDeleteAllAsync(table, partitionKey, rowKeys, CancellationToken.None));
        if (deleted)
        {
            Written(changes);
            sabotage.AfterDeletions(by, table, partitionKey);
        }

        return deleted;
    }

    /// <summary>The answer of a store in memory, which is always there at once.</summary>
    public static T Now<T>(Task<T> answer) => answer.IsCompleted ? answer.GetAwaiter().GetResult() : throw new InvalidOperationException("a store in memory lets wait");

    public static void Now(Task answer)
    {
        if (!answer.IsCompleted)
        {
            throw new InvalidOperationException("a store in memory lets wait");
        }

        answer.GetAwaiter().GetResult();
    }

    private static AzureRowStore RealRows()
    {
        var rows = new AzureRowStore(new FakeTableService { PageRows = 3 * PageRows }.Client(), "");
        Now(rows.CreateTablesAsync(ControlNames.Tables, CancellationToken.None));
        return rows;
    }

    private static List<Row> List(IAsyncEnumerable<Row> rows, int most)
    {
        var listed = new List<Row>();
        var enumerator = rows.GetAsyncEnumerator();
        while (listed.Count < most && Now(enumerator.MoveNextAsync().AsTask()))
        {
            listed.Add(enumerator.Current);
        }

        return listed;
    }
}
