using System.Globalization;
using System.Text.Json;
using AzurePerf.Core.Api;
using AzurePerf.Core.Criteria;
using AzurePerf.Core.Experiments.Stages;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Tasks;
using AzurePerf.Core.Trends;
using AzurePerf.Storage.Rows;

namespace AzurePerf.Storage.Runs;

/// <summary>How run headers, index entries and stages stand in rows.</summary>
internal static class RunRows
{
    public const string HeaderKey = "h";
    public const string WatchKey = "w";
    public const string NotesKey = "n";

    /// <summary>Length of the ticks and the dash before a run's id in the key of its index entry.</summary>
    private const int IndexPrefixLength = 20;

    private const string StagePrefix = "s";

    /// <summary>Characters of a sentence that says why: it may have in it what an exception or a request said, at any length.</summary>
    private const int ReasonCharacters = 2_000;

    public static string StageKey(StageId stage) => StagePrefix + stage.Number.ToString("D2", CultureInfo.InvariantCulture);

    public static Row FromState(RunState run) => new(run.RunId, HeaderKey)
    {
        ["v"] = 1,
        ["spec"] = JsonSerializer.Serialize(run.Spec, RowJson.Options),
        ["owner"] = run.Owner,
        ["notify"] = run.Spec.Notify.Length == 0 ? null : run.Spec.Notify,
        ["bodyHash"] = run.BodyHash,
        ["indexMonth"] = run.IndexKey.Month,
        ["indexKey"] = run.IndexKey.RowKey,
        ["status"] = run.Status.ToString(),
        ["reason"] = LongText.Cut(run.Reason, ReasonCharacters),
        ["wait"] = run.Wait is null ? null : JsonSerializer.Serialize(run.Wait, RowJson.Options),
        ["submittedAt"] = run.SubmittedAt,
        ["startedAt"] = run.StartedAt,
        ["endedAt"] = run.EndedAt,
        ["points"] = run.Points,
        ["planHash"] = run.PlanHash.Length == 0 ? null : run.PlanHash,
        ["emulator"] = run.Emulator,
        ["build"] = run.Build,
        ["segment"] = run.Segment,
        ["givenUp"] = LongText.Cut(run.GivenUp, ReasonCharacters),
        ["aside"] = run.Aside ? true : null,
        ["fault"] = run.Fault.Length == 0 ? null : LongText.Cut(run.Fault, ReasonCharacters),
        ["schedule"] = run.Schedule?.ScheduleId,
        ["nominalAt"] = run.Schedule?.NominalAt,
        ["origin"] = run.Origin?.RunId,
        ["originKind"] = run.Origin?.Kind.ToString(),
        ["tags"] = run.ChangedTags is { } tags ? JsonSerializer.Serialize(tags, RowJson.Options) : null,
        ["charge"] = run.Charge is null ? null : JsonSerializer.Serialize(run.Charge, RowJson.Options),
        ["use"] = run.Use is null ? null : JsonSerializer.Serialize(run.Use, RowJson.Options),
        ["headline"] = HeadlineOf(run),
        ["headlineMissing"] = run.HeadlineMissing.Length == 0 ? null : run.HeadlineMissing,
        ["criteria"] = run.Criteria?.ToString(),
        ["sample"] = run.Sample ? true : null,
        ["injected"] = run.HasInjectedFaults ? true : null,
        ["traceparent"] = run.TraceParent,
    };

    public static RunState ToState(Row row)
    {
        row.RequireVersion(1);
        return new()
        {
            RunId = row.PartitionKey,
            Spec = ReadSpec(row) with { Notify = row.Text("notify") },
            Owner = row.Text("owner"),
            BodyHash = row.Text("bodyHash"),
            IndexKey = new(row.RequiredText("indexMonth"), row.RequiredText("indexKey")),
            Status = row.Choice<RunStatus>("status"),
            Reason = row.Text("reason"),
            Wait = ReadWait(row),
            SubmittedAt = row.RequiredInstant("submittedAt"),
            StartedAt = row.Instant("startedAt"),
            EndedAt = row.Instant("endedAt"),
            Points = row.Integer("points"),
            PlanHash = row.Text("planHash"),
            Emulator = row.Flag("emulator"),
            Build = row.Text("build"),
            Segment = row.Integer("segment"),
            GivenUp = row.Text("givenUp"),
            Aside = row.Flag("aside"),
            Fault = row.Text("fault"),
            Schedule = ReadSchedule(row),
            Origin = ReadOrigin(row),
            ChangedTags = ReadTags(row),
            Charge = ReadCharge(row),
            Use = ReadUse(row),
            Headline = ReadHeadline(row),
            HeadlineMissing = row.Text("headlineMissing"),
            Criteria = ReadCriteria(row),
            Sample = row.Flag("sample"),
            HasInjectedFaults = row.Flag("injected"),
            TraceParent = row.Text("traceparent") is { Length: > 0 } parent ? parent : null,
            ETag = row.ETag,
        };
    }

    /// <summary>The target's name becomes part of keys, so what no operator can have configured is refused here.</summary>
    public static RunSpec ReadSpec(Row row)
    {
        var spec = row.Json<RunSpec>("spec", RowJson.Options);
        return spec.Target.All(character => char.IsAsciiLetterOrDigit(character) || character is '-' or '_')
            ? spec
            : throw row.Corrupt("spec", "names a target that cannot be one");
    }

    /// <summary>True when a stored header is, column by column, what would be written for a state.</summary>
    public static bool SaysTheSameAs(Row row, RunState run) => row.SaysTheSameAs(FromState(run));

    /// <summary>Leaves out the index entries of runs that have ended.</summary>
    public static RowExclusion Ended { get; } =
        new("status", [.. Enum.GetValues<RunStatus>().Where(status => status.IsTerminal()).Select(status => status.ToString())]);

    /// <summary>Whose run an index entry is of; empty where the entry does not say.</summary>
    public static string OwnerOf(Row indexRow) => indexRow.Values.GetValueOrDefault("owner") as string ?? "";

    public static Row IndexRow(RunState run, RunRetention retention = RunRetention.Everything) =>
        new(run.IndexKey.Month, run.IndexKey.RowKey)
        {
            ["v"] = 1,
            ["run"] = run.RunId,
            ["status"] = run.Status.ToString(),
            ["reason"] = LongText.Cut(run.Reason, ReasonCharacters),
            ["experiment"] = run.Spec.Experiment,
            ["name"] = run.Spec.Name,
            ["target"] = run.Spec.Target,
            ["scale"] = run.Spec.Scale,
            ["owner"] = run.Owner,
            ["submittedAt"] = run.SubmittedAt,
            ["startedAt"] = run.StartedAt,
            ["endedAt"] = run.EndedAt,
            ["kept"] = retention == RunRetention.Everything ? null : retention.ToString(),
            ["tags"] = JsonSerializer.Serialize(run.Tags, RowJson.Options),
            ["charge"] = run.Charge is null ? null : JsonSerializer.Serialize(run.Charge, RowJson.Options),
            ["use"] = run.Use is null ? null : JsonSerializer.Serialize(run.Use, RowJson.Options),
            ["headline"] = HeadlineOf(run),
            ["headlineMissing"] = run.HeadlineMissing.Length == 0 ? null : run.HeadlineMissing,
            ["criteria"] = run.Criteria?.ToString(),
            ["repetitions"] = run.Spec.Repetitions,
            ["sample"] = run.Sample ? true : null,
        };

    /// <summary>An index entry; one that makes no sense is given back without what it says, because its place alone leads to the
    /// header.</summary>
    public static RunIndexEntry ToIndexEntry(Row row)
    {
        return new(new(row.PartitionKey, row.RowKey), RunOfIndexKey(row.RowKey), ReadableOr(() => ToListItem(row), null),
            ReadableOr(() => RetentionOf(row), RunRetention.Everything), ReadableOr(() => ReadCharge(row), null))
        {
            Use = ReadableOr(() => ReadUse(row), null),
        };
    }

    /// <summary>The run that the key of an index entry names; empty where it names none.</summary>
    public static string RunOfIndexKey(string rowKey) => rowKey.Length > IndexPrefixLength ? rowKey[IndexPrefixLength..] : "";

    private static RunRetention RetentionOf(Row row) =>
        row.Text("kept").Length == 0 ? RunRetention.Everything : row.Choice<RunRetention>("kept");

    public static RunListItem ToListItem(Row row)
    {
        row.RequireVersion(1);
        var (status, headline) = (row.Choice<RunStatus>("status"), ReadHeadline(row));
        return new(
            row.RequiredText("run"),
            status,
            row.Text("reason"),
            row.Text("experiment"),
            row.Text("name"),
            row.Text("target"),
            row.Text("scale"),
            row.Text("owner"),
            row.RequiredInstant("submittedAt"),
            row.Instant("endedAt"),
            row.Json<Dictionary<string, string>>("tags", RowJson.Options))
        {
            StartedAt = row.Instant("startedAt"),
            Headline = headline,
            HeadlineMissing = MissingHeadline.Text(headline, row.Text("headlineMissing"), status),
            Criteria = ReadCriteria(row),
            Repetitions = row.Integer("repetitions"),
            Sample = row.Flag("sample"),
        };
    }

    public static Row FromNote(string runId, int number, RunNote note) =>
        new(runId, NotesKey + number.ToString("D4", CultureInfo.InvariantCulture))
        {
            ["v"] = 1,
            ["at"] = note.At,
            ["by"] = note.By,
            ["text"] = note.Text,
        };

    public static RunNote ToNote(Row row)
    {
        row.RequireVersion(1);
        return new(row.RequiredInstant("at"), row.Text("by"), row.RequiredText("text"));
    }

    public static bool IsNote(Row row) => row.RowKey.StartsWith(NotesKey, StringComparison.Ordinal);

    public static bool IsStage(Row row) => row.RowKey.StartsWith(StagePrefix, StringComparison.Ordinal);

    public static Row FromStage(StageState stage) => new(stage.RunId, StageKey(stage.Id))
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
        ["openedAt"] = stage.OpenedAt,
        ["firstTakenAt"] = stage.FirstTakenAt,
        ["requests"] = stage.Requests,
        ["closedAt"] = stage.ClosedAt,
        ["cancelled"] = stage.Cancelled == 0 ? null : stage.Cancelled,
        ["missed"] = stage.Missed == 0 ? null : stage.Missed,
        ["repeated"] = stage.Repeated == 0 ? null : stage.Repeated,
        ["ends"] = stage.Ends.Count == 0 ? null : JsonSerializer.Serialize(stage.Ends, RowJson.Options),
        ["name"] = stage.Name == stage.Id.ToString() ? null : stage.Name,
        ["expectedMs"] = stage.Expected is { } expected ? (long)Math.Ceiling(expected.TotalMilliseconds) : null,
        ["follows"] = stage.Follows is null
            ? null
            : string.Join(' ', stage.Follows.Select(other => other.Number.ToString(CultureInfo.InvariantCulture))),
        ["givesUp"] = stage.GivesUp == FailureReach.Nothing ? null : stage.GivesUp.ToString(),
        ["unplanned"] = stage.IsPlanned ? null : true,
        ["lastMs"] = stage.LastDurations.Count == 0
            ? null
            : string.Join(' ', stage.LastDurations.Select(one => ((long)one.TotalMilliseconds).ToString(CultureInfo.InvariantCulture))),
        ["workMs"] = stage.Work is { } work ? (long)work.TotalMilliseconds : null,
        ["longestMs"] = stage.Work is null ? null : (long)stage.Longest.TotalMilliseconds,
        ["slots"] = stage.Slots,
        ["slotMs"] = stage.SlotTime == TimeSpan.Zero ? null : (long)stage.SlotTime.TotalMilliseconds,
        ["storedBytes"] = stage.StoredBytes == 0 ? null : stage.StoredBytes,
        ["plan"] = stage.PlanId.Length == 0 ? null : stage.PlanId,
        ["failure"] = stage.Failure.Length == 0 ? null : stage.Failure,
    };

    public static StageState ToStage(Row row)
    {
        row.RequireVersion(1);
        var stage = new StageState
        {
            RunId = row.PartitionKey,
            Id = StageOf(row),
            Open = row.Flag("open"),
            Closed = row.Flag("closed"),
            Total = row.Integer("total"),
            Created = row.Integer("created"),
            Dispatched = row.Integer("dispatched"),
            Finished = row.Integer("finished"),
            Failed = row.Integer("failed"),
            AcceptedAttempt = row.Integer("acceptedAttempt"),
            OpenedAt = row.Instant("openedAt"),
            FirstTakenAt = row.Instant("firstTakenAt"),
            Requests = row.Long("requests"),
            ClosedAt = row.Instant("closedAt"),
            Cancelled = row.Integer("cancelled"),
            Missed = row.Integer("missed"),
            Repeated = row.Long("repeated"),
            Ends = row.Values.ContainsKey("ends") ? row.Json<SortedDictionary<FailureCause, int>>("ends", RowJson.Options) : [],
            Name = row.Text("name") is { Length: > 0 } name ? name : StageOf(row).ToString(),
            Expected = row.Values.ContainsKey("expectedMs") ? TimeSpan.FromMilliseconds(row.Long("expectedMs")) : null,
            Follows = row.Values.ContainsKey("follows") ? FollowsOf(row) : null,
            GivesUp = row.Text("givesUp").Length == 0 ? FailureReach.Nothing : row.Choice<FailureReach>("givesUp"),
            IsPlanned = !row.Flag("unplanned"),
            PlanId = row.Text("plan"),
            Failure = row.Text("failure"),
            Work = row.Values.ContainsKey("workMs") ? TimeSpan.FromMilliseconds(row.Long("workMs")) : null,
            Longest = TimeSpan.FromMilliseconds(row.Long("longestMs")),
            SlotTime = TimeSpan.FromMilliseconds(row.Long("slotMs")),
            StoredBytes = row.Long("storedBytes"),
            Slots = row.Values.ContainsKey("slots") ? row.Double("slots") : null,
            LastDurations = row.Values.ContainsKey("lastMs") ? DurationsOf(row) : [],
            ETag = row.ETag,
        };
        return stage is { Failed: >= 0, Cancelled: >= 0, Missed: >= 0, AcceptedAttempt: >= 0 }
            && stage.Failed + stage.Cancelled + stage.Missed <= stage.Finished
            && stage.Finished <= stage.Dispatched && stage.Dispatched <= stage.Created && stage.Created <= stage.Total
            ? stage
            : throw row.Corrupt("failed, finished, dispatched, created and total", "are not in ascending order from 0");
    }

    private static TimeSpan[] DurationsOf(Row row) =>
    [
        .. row.Text("lastMs").Split(' ', StringSplitOptions.RemoveEmptyEntries).Select(text =>
            int.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out var milliseconds)
                ? TimeSpan.FromMilliseconds(milliseconds)
                : throw row.Corrupt("lastMs", "are no durations")),
    ];

    private static StageId[] FollowsOf(Row row) =>
    [
        .. row.Text("follows").Split(' ', StringSplitOptions.RemoveEmptyEntries).Select(number =>
            int.TryParse(number, NumberStyles.None, CultureInfo.InvariantCulture, out var stage) && new StageId(stage).IsValid
                ? new StageId(stage)
                : throw row.Corrupt("follows", "names no stages")),
    ];

    public static ScheduleLink? ReadSchedule(Row row) =>
        row.Text("schedule") is { Length: > 0 } schedule ? new(schedule, row.Instant("nominalAt")) : null;

    public static RunCharge? ReadCharge(Row row) =>
        row.Values.ContainsKey("charge") ? row.Json<RunCharge>("charge", RowJson.Options) : null;

    public static RunUse? ReadUse(Row row) => row.Values.ContainsKey("use") ? row.Json<RunUse>("use", RowJson.Options) : null;

    public static RunOrigin? ReadOrigin(Row row) =>
        row.Text("origin") is { Length: > 0 } origin ? new(row.Choice<RunOriginKind>("originKind"), origin) : null;

    public static SortedDictionary<string, string>? ReadTags(Row row) =>
        row.Values.ContainsKey("tags") ? row.Json<SortedDictionary<string, string>>("tags", RowJson.Options) : null;

    private static string? HeadlineOf(RunState run) =>
        run.Headline is null ? null : JsonSerializer.Serialize(run.Headline, RowJson.Options);

    /// <summary>Only said to people: one that cannot be read must not hide its run.</summary>
    private static RunWait? ReadWait(Row row) =>
        row.Values.ContainsKey("wait") ? ReadableOr(() => row.Json<RunWait>("wait", RowJson.Options), null) : null;

    /// <summary>It is derived: one that an earlier build wrote in other words must not hide its run.</summary>
    public static RunHeadline? ReadHeadline(Row row) => row.Values.ContainsKey("headline")
        ? ReadableOr(() => row.Json<RunHeadline>("headline", RowJson.Options), null)
        : null;

    public static CriteriaVerdict? ReadCriteria(Row row) =>
        row.Text("criteria").Length == 0 ? null : row.Choice<CriteriaVerdict>("criteria");

    public static StageId StageOf(Row row) =>
        int.TryParse(row.RowKey.AsSpan(StagePrefix.Length), NumberStyles.None, CultureInfo.InvariantCulture, out var number)
            && new StageId(number) is { IsValid: true } stage && row.RowKey == StageKey(stage)
                ? stage
                : throw row.Corrupt("its key", "names no stage");

    public static T ReadableOr<T>(Func<T> read, T otherwise)
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
