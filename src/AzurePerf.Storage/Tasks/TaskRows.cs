using System.Globalization;
using System.Text.Json;
using AzurePerf.Core.Api;
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
        ["params"] = JsonSerializer.Serialize(task.Order, ApiJson.Options),
        ["readyAt"] = task.ReadyAt,
        ["notBefore"] = task.NotBefore,
        ["claimedAt"] = task.ClaimedAt,
        ["endedAt"] = task.EndedAt,
        ["failures"] = JsonSerializer.Serialize(task.Failures, ApiJson.Options),
        ["failureKind"] = task.FailureKind?.ToString(),
        ["error"] = task.Error,
        ["result"] = task.Result,
    };

    public static BenchmarkTask ToTask(Row row)
    {
        return new()
        {
            Key = KeyOf(row),
            Order = row.Json<TaskOrder>("params", ApiJson.Options),
            Status = row.Choice<BenchmarkTaskStatus>("st"),
            Attempt = row.Integer("a"),
            Gang = row.Integer("g"),
            Owner = row.Text("owner"),
            Nonce = row.Text("o"),
            ReadyAt = row.Instant("readyAt") ?? throw row.Nonsense("readyAt", "is missing"),
            NotBefore = row.Instant("notBefore"),
            ClaimedAt = row.Instant("claimedAt"),
            EndedAt = row.Instant("endedAt"),
            Failures = row.Json<TaskFailures>("failures", ApiJson.Options),
            FailureKind = row.Text("failureKind").Length == 0 ? null : row.Choice<TaskFailureKind>("failureKind"),
            Error = row.Text("error"),
            Result = row.Text("result"),
            ETag = row.ETag,
        };
    }

    private static TaskKey KeyOf(Row row)
    {
        var parts = row.PartitionKey.Split('-');
        return parts.Length == 3
            && int.TryParse(parts[0], out var shard)
            && int.TryParse(parts[2], out var stage) && Enum.IsDefined((StageKind)stage)
            && int.TryParse(row.RowKey, out var number)
                ? new(parts[1], (StageKind)stage, number, shard)
                : throw row.Nonsense("its key", "names no task");
    }
}
