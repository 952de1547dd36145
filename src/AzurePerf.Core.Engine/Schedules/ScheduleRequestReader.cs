using System.Text;
using System.Text.Json;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Texts;

namespace AzurePerf.Core.Schedules;

/// <summary>Reads a request for a schedule and reports all faults at once. Its member run is a run request, read as any other.</summary>
public sealed class ScheduleRequestReader(RunSpecReader specs)
{
    private static readonly string[] Members = ["name", "cron", "zone", "jitterSeconds", "overlap", "enabled", "run"];

    /// <summary>Reads the JSON text of a request.</summary>
    public ScheduleRequestResult Read(ReadOnlyMemory<byte> body)
    {
        if (!UnicodeCheck.AreIn(body.Span))
        {
            return new(null, [UnicodeCheck.Fault]);
        }

        try
        {
            using var document = JsonDocument.Parse(body, new JsonDocumentOptions { AllowDuplicateProperties = false, MaxDepth = 17 });
            return Read(document.RootElement);
        }
        catch (JsonException exception)
        {
            return new(null, [new("", "is not valid JSON: " + JsonFaultText.Of(exception, body.Span))]);
        }
    }

    private ScheduleRequestResult Read(JsonElement root)
    {
        if (root.ValueKind != JsonValueKind.Object)
        {
            return new(null,
                [new("",
                    "must be a JSON object such as {\"cron\": \"0 2 * * *\", \"run\": {\"experiment\": \"blob.download\", \"preset\": "
                        + "\"quick\"}}")]);
        }

        var members = new SpecMembers(root, "");
        members.RefuseUnknown(Members);
        var name = members.Name(ScheduleLimits.NameLength);
        var cron = ReadCron(members);
        var zone = ReadZone(members);
        var jitter = members.Integer("jitterSeconds", 0, ScheduleLimits.JitterSeconds) ?? 0;
        var overlap = members.Choice<OverlapPolicy>("overlap") ?? OverlapPolicy.Skip;
        var enabled = ReadEnabled(members);
        var run = members.Member("run")?.GetRawText();
        return ReadRun(members, run) is { } spec && members.Faults.Count == 0
            ? new(new(name, cron, zone, jitter, overlap, enabled, run!, spec), [])
            : new(null, members.Faults);
    }

    private static string ReadCron(SpecMembers members)
    {
        if (members.Member("cron") is null)
        {
            members.Fault("cron", "is required: minute, hour, day of the month, month, day of the week, such as 0 2 * * MON-FRI");
        }

        if (members.Text("cron", ScheduleLimits.CronLength) is not { } text)
        {
            return "";
        }

        if (CronExpression.Read(text, out var fault) is { } cron)
        {
            return cron.Text;
        }

        members.Fault("cron", fault);
        return "";
    }

    private static string ReadZone(SpecMembers members)
    {
        var name = members.Member("zone") is null ? TimeZoneName.Utc : members.Text("zone", ScheduleLimits.ZoneLength);
        if (name is null)
        {
            return "";
        }

        if (TimeZoneName.Find(name) is { } zone)
        {
            // Not as Windows calls it: a host on another system may read the schedule.
            return zone == TimeZoneInfo.Utc ? TimeZoneName.Utc : name;
        }

        members.Fault("zone", "is not a time zone of the server: use UTC, or area and place such as Europe/Berlin");
        return "";
    }

    private static bool ReadEnabled(SpecMembers members)
    {
        var kind = members.Member("enabled")?.ValueKind ?? JsonValueKind.True;
        if (kind is not (JsonValueKind.True or JsonValueKind.False))
        {
            members.Fault("enabled", "must be true or false");
        }

        return kind != JsonValueKind.False;
    }

    private RunSpec? ReadRun(SpecMembers members, string? request)
    {
        if (request is null)
        {
            members.Fault("run", "is required: a run request such as {\"experiment\": \"blob.download\", \"preset\": \"quick\"}");
            return null;
        }

        if (request.Length > ScheduleLimits.RequestCharacters)
        {
            members.Fault("run", $"has {request.Length} characters; it may have {ScheduleLimits.RequestCharacters}");
            return null;
        }

        var reading = specs.Read(Encoding.UTF8.GetBytes(request));
        foreach (var fault in reading.Faults)
        {
            members.Fault(fault.Path.Length == 0 ? "run" : "run." + fault.Path, fault.Message);
        }

        return reading.Spec;
    }
}

/// <summary>What came of reading a request for a schedule: the request, or every fault in it.</summary>
public sealed record ScheduleRequestResult(ScheduleRequest? Request, IReadOnlyList<SpecFault> Faults);

/// <summary>What the user asked for, validated and with every default filled in.</summary>
/// <param name="Name">The user's own words; empty when none were given.</param>
/// <param name="Cron">Five fields with single blanks between them.</param>
/// <param name="Zone">Name of the time zone.</param>
/// <param name="JitterSeconds">The longest delay of a firing, in seconds.</param>
/// <param name="Overlap">What happens while a run of the schedule has not ended.</param>
/// <param name="Enabled">False for a schedule that is to begin paused.</param>
/// <param name="Run">The run request as sent.</param>
/// <param name="Spec">What the run request means today.</param>
public sealed record ScheduleRequest(
    string Name, string Cron, string Zone, int JitterSeconds, OverlapPolicy Overlap, bool Enabled, string Run, RunSpec Spec);
