using System.Globalization;
using AzurePerf.Core.Tasks;
using AzurePerf.Storage.Rows;

namespace AzurePerf.Storage.Tasks;

/// <summary>Abnormal ends of executions, kept for reports after the task itself went on.</summary>
public sealed class AttemptStore(IRowStore rows)
{
    /// <summary>Keeps the end of one execution; repeating it changes nothing.</summary>
    /// <param name="task">The task as it was when the execution ended: its attempt and owner are the execution's.</param>
    /// <param name="kind">Why it ended.</param>
    /// <param name="error">What it said.</param>
    public Task AddAsync(BenchmarkTask task, TaskFailureKind kind, string error, CancellationToken cancellationToken)
    {
        var partition = string.Create(CultureInfo.InvariantCulture, $"{task.Key.Shard:D2}-{task.Key.RunId}");
        var key = string.Create(CultureInfo.InvariantCulture, $"{(int)task.Key.Stage:D2}-{TaskRows.RowKeyOf(task.Key.Number)}-{task.Attempt}");
        return rows.PutAsync(ControlNames.AttemptsTable, new Row(partition, key)
        {
            ["v"] = 1,
            ["owner"] = task.Owner,
            ["kind"] = kind.ToString(),
            ["error"] = error,
            ["claimedAt"] = task.ClaimedAt,
            ["endedAt"] = task.EndedAt,
        }, cancellationToken);
    }
}
