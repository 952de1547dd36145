using System.Text.Json;
using AzurePerf.Core.Api;
using AzurePerf.Core.Runs;
using AzurePerf.Storage.Rows;

namespace AzurePerf.Storage.Runs;

/// <summary>How run headers, index entries and stages stand in rows.</summary>
internal static class RunRows
{
    public const string HeaderKey = "h";

    /// <summary>Length of the ticks and the dash before a run's id in the key of its index entry.</summary>
    private const int IndexPrefixLength = 20;

    private const string StagePrefix = "s";

    public static string StageKey(StageKind stage) => StagePrefix + ((int)stage).ToString("D2", System.Globalization.CultureInfo.InvariantCulture);

    public static Row FromState(RunState run) => new(run.RunId, HeaderKey)
    {
        ["v"] = 1,
        ["spec"] = JsonSerializer.Serialize(run.Spec, RowJson.Options),
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

    public static RunState ToState(Row row)
    {
        row.RequireVersion(1);
        return new()
        {
            RunId = row.PartitionKey,
            Spec = ReadSpec(row),
            Owner = row.Text("owner"),
            BodyHash = row.Text("bodyHash"),
            IndexKey = new(row.RequiredText("indexMonth"), row.RequiredText("indexKey")),
            Status = row.Choice<RunStatus>("status"),
            Reason = row.Text("reason"),
            SubmittedAt = row.RequiredInstant("submittedAt"),
            StartedAt = row.Instant("startedAt"),
            EndedAt = row.Instant("endedAt"),
            Points = row.Integer("points"),
            Emulator = row.Flag("emulator"),
            ETag = row.ETag,
        };
    }

    /// <summary>The target's name becomes part of keys, so what no operator can have configured is refused here.</summary>
    private static RunSpec ReadSpec(Row row)
    {
        var spec = row.Json<RunSpec>("spec", RowJson.Options);
        return spec.Target.All(character => char.IsAsciiLetterOrDigit(character) || character is '-' or '_')
            ? spec
            : throw row.Nonsense("spec", "names a target that cannot be one");
    }

    /// <summary>
    /// The header of a run that fails because its rows make no sense: what can still be read of it, so that it can be listed and shown. One that had ended
    /// before keeps its end.
    /// </summary>
    public static RunState Salvage(Row row, string reason, DateTimeOffset now)
    {
        var status = ReadableOr(() => row.Choice<RunStatus>("status"), RunStatus.Running);
        var submittedAt = ReadableOr(() => row.RequiredInstant("submittedAt"), now);
        return new()
        {
            RunId = row.PartitionKey,
            Spec = ReadableOr(() => ReadSpec(row), UnreadableSpec()),
            Owner = ReadableOr(() => row.Text("owner"), ""),
            BodyHash = ReadableOr(() => row.Text("bodyHash"), ""),
            IndexKey = ReadableOr(() => new(row.RequiredText("indexMonth"), row.RequiredText("indexKey")), RunIndexKey.For(row.PartitionKey, submittedAt)),
            Status = status.IsTerminal() ? status : RunStatus.Failed,
            Reason = status.IsTerminal() ? ReadableOr(() => row.Text("reason"), reason) : reason,
            SubmittedAt = submittedAt,
            StartedAt = ReadableOr(() => row.Instant("startedAt"), null),
            EndedAt = status.IsTerminal() ? ReadableOr(() => row.Instant("endedAt"), now) : now,
            Points = ReadableOr(() => row.Integer("points"), 0),
            Emulator = ReadableOr(() => row.Flag("emulator"), false),
            ETag = row.ETag,
        };
    }

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
        ["tags"] = JsonSerializer.Serialize(run.Spec.Tags, RowJson.Options),
    };

    /// <summary>An index entry; one that makes no sense is given back without what it says, because its place alone leads to the header.</summary>
    public static RunIndexEntry ToIndexEntry(Row row)
    {
        var runId = row.RowKey.Length > IndexPrefixLength ? row.RowKey[IndexPrefixLength..] : "";
        return new(new(row.PartitionKey, row.RowKey), runId, ReadableOr(() => ToListItem(row), null));
    }

    public static RunListItem ToListItem(Row row)
    {
        row.RequireVersion(1);
        return new(
            row.RequiredText("run"),
            row.Choice<RunStatus>("status"),
            row.Text("reason"),
            row.Text("experiment"),
            row.Text("name"),
            row.Text("target"),
            row.Text("scale"),
            row.Text("owner"),
            row.RequiredInstant("submittedAt"),
            row.Instant("endedAt"),
            row.Json<Dictionary<string, string>>("tags", RowJson.Options));
    }

    public static bool IsStage(Row row) => row.RowKey.StartsWith(StagePrefix, StringComparison.Ordinal);

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
        row.RequireVersion(1);
        var stage = new StageState
        {
            RunId = row.PartitionKey,
            Kind = KindOf(row),
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
        return stage is { Failed: >= 0, AcceptedAttempt: >= 0 } && stage.Failed <= stage.Finished
            && stage.Finished <= stage.Dispatched && stage.Dispatched <= stage.Created && stage.Created <= stage.Total
            ? stage
            : throw row.Nonsense("failed, finished, dispatched, created and total", "are not in ascending order from 0");
    }

    private static StageKind KindOf(Row row)
    {
        foreach (var kind in Enum.GetValues<StageKind>())
        {
            if (row.RowKey == StageKey(kind))
            {
                return kind;
            }
        }

        throw row.Nonsense("its key", "names no stage");
    }

    private static RunSpec UnreadableSpec() =>
        new() { Experiment = "unreadable", Scale = "custom", Target = "", Parameters = [], Repetitions = 1, Seed = 0 };

    private static T ReadableOr<T>(Func<T> read, T otherwise)
    {
        try
        {
            return read();
        }
        catch (CorruptRowException)
        {
            return otherwise;
        }
    }
}
