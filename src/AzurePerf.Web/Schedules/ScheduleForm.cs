using System.Globalization;
using System.Text;
using System.Text.Json;
using System.Text.Json.Nodes;
using AzurePerf.Core.Experiments;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Schedules;
using AzurePerf.Web.Runs.Form;
using Microsoft.Extensions.Primitives;

namespace AzurePerf.Web.Schedules;

/// <summary>
/// The form for a new schedule as texts by path. It checks nothing: it becomes the JSON that the API takes, and what the reader of that
/// finds wrong stands beside its field.
/// </summary>
internal sealed class ScheduleForm(ExperimentCatalogue experiments, IReadOnlyDictionary<string, StringValues> texts)
{
    /// <summary>The first so many fields are the schedule's own, the others those of its run.</summary>
    public const int OwnFields = 5;

    private const string RunPath = "run";

    /// <summary>The form before anybody typed anything: every night, with enough repetitions for a comparison.</summary>
    public static ScheduleForm Empty(ExperimentCatalogue experiments, IReadOnlyList<string> targets) =>
        new(experiments, new Dictionary<string, StringValues>
        {
            ["cron"] = "0 2 * * *",
            ["zone"] = TimeZoneName.Utc,
            ["jitterSeconds"] = "0",
            ["overlap"] = "skip",
            ["run.experiment"] = experiments.All[0].Id,
            ["run.preset"] = Preset.Reduced,
            ["run.target"] = targets[0],
        });

    /// <summary>The body of the same request to the API.</summary>
    public byte[] ToBody()
    {
        var request = new JsonObject();
        foreach (var name in new[] { "name", "cron", "zone", "overlap" })
        {
            if (Text(name) is { Length: > 0 } text)
            {
                request[name] = text;
            }
        }

        if (Text("jitterSeconds") is { Length: > 0 } jitter)
        {
            request["jitterSeconds"] = long.TryParse(jitter, NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture, out var seconds)
                ? seconds
                : jitter;
        }

        request[RunPath] = Run();
        return Encoding.UTF8.GetBytes(request.ToJsonString());
    }

    /// <summary>Its fields, each with what is wrong with it.</summary>
    /// <param name="targets">Names of the targets that the operator configured.</param>
    /// <param name="faults">As the reader of the request found them.</param>
    public IReadOnlyList<RunFormField> Fields(IReadOnlyList<string> targets, IReadOnlyList<SpecFault> faults)
    {
        RunFormField[] fields =
        [
            Field("name", "Name", RunFormFieldKind.Text, "Your own words for the schedule."),
            Field("cron", "When", RunFormFieldKind.Text, "Minute, hour, day of the month, month, day of the week.",
                "0 2 * * MON-FRI is at two o'clock on working days."),
            Field("zone", "Time zone", RunFormFieldKind.Text, "UTC, or area and place such as Europe/Berlin."),
            Field("jitterSeconds", "Up to this many seconds later", RunFormFieldKind.Number,
                "Drawn anew each time, so that not everything starts at the full hour.",
                $"0 to {ScheduleLimits.JitterSeconds.ToString("#,0", CultureInfo.InvariantCulture)}."),
            Field("overlap", "While its last run goes on", RunFormFieldKind.Choice,
                "Skip the start and say so, or start all the same.") with { Choices = ["skip", "allow"] },
            Field("run.experiment", "Experiment", RunFormFieldKind.Choice, "What is measured.") with
            {
                Choices = [.. experiments.All.Select(experiment => experiment.Id)],
            },
            Field("run.preset", "Preset", RunFormFieldKind.Choice, "Runs of quick have too few repetitions to be compared.") with
            {
                Choices = [Preset.Quick, Preset.Reduced, Preset.Paper],
            },
            Field("run.target", "Target", RunFormFieldKind.Choice,
                "The measured account, by its name in the operator's configuration.") with { Choices = targets },
            Field(RunPath, "Or a whole request as JSON", RunFormFieldKind.Lines,
                "In place of experiment, preset and target: what the form of a new run shows under “Copy as CLI, curl or JSON”."),
        ];
        SpecFault[] placed = [.. faults.Select(fault =>
            OwnerOf(fault, fields) is null ? new SpecFault(RunPath, fault.Clause()) : fault)];
        return [.. fields.Select(field => field with { Faults = [.. placed.Where(fault => OwnerOf(fault, fields) == field.Path)] })];
    }

    /// <summary>The field whose path begins a fault's, the longest of several; null where none does.</summary>
    private static string? OwnerOf(SpecFault fault, IEnumerable<RunFormField> fields) => fields.Select(field => field.Path)
        .Where(path => RunFormField.IsAt(path, fault))
        .MaxBy(path => path.Length);

    private string Text(string path) => texts.TryGetValue(path, out var text) ? text.ToString().Trim() : "";

    private RunFormField Field(string path, string label, RunFormFieldKind kind, string description, string hint = "") =>
        new(path, label, kind, Text(path)) { Description = description, Hint = hint };

    /// <summary>What was typed as JSON; what is none goes on as a text, so that the reader complains of it.</summary>
    private JsonNode? Run()
    {
        if (Text(RunPath) is { Length: > 0 } typed)
        {
            if (!UnicodeCheck.AreIn(Encoding.UTF8.GetBytes(typed)))
            {
                return typed;
            }

            try
            {
                return JsonNode.Parse(typed);
            }
            catch (JsonException)
            {
                return typed;
            }
        }

        var run = new JsonObject();
        // A kind with one target leaves no choice.
        string[] names = experiments.Find(Text("run.experiment"))?.Target?.OnlyTarget is null
            ? ["experiment", "preset", "target"]
            : ["experiment", "preset"];
        foreach (var name in names)
        {
            if (Text($"{RunPath}.{name}") is { Length: > 0 } text)
            {
                run[name] = text;
            }
        }

        return run;
    }
}
