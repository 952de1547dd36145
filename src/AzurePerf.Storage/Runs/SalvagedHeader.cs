using AzurePerf.Core.Runs;
using AzurePerf.Storage.Rows;
using static AzurePerf.Storage.Runs.RunRows;

namespace AzurePerf.Storage.Runs;

/// <summary>
/// The header of a run whose rows make no sense: what can still be read of it, so that it can be listed and shown. One that had ended
/// before keeps its end, and is as it was where all of it can be read; any other says why it is faulted, and waits for nothing.
/// </summary>
internal static class SalvagedHeader
{
    public static RunState Of(Row row, string reason, DateTimeOffset now)
    {
        var status = ReadableOr(() => row.Choice<RunStatus>("status"), RunStatus.Running);
        if (status.IsTerminal() && ReadableOr(() => ToState(row), null) is { } ended)
        {
            return ended;
        }

        var submittedAt = ReadableOr(() => row.RequiredInstant("submittedAt"), now);
        return new()
        {
            RunId = row.PartitionKey,
            Spec = ReadableOr(() => ReadSpec(row), UnreadableSpec()) with { Notify = ReadableOr(() => row.Text("notify"), "") },
            Owner = ReadableOr(() => row.Text("owner"), ""),
            BodyHash = ReadableOr(() => row.Text("bodyHash"), ""),
            IndexKey = ReadableOr(
                () => new(row.RequiredText("indexMonth"), row.RequiredText("indexKey")), RunIndexKey.For(row.PartitionKey, submittedAt)),
            Status = status,
            Reason = status.IsTerminal() ? ReadableOr(() => row.Text("reason"), reason) : reason,
            Fault = status.IsTerminal() ? ReadableOr(() => row.Text("fault"), "") : reason,
            SubmittedAt = submittedAt,
            StartedAt = ReadableOr(() => row.Instant("startedAt"), null),
            EndedAt = status.IsTerminal() ? ReadableOr(() => row.Instant("endedAt"), now) : null,
            Points = ReadableOr(() => row.Integer("points"), 0),
            PlanHash = ReadableOr(() => row.Text("planHash"), ""),
            Emulator = ReadableOr(() => row.Flag("emulator"), false),
            Build = ReadableOr(() => row.Text("build"), ""),
            Segment = ReadableOr(() => row.Integer("segment"), 1),
            GivenUp = ReadableOr(() => row.Text("givenUp"), ""),
            Schedule = ReadableOr(() => ReadSchedule(row), null),
            Origin = ReadableOr(() => ReadOrigin(row), null),
            ChangedTags = ReadableOr(() => ReadTags(row), null),
            Charge = ReadableOr(() => ReadCharge(row), null),
            Use = ReadableOr(() => ReadUse(row), null),
            Headline = ReadableOr(() => ReadHeadline(row), null),
            HeadlineMissing = ReadableOr(() => row.Text("headlineMissing"), ""),
            Criteria = ReadableOr(() => ReadCriteria(row), null),
            Sample = ReadableOr(() => row.Flag("sample"), false),
            HasInjectedFaults = ReadableOr(() => row.Flag("injected"), false),
            TraceParent = ReadableOr(() => row.Text("traceparent") is { Length: > 0 } parent ? parent : null, null),
            ETag = row.ETag,
        };
    }

    private static RunSpec UnreadableSpec() =>
        new() { Experiment = "unreadable", Scale = "custom", Target = "", Parameters = [], Repetitions = 1, Seed = 0 };
}
