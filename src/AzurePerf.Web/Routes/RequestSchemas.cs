using System.Globalization;
using System.Text.Json;
using System.Text.Json.Nodes;
using AzurePerf.Core.Access;
using AzurePerf.Core.Api;
using AzurePerf.Core.Experiments;
using AzurePerf.Core.Mail;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Schedules;
using AzurePerf.Core.Shares;
using AzurePerf.Core.Views;
using Microsoft.OpenApi;

namespace AzurePerf.Web.Routes;

/// <summary>
/// What bodies are made of, with the bounds that their readers check. Readers take JSON and no types, so that they can report every fault
/// of a body; a test holds what stands here against them.
/// </summary>
internal static class RequestSchemas
{
    public const string Run = "RunRequest";
    public const string RunChanges = "RunChanges";
    public const string Rerun = "RerunRequest";
    public const string Schedule = "ScheduleRequest";
    public const string View = "ViewRequest";
    public const string Share = "ShareRequest";
    public const string NoteChange = "NoteChange";
    public const string Key = "KeyRequest";
    public const string Scale = "PoolScaleRequest";
    public const string Clean = "CleanRequest";
    private const string ParametersOf = "Parameters.";

    /// <summary>Adds a schema, and those that it refers to, to a document.</summary>
    public static IOpenApiSchema Add(OpenApiDocument document, ExperimentCatalogue experiments, string name)
    {
        document.AddComponent(name, name switch
        {
            Run => RunRequest(document, experiments, "experiment"),
            RunChanges => ChangesOf(RunRequest(document, experiments)),
            Rerun => Object([], ("seed", Words("Whether everything random is the same again; same when left out.", "same", "new"))),
            Schedule => ScheduleRequest(document, experiments),
            View => Object(["name", "address"],
                ("name", Text("What people call it; no two views have one name, whatever its case.", 1, ViewLimits.NameCharacters)),
                ("address",
                    Text("Path and query of a page of the portal, such as /runs?state=failed.", 1, ViewLimits.AddressCharacters,
                        "^/[^/]"))),
            Share => Object(["address"],
                ("address",
                    Text("Path and query of the page: /runs/ID, /compare?... or /trends?...", 1, ViewLimits.AddressCharacters, "^/[^/]")),
                ("expiresInHours", Integer($"{ShareLimits.DefaultHours} when left out.", 1, ShareLimits.MostHours))),
            NoteChange => Object([],
                ("text", Text("A note; it is added to those that are there.", 1, RunNote.TextLength)),
                ("tags", Tags("Tags that are set; null removes one.", mayBeNull: true))),
            Key => KeyRequest(),
            Scale => Object(["min", "max"],
                ("min", Integer("Workers that stay.", 0, PoolScaleRequest.Most)),
                ("max", Integer("Workers at most; not below min.", 1, PoolScaleRequest.Most)),
                ("force", Flag("Also ends measurements that run.", byDefault: false))),
            Clean => Object([], ("target", Text("Name of a target; default when left out.", 1, SpecLimits.NameLength))),
            _ => throw new ArgumentOutOfRangeException(nameof(name), name, "no body has this name"),
        });
        return new OpenApiSchemaReference(name, document);
    }

    private static OpenApiSchema RunRequest(OpenApiDocument document, ExperimentCatalogue experiments, params string[] required) =>
        Object(required,
        ("experiment", Words("Id in the catalogue.", [.. experiments.All.Select(experiment => experiment.Id)])),
        ("name", Text("Your own words.", 0, SpecLimits.NameLength)),
        ("preset",
            Words("What parameters gives wins over it.",
                [.. experiments.All.SelectMany(experiment => experiment.Presets).Select(preset => preset.Name).Distinct()])),
        ("target",
            Text("Name of a target in the operator's configuration, never an address or a key. When left out: local for compute.* and "
                + "disk.*, peer for tcp.* and rpc.*, else the only one of its kind, else default.", 1, SpecLimits.NameLength)),
        ("workers",
            Integer("Workers that share the clients of a point and start together; 1 when left out. Between two workers, as in tcp.rtt, "
                + "always 2.", 1, SpecLimits.Workers)),
        ("parameters", AnyOf(
            "By name, those of the experiment; each choice of one value from every list is a configuration.",
            [.. experiments.All.Select(experiment => ParametersOfExperiment(document, experiment))])),
        ("repetitions",
            Integer($"How often each configuration is measured; beyond {SpecLimits.Repetitions} with repeatEverySeconds only.", 1,
                SpecLimits.SeriesPoints)),
        ("repeatEverySeconds",
            Integer("From the start of one repetition to that of the next: a series; 0 for one after the other.", 0,
                SpecLimits.RepeatEverySeconds)),
        ("seed", Integer("The same seed makes everything random the same again; a new one when left out.", 0, int.MaxValue)),
        ("onError",
            Words("After a point that failed for good.", [.. Enum.GetNames<OnError>().Select(JsonNamingPolicy.CamelCase.ConvertName)])),
        ("failIf", Criteria()),
        ("tags", Tags("Tags.", mayBeNull: false)),
        ("notify",
            Text("Where mail goes when the run has ended: the caller's own address, or one at a domain that the operator allows. "
                + "Nowhere when left out; copies and reruns do not take it over.", 6, MailAddressText.MostCharacters)));

    /// <summary>Null takes a member away, but for the experiment, which a run cannot be without.</summary>
    private static OpenApiSchema ChangesOf(OpenApiSchema run)
    {
        run.Properties!["parameters"] = new OpenApiSchema
        {
            Type = JsonSchemaType.Object,
            Description = "By name, those of the experiment; null takes one away.",
            AdditionalProperties = new OpenApiSchema
            {
                Type = JsonSchemaType.Number | JsonSchemaType.String | JsonSchemaType.Array | JsonSchemaType.Null,
            },
        };
        run.Properties["tags"] = Tags("Tags; null takes one away.", mayBeNull: true);
        foreach (var (name, member) in run.Properties.Where(member => member.Key != "experiment").ToArray())
        {
            run.Properties[name] = AnyOf(member.Description!, member, new OpenApiSchema { Type = JsonSchemaType.Null });
        }

        return run;
    }

    private static OpenApiSchemaReference ParametersOfExperiment(OpenApiDocument document, ExperimentDefinition experiment)
    {
        var schema = Object([], [.. experiment.Parameters.Select(parameter => (parameter.Name, Parameter(parameter)))]);
        schema.Description = $"Parameters of {experiment.Id}.";
        document.AddComponent(ParametersOf + experiment.Id, schema);
        return new(ParametersOf + experiment.Id, document);
    }

    private static OpenApiSchema Parameter(ParameterDefinition parameter)
    {
        var value = parameter.Kind switch
        {
            ParameterKind.Choice => Words("", [.. parameter.Choices]),
            ParameterKind.Text => Text("", 0, parameter.MostCharacters!.Value),
            ParameterKind.Integer => Number(JsonSchemaType.Integer, parameter),
            _ => Number(JsonSchemaType.Number, parameter),
        };
        var description = parameter.Description + (parameter.Unit.Length > 0 ? $" Unit: {parameter.Unit}." : "");
        var schema = parameter.Factor
            ? AnyOf(description, value,
                new OpenApiSchema
                {
                    Type = JsonSchemaType.Array,
                    Items = value,
                    MinItems = 1,
                    MaxItems = SpecLimits.Levels,
                    UniqueItems = true,
                })
            : value;
        schema.Description = description;
        schema.Default = parameter.Default.DeepClone();
        schema.Examples = parameter.Example is { } example ? [JsonValue.Create(example)] : null;
        return schema;
    }

    private static OpenApiSchema ScheduleRequest(OpenApiDocument document, ExperimentCatalogue experiments) => Object(["cron", "run"],
        ("name", Text("Your own words.", 0, ScheduleLimits.NameLength)),
        ("cron", Text("Minute, hour, day of the month, month, day of the week; all five must match.", 1, ScheduleLimits.CronLength)),
        ("zone", Text("The time zone that it is meant in, such as Europe/Berlin; UTC when left out.", 1, ScheduleLimits.ZoneLength)),
        ("jitterSeconds", Integer("Each run starts up to this many seconds later.", 0, ScheduleLimits.JitterSeconds)),
        ("overlap",
            Words("While a run of the schedule has not ended.",
                [.. Enum.GetNames<OverlapPolicy>().Select(JsonNamingPolicy.CamelCase.ConvertName)])),
        ("enabled", Flag("Whether it fires from the start.", byDefault: true)),
        ("run", Add(document, experiments, Run)));

    private static OpenApiSchema KeyRequest() => Object([],
        ("name", Text("Whose key it is; required unless replaces is given.", 1, KeyLimits.NameCharacters, "^[a-z0-9._-]+$")),
        ("scope",
            Words("What it opens; required unless replaces is given.",
                [.. Enum.GetNames<AccessScope>().Select(JsonNamingPolicy.CamelCase.ConvertName)])),
        ("expiresInDays", Integer($"{KeyLimits.DefaultDays} when left out.", 1, KeyLimits.LongestDays)),
        ("replaces", Text("Id of the key that it comes after.", 20, 20, "^[a-z2-7]{20}$")),
        ("overlapHours",
            Integer($"Hours for which the replaced key goes on; {KeyLimits.DefaultOverlapHours} when left out.", 0,
                KeyLimits.LongestOverlapHours)));

    private static OpenApiSchema Object(IEnumerable<string> required, params IEnumerable<(string Name, IOpenApiSchema Schema)> members) =>
        new()
        {
            Type = JsonSchemaType.Object,
            Required = required.ToHashSet(),
            Properties = members.ToDictionary(member => member.Name, member => member.Schema),
            AdditionalPropertiesAllowed = false,
        };

    private static OpenApiSchema Text(string description, int shortest, int longest, string? pattern = null) =>
        new() { Type = JsonSchemaType.String, Description = description, MinLength = shortest, MaxLength = longest, Pattern = pattern };

    private static OpenApiSchema Words(string description, params string[] words) =>
        new() { Type = JsonSchemaType.String, Description = Given(description), Enum = [.. words.Select(word => (JsonNode)word)] };

    private static OpenApiSchema Flag(string description, bool byDefault) =>
        new() { Type = JsonSchemaType.Boolean, Description = description, Default = byDefault };

    private static OpenApiSchema Integer(string description, int minimum, int maximum) =>
        new() { Type = JsonSchemaType.Integer, Description = Given(description), Minimum = Text(minimum), Maximum = Text(maximum) };

    private static OpenApiSchema Number(JsonSchemaType type, ParameterDefinition parameter) =>
        new()
        {
            Type = type,
            Minimum = parameter.Minimum is { } least ? Text(least) : null,
            Maximum = parameter.Maximum is { } most ? Text(most) : null,
        };

    private static OpenApiSchema AnyOf(string description, params IEnumerable<IOpenApiSchema> schemas) =>
        new() { Description = description, AnyOf = [.. schemas] };

    private static OpenApiSchema Criteria() => new()
    {
        Type = JsonSchemaType.Array,
        Description = "When the run fails: a metric of the experiment or errors, > or <, and a limit with its unit. Judged at each "
            + "configuration by the 95 % interval.",
        MaxItems = SpecLimits.Criteria,
        UniqueItems = true,
        Items = Text("Such as p95>50ms or errors>1%.", 1, SpecLimits.CriterionLength),
    };

    private static OpenApiSchema Tags(string description, bool mayBeNull) => new()
    {
        Type = JsonSchemaType.Object,
        Description = $"{description} Names of 1 to {SpecLimits.TagNameLength} characters"
            + (mayBeNull ? "; those that are set have no equals sign." : " without an equals sign."),
        // As many may go as come.
        MaxProperties = mayBeNull ? 2 * SpecLimits.Tags : SpecLimits.Tags,
        AdditionalProperties = new OpenApiSchema
        {
            Type = JsonSchemaType.String | (mayBeNull ? JsonSchemaType.Null : 0),
            MaxLength = SpecLimits.TagValueLength,
        },
    };

    private static string? Given(string text) => text.Length > 0 ? text : null;

    private static string Text(double number) => number.ToString("R", CultureInfo.InvariantCulture);
}
