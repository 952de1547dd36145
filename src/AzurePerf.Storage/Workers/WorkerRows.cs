using System.Text.Json;
using AzurePerf.Core.Tasks;
using AzurePerf.Core.Workers;
using AzurePerf.Storage.Rows;

namespace AzurePerf.Storage.Workers;

/// <summary>How workers and their commands stand in rows.</summary>
internal static class WorkerRows
{
    private const string CommandsSuffix = "!orders";

    public static string CommandsKey(string workerId) => workerId + CommandsSuffix;

    public static string WorkerOfCommands(Row row) => row.RowKey[..^CommandsSuffix.Length];

    public static bool IsCommands(Row row) => row.RowKey.EndsWith(CommandsSuffix, StringComparison.Ordinal);

    public static Row FromState(WorkerState worker) => new(worker.Pool, worker.WorkerId)
    {
        ["v"] = 1,
        ["host"] = worker.HostId,
        ["sku"] = worker.Sku,
        ["build"] = worker.Build,
        ["slots"] = worker.Slots,
        ["beat"] = worker.Beat,
        ["heartbeatMilliseconds"] = (int)worker.Heartbeat.TotalMilliseconds,
        ["startedAt"] = worker.StartedAt,
        ["beatAt"] = worker.BeatAt,
        ["draining"] = worker.Draining,
        ["holding"] = worker.Holding,
        ["requests"] = worker.Requests,
        ["running"] = JsonSerializer.Serialize(worker.Running, RowJson.Options),
        ["peer"] = worker.PeerTrial is null ? null : JsonSerializer.Serialize(worker.PeerTrial, RowJson.Options),
        ["programRefusal"] = worker.ProgramRefusal.Length == 0 ? null : worker.ProgramRefusal,
        ["runsPrograms"] = worker.RunsPrograms ? true : null,
        ["tallies"] = JsonSerializer.Serialize(worker.Tallies, RowJson.Options),
    };

    public static WorkerState ToState(Row row)
    {
        row.RequireVersion(1);
        return new()
        {
            WorkerId = row.RowKey,
            Pool = row.PartitionKey,
            HostId = row.RequiredText("host"),
            Sku = row.RequiredText("sku"),
            Build = row.Text("build"),
            Beat = row.Long("beat"),
            Heartbeat = row.Integer("heartbeatMilliseconds") is > 0 and var milliseconds
                ? TimeSpan.FromMilliseconds(milliseconds)
                : new EngineOptions().Heartbeat,
            StartedAt = row.RequiredInstant("startedAt"),
            BeatAt = row.RequiredInstant("beatAt"),
            BeatAge = row.Age,
            Draining = row.Flag("draining"),
            Holding = row.Flag("holding"),
            Requests = row.Long("requests"),
            Slots = row.Integer("slots"),
            PeerTrial = row.Values.ContainsKey("peer") ? row.Json<PeerTrial>("peer", RowJson.Options) : null,
            ProgramRefusal = row.Text("programRefusal"),
            RunsPrograms = row.Flag("runsPrograms"),
            Running = row.Json<RunningTask[]>("running", RowJson.Options),
            Tallies = row.Json<StageTally[]>("tallies", RowJson.Options),
            ETag = row.ETag,
        };
    }

    public static Row FromCommands(string pool, string workerId, WorkerCommands commands) => new(pool, CommandsKey(workerId))
    {
        ["v"] = 1,
        ["orders"] = JsonSerializer.Serialize(commands with { ETag = "" }, RowJson.Options),
    };

    public static WorkerCommands ToCommands(Row row)
    {
        row.RequireVersion(1);
        return row.Json<WorkerCommands>("orders", RowJson.Options) with { ETag = row.ETag };
    }
}
