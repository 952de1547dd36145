using System.Globalization;
using System.Text.Json;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Tasks;
using AzurePerf.Storage.Rows;

namespace AzurePerf.Storage.Tasks;

/// <summary>How tasks stand in rows.</summary>
internal static class TaskRows
{
    public static string PartitionOf(TaskKey key) => PartitionOf(key.RunId, key.Stage, key.Shard);

    public static string PartitionOf(string runId, StageKind stage, int shard) =>
        string.Create(CultureInfo.InvariantCulture, $"{shard:D2}-{runId}-{(int)stage:D2}");

    public static string RowKeyOf(int number) => number.ToString("D8", CultureInfo.InvariantCulture);

    public static Row FromTask(BenchmarkTask task) => new(PartitionOf(task.Key), RowKeyOf(task.Key.Number))
    {
        ["v"] = 1,
        ["st"] = task.Status.ToString(),
        ["a"] = task.Attempt,
        ["g"] = task.Gang,
        ["owner"] = task.Owner,
        ["o"] = task.Nonce,
        ["params"] = JsonSerializer.Serialize(task.Order, RowJson.Options),
        ["readyAt"] = task.ReadyAt,
        ["notBefore"] = task.NotBefore,
        ["claimedAt"] = task.ClaimedAt,
        ["endedAt"] = task.EndedAt,
        ["failures"] = JsonSerializer.Serialize(task.Failures, RowJson.Options),
        ["failureKind"] = task.FailureKind?.ToString(),
        ["error"] = task.Error,
        ["result"] = task.Result,
    };

    public static BenchmarkTask ToTask(Row row)
    {
        row.RequireVersion(1);
        var task = new BenchmarkTask
        {
            Key = KeyOf(row),
            Order = row.Json<TaskOrder>("params", RowJson.Options),
            Status = row.Choice<BenchmarkTaskStatus>("st"),
            Attempt = row.Integer("a"),
            Gang = row.Integer("g"),
            Owner = row.Text("owner"),
            Nonce = row.Text("o"),
            ReadyAt = row.RequiredInstant("readyAt"),
            NotBefore = row.Instant("notBefore"),
            ClaimedAt = row.Instant("claimedAt"),
            EndedAt = row.Instant("endedAt"),
            Failures = row.Json<TaskFailures>("failures", RowJson.Options),
            FailureKind = row.Text("failureKind").Length == 0 ? null : row.Choice<TaskFailureKind>("failureKind"),
            Error = row.Text("error"),
            Result = row.Text("result"),
            ETag = row.ETag,
        };
        return IsSound(task) ? task : throw row.Nonsense("st, a, g, owner, o and failureKind", "do not fit together");
    }

    private static bool IsSound(BenchmarkTask task) => task is { Attempt: >= 1, Gang: >= 1 } && task.Status switch
    {
        BenchmarkTaskStatus.Running or BenchmarkTaskStatus.Measured or BenchmarkTaskStatus.Done => task is { Owner.Length: > 0, Nonce.Length: > 0 },
        BenchmarkTaskStatus.Censored or BenchmarkTaskStatus.Failed or BenchmarkTaskStatus.Dead => task.FailureKind is not null,
        _ => true,
    };

    private static TaskKey KeyOf(Row row)
    {
        var parts = row.PartitionKey.Split('-');
        return parts.Length == 3
            && TryRead(parts[0], out var shard)
            && TryRead(parts[2], out var stage) && Enum.IsDefined((StageKind)stage)
            && TryRead(row.RowKey, out var number)
                ? new(parts[1], (StageKind)stage, number, shard)
                : throw row.Nonsense("its key", "names no task");
    }

    private static bool TryRead(string digits, out int number) => int.TryParse(digits, NumberStyles.None, CultureInfo.InvariantCulture, out number);
}
