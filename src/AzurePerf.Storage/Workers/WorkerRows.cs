using System.Text.Json;
using AzurePerf.Core.Workers;
using AzurePerf.Storage.Rows;

namespace AzurePerf.Storage.Workers;

/// <summary>How workers and their orders stand in rows.</summary>
internal static class WorkerRows
{
    private const string OrdersSuffix = "!orders";

    public static string OrdersKey(string workerId) => workerId + OrdersSuffix;

    public static bool IsOrders(Row row) => row.RowKey.EndsWith(OrdersSuffix, StringComparison.Ordinal);

    public static Row FromState(WorkerState worker) => new(worker.Pool, worker.WorkerId)
    {
        ["v"] = 1,
        ["host"] = worker.HostId,
        ["build"] = worker.Build,
        ["slots"] = 1,
        ["beat"] = worker.Beat,
        ["startedAt"] = worker.StartedAt,
        ["beatAt"] = worker.BeatAt,
        ["draining"] = worker.Draining,
        ["running"] = worker.Running is null ? null : JsonSerializer.Serialize(worker.Running, RowJson.Options),
    };

    public static WorkerState ToState(Row row)
    {
        row.RequireVersion(1);
        return new()
        {
            WorkerId = row.RowKey,
            Pool = row.PartitionKey,
            HostId = row.RequiredText("host"),
            Build = row.Text("build"),
            Beat = row.Long("beat"),
            StartedAt = row.RequiredInstant("startedAt"),
            BeatAt = row.RequiredInstant("beatAt"),
            Draining = row.Flag("draining"),
            Running = row.Values.ContainsKey("running") ? row.Json<RunningTask>("running", RowJson.Options) : null,
            ETag = row.ETag,
        };
    }

    public static Row FromOrders(string pool, string workerId, WorkerOrders orders) => new(pool, OrdersKey(workerId))
    {
        ["v"] = 1,
        ["orders"] = JsonSerializer.Serialize(orders, RowJson.Options),
    };

    public static WorkerOrders ToOrders(Row row)
    {
        row.RequireVersion(1);
        return row.Json<WorkerOrders>("orders", RowJson.Options);
    }
}
