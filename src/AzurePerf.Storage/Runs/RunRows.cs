using System.Text.Json;
using AzurePerf.Core.Api;
using AzurePerf.Core.Runs;
using AzurePerf.Storage.Rows;

namespace AzurePerf.Storage.Runs;

/// <summary>How run headers, index entries and stages stand in rows.</summary>
internal static class RunRows
{
    public const string HeaderKey = "h";
    private const string StagePrefix = "s";

    public static string StageKey(StageKind stage) => StagePrefix + ((int)stage).ToString("D2", System.Globalization.CultureInfo.InvariantCulture);

    public static Row FromState(RunState run) => new(run.RunId, HeaderKey)
    {
        ["v"] = 1,
        ["spec"] = JsonSerializer.Serialize(run.Spec, ApiJson.Options),
        ["owner"] = run.Owner,
        ["bodyHash"] = run.BodyHash,
        ["indexMonth"] = run.IndexKey.Month,
        ["indexKey"] = run.IndexKey.RowKey,
        ["status"] = run.Status.ToString(),
        ["reason"] = run.Reason,
        ["submittedAt"] = run.SubmittedAt,
        ["startedAt"] = run.StartedAt,
        ["endedAt"] = run.EndedAt,
        ["points"] = run.Points,
        ["emulator"] = run.Emulator,
    };

    public static RunState ToState(Row row) => new()
    {
        RunId = row.PartitionKey,
        Spec = row.Json<RunSpec>("spec", ApiJson.Options),
        Owner = row.Text("owner"),
        BodyHash = row.Text("bodyHash"),
        IndexKey = new(row.Text("indexMonth"), row.Text("indexKey")),
        Status = row.Choice<RunStatus>("status"),
        Reason = row.Text("reason"),
        SubmittedAt = row.Instant("submittedAt") ?? throw row.Nonsense("submittedAt", "is missing"),
        StartedAt = row.Instant("startedAt"),
        EndedAt = row.Instant("endedAt"),
        Points = row.Integer("points"),
        Emulator = row.Flag("emulator"),
        ETag = row.ETag,
    };

    public static Row IndexRow(RunState run) => new(run.IndexKey.Month, run.IndexKey.RowKey)
    {
        ["v"] = 1,
        ["run"] = run.RunId,
        ["status"] = run.Status.ToString(),
        ["reason"] = run.Reason,
        ["experiment"] = run.Spec.Experiment,
        ["name"] = run.Spec.Name,
        ["target"] = run.Spec.Target,
        ["scale"] = run.Spec.Scale,
        ["owner"] = run.Owner,
        ["submittedAt"] = run.SubmittedAt,
        ["endedAt"] = run.EndedAt,
        ["tags"] = JsonSerializer.Serialize(run.Spec.Tags, ApiJson.Options),
    };

    public static RunListItem ToListItem(Row row) => new(
        row.Text("run"),
        row.Choice<RunStatus>("status"),
        row.Text("reason"),
        row.Text("experiment"),
        row.Text("name"),
        row.Text("target"),
        row.Text("scale"),
        row.Text("owner"),
        row.Instant("submittedAt") ?? throw row.Nonsense("submittedAt", "is missing"),
        row.Instant("endedAt"),
        row.Json<Dictionary<string, string>>("tags", ApiJson.Options));

    public static Row FromStage(StageState stage) => new(stage.RunId, StageKey(stage.Kind))
    {
        ["v"] = 1,
        ["open"] = stage.Open,
        ["closed"] = stage.Closed,
        ["total"] = stage.Total,
        ["created"] = stage.Created,
        ["dispatched"] = stage.Dispatched,
        ["finished"] = stage.Finished,
        ["failed"] = stage.Failed,
        ["acceptedAttempt"] = stage.AcceptedAttempt,
    };

    public static StageState ToStage(Row row)
    {
        if (!int.TryParse(row.RowKey.AsSpan(StagePrefix.Length), out var number) || !Enum.IsDefined((StageKind)number))
        {
            throw row.Nonsense("its key", "names no stage");
        }

        var stage = new StageState
        {
            RunId = row.PartitionKey,
            Kind = (StageKind)number,
            Open = row.Flag("open"),
            Closed = row.Flag("closed"),
            Total = row.Integer("total"),
            Created = row.Integer("created"),
            Dispatched = row.Integer("dispatched"),
            Finished = row.Integer("finished"),
            Failed = row.Integer("failed"),
            AcceptedAttempt = row.Integer("acceptedAttempt"),
            ETag = row.ETag,
        };
        return stage is { Finished: >= 0 } && stage.Finished <= stage.Dispatched && stage.Dispatched <= stage.Created && stage.Created <= stage.Total
            ? stage
            : throw row.Nonsense("finished, dispatched, created and total", "are not in ascending order");
    }
}
