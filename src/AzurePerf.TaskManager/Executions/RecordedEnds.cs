using AzurePerf.Core.Tasks;

namespace AzurePerf.TaskManager.Executions;

/// <summary>
/// How the executions of tasks ended that brought no result of their own, from the record of abnormal ends and from the tasks' rows. The
/// row is written first, so whoever dies in between leaves the record without an end that the row has: then the row says the cause, and for
/// machine and time its latest stand in.
/// </summary>
/// <param name="record">The record of one partition, by task; it is not read before a task has ends.</param>
internal sealed class RecordedEnds(IAsyncEnumerable<AbnormalEnd> record) : IAsyncDisposable
{
    private IAsyncEnumerator<AbnormalEnd>? _record;
    private bool _hasNext;

    /// <summary>The ends of one task that is terminal; tasks are asked for in the order of their numbers.</summary>
    public async Task<IReadOnlyList<AbnormalEnd>> OfAsync(BenchmarkTask task)
    {
        // A dead task has ends even where its row is of a build that did not keep them.
        var hasEnds = task.Attempt > 1 || !task.Ends.IsEmpty || task.Status == BenchmarkTaskStatus.Dead;
        var ends = hasEnds ? await ReadAsync(task.Key.Number) : [];
        var missing = task.Ends.RemoveRange(ends.Select(end => end.Attempt));
        ends.AddRange(missing.Select(end => EndOf(task, end.Key, end.Value)));
        if (task.IsReused)
        {
            ends.Add(EndOf(task, task.Attempt, task.FailureCause!.Value));
        }

        return ends;
    }

    public ValueTask DisposeAsync() => _record?.DisposeAsync() ?? ValueTask.CompletedTask;

    private async Task<List<AbnormalEnd>> ReadAsync(int number)
    {
        if (_record is null)
        {
            _record = record.GetAsyncEnumerator();
            _hasNext = await _record.MoveNextAsync();
        }

        var ends = new List<AbnormalEnd>();
        for (; _hasNext && _record.Current.Task <= number; _hasNext = await _record.MoveNextAsync())
        {
            if (_record.Current.Task == number)
            {
                ends.Add(_record.Current);
            }
        }

        return ends;
    }

    private static AbnormalEnd EndOf(BenchmarkTask task, int attempt, FailureCause cause) =>
        new(task.Key.Stage, task.Key.Number, attempt, task.Owner, cause, task.Error, task.EndedAt ?? task.ReadyAt) { Sku = task.Sku };
}
