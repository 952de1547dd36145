using System.Globalization;
using System.Runtime.CompilerServices;
using AzurePerf.Core.Tasks;
using AzurePerf.Storage.Rows;

namespace AzurePerf.Storage.Tasks;

/// <summary>Abnormal ends of executions, kept for reports after the task itself went on.</summary>
public sealed class AttemptStore(IRowStore rows)
{
    private const int ErrorCharacters = 2_000;

    /// <summary>The abnormal ends in one partition of a stage.</summary>
    public async IAsyncEnumerable<AbnormalEnd> ListAsync(
        string runId, StageId stage, int shard, [EnumeratorCancellation] CancellationToken cancellationToken)
    {
        var prefix = string.Create(CultureInfo.InvariantCulture, $"{stage.Number:D2}-");
        await foreach (var row in rows.ListAsync(
            ControlNames.AttemptsTable, PartitionOf(runId, shard), prefix, prefix + "~", cancellationToken: cancellationToken))
        {
            yield return ToEnd(row);
        }
    }

    /// <summary>
    /// The abnormal ends of a run in the first partition, which is the only one of all stages but bags of more than 1,000 tasks. For
    /// people: rows that make no sense are left out.
    /// </summary>
    public async IAsyncEnumerable<AbnormalEnd> ListUnshardedAsync(
        string runId, [EnumeratorCancellation] CancellationToken cancellationToken)
    {
        await foreach (var row in rows.ListAsync(ControlNames.AttemptsTable, PartitionOf(runId, 0), cancellationToken: cancellationToken))
        {
            if (TryRead(row) is { } end)
            {
                yield return end;
            }
        }
    }

    /// <summary>The abnormal ends of one task, oldest first. For people: rows that make no sense are left out.</summary>
    public async Task<IReadOnlyList<AbnormalEnd>> ListAsync(TaskKey key, CancellationToken cancellationToken)
    {
        var prefix = string.Create(CultureInfo.InvariantCulture, $"{key.Stage.Number:D2}-{TaskRows.RowKeyOf(key.Number)}-");
        var ends = await rows.ListAsync(
            ControlNames.AttemptsTable, PartitionOf(key.RunId, key.Shard), prefix, prefix + "~", cancellationToken: cancellationToken)
            .Select(TryRead).ToArrayAsync(cancellationToken);
        return [.. ends.OfType<AbnormalEnd>().OrderBy(end => end.Attempt)];
    }

    /// <summary>Keeps the end of one execution; repeating it changes nothing.</summary>
    /// <param name="task">The task as it was when the execution ended: its attempt and owner are the execution's.</param>
    /// <param name="cause">Why it ended.</param>
    /// <param name="error">What it said.</param>
    public Task AddAsync(BenchmarkTask task, FailureCause cause, string error, CancellationToken cancellationToken)
    {
        var key = string.Create(
            CultureInfo.InvariantCulture, $"{task.Key.Stage.Number:D2}-{TaskRows.RowKeyOf(task.Key.Number)}-{task.Attempt}");
        return rows.PutAsync(ControlNames.AttemptsTable, new Row(PartitionOf(task.Key.RunId, task.Key.Shard), key)
        {
            ["v"] = 1,
            ["owner"] = task.Owner,
            ["sku"] = task.Sku.Length == 0 ? null : task.Sku,
            ["cause"] = cause.ToString(),
            ["error"] = LongText.Cut(error, ErrorCharacters),
            ["claimedAt"] = task.ClaimedAt,
            ["endedAt"] = task.EndedAt,
        }, cancellationToken);
    }

    /// <summary>Removes the abnormal ends in one partition of a run that has ended; an item after each transaction.</summary>
    public IAsyncEnumerable<bool> RemoveAsync(string runId, int shard, CancellationToken cancellationToken) =>
        rows.DeleteBlocksAsync(ControlNames.AttemptsTable, PartitionOf(runId, shard), cancellationToken);

    private static AbnormalEnd? TryRead(Row row)
    {
        try
        {
            return ToEnd(row);
        }
        catch (CorruptRowException)
        {
            return null;
        }
    }

    private static AbnormalEnd ToEnd(Row row)
    {
        row.RequireVersion(1);
        var (stage, task, attempt) = ExecutionOf(row);
        return new(stage, task, attempt, row.Text("owner"), row.Choice<FailureCause>("cause"), row.Text("error"),
            row.RequiredInstant("endedAt"))
        {
            Sku = row.Text("sku"),
            BeganAt = row.Instant("claimedAt"),
        };
    }

    private static (StageId Stage, int Task, int Attempt) ExecutionOf(Row row)
    {
        var parts = row.RowKey.Split('-');
        return parts.Length == 3 && TryRead(parts[0], out var stage) && new StageId(stage).IsValid && TryRead(parts[1], out var task)
            && TryRead(parts[2], out var attempt)
            ? (new(stage), task, attempt)
            : throw row.Corrupt("its key", "names no execution");
    }

    private static bool TryRead(string digits, out int number) =>
        int.TryParse(digits, NumberStyles.None, CultureInfo.InvariantCulture, out number);

    private static string PartitionOf(string runId, int shard) => string.Create(CultureInfo.InvariantCulture, $"{shard:D2}-{runId}");
}
