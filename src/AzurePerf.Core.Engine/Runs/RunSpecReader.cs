using System.Text.Json;
using System.Text.Json.Nodes;
using AzurePerf.Core.Experiments;
using AzurePerf.Core.Ids;
using AzurePerf.Core.Mail;
using AzurePerf.Core.Spelling;
using AzurePerf.Core.Targets;
using AzurePerf.Core.Texts;

namespace AzurePerf.Core.Runs;

/// <summary>
/// Reads a run request: checks every member against the catalogue, fills in the preset and the defaults, and reports all faults at once.
/// The only validation of specs there is; the API, the form and the CLI all come here.
/// </summary>
/// <param name="experiments">What can be asked for.</param>
/// <param name="targets">What can be measured.</param>
/// <param name="ids">Makes seeds.</param>
/// <param name="refusal">Why whoever asks may not run an experiment; null where they may. Left out, everything may be run.</param>
/// <param name="mailRefusal">Why the caller may not have mail sent to an address; null where they may. When left out, every address is
/// allowed.</param>
public sealed class RunSpecReader(
    ExperimentCatalogue experiments, TargetList targets, IIdSource ids, Func<ExperimentDefinition, string?>? refusal = null,
    Func<string, string?>? mailRefusal = null)
{
    private static readonly string[] Members =
    [
        "experiment", "name", "preset", "target", "workers", "parameters", "repetitions", "repeatEverySeconds", "seed", "onError",
        "failIf", "tags", "notify",
    ];

    /// <summary>What the spec of a run calls otherwise than its request: whoever copies one writes the other.</summary>
    private static readonly Dictionary<string, string> MembersOfAnswers = new() { ["scale"] = "preset" };

    /// <summary>The same for requests that were stored: whom they mail was judged when they were, and is again before a mail is
    /// sent. They keep tags of a name with an equals sign, which earlier builds took.</summary>
    public RunSpecReader OfStored => new(experiments, targets, ids, refusal) { MayKeepTag = _ => true };

    /// <summary>Whether a tag may have an equals sign in its name; none of a new request may.</summary>
    private Func<string, bool> MayKeepTag { get; init; } = _ => false;

    /// <summary>The same for a run like an earlier one, whose tags it keeps in the same way.</summary>
    /// <param name="earlier">What that run measured.</param>
    public RunSpecReader OfCopyOf(RunSpec earlier)
    {
        ArgumentNullException.ThrowIfNull(earlier);
        return new(experiments, targets, ids, refusal, mailRefusal) { MayKeepTag = earlier.Tags.ContainsKey };
    }

    /// <summary>Reads the JSON text of a request.</summary>
    public RunSpecResult Read(ReadOnlyMemory<byte> body)
    {
        if (!UnicodeCheck.AreIn(body.Span))
        {
            return new(null, [UnicodeCheck.Fault]);
        }

        try
        {
            using var document = JsonDocument.Parse(body, new JsonDocumentOptions { AllowDuplicateProperties = false, MaxDepth = 16 });
            return Read(document.RootElement);
        }
        catch (JsonException exception)
        {
            return new(null, [new("", "is not valid JSON: " + JsonFaultText.Of(exception, body.Span))]);
        }
    }

    /// <summary>Reads a request that is already parsed.</summary>
    public RunSpecResult Read(JsonElement root)
    {
        if (root.ValueKind != JsonValueKind.Object)
        {
            return new(null, [new("", "must be a JSON object such as {\"experiment\": \"blob.download\", \"preset\": \"quick\"}")]);
        }

        var request = new SpecMembers(root, "");
        request.RefuseUnknown(Members, MembersOfAnswers);
        var definition = ReadExperiment(request);
        if (definition is null)
        {
            return new(null, request.Faults);
        }

        var preset = ReadPreset(request, definition);
        var parameters = new ParameterValues(definition, preset, request);
        var every = request.Integer("repeatEverySeconds", 0, SpecLimits.RepeatEverySeconds) ?? preset?.RepeatEverySeconds ?? 0;
        var repetitions = request.Integer("repetitions", 1, every > 0 ? SpecLimits.SeriesPoints : SpecLimits.Repetitions)
            ?? preset?.Repetitions ?? SpecLimits.RepetitionsOf(definition);
        var spec = new RunSpec
        {
            Experiment = definition.Id,
            Name = request.Name(SpecLimits.NameLength),
            Scale = preset is not null && !parameters.Overridden && repetitions == preset.Repetitions
                && (preset.RepeatEverySeconds == 0 || every == preset.RepeatEverySeconds) ? preset.Name : "custom",
            Target = ReadTarget(request, definition),
            Workers = ReadWorkers(request, definition),
            Parameters = parameters.Values,
            Repetitions = repetitions,
            RepeatEverySeconds = every,
            Seed = request.Integer("seed", 0, int.MaxValue) ?? ids.NewSeed(),
            Order = PointOrder.Shuffled,
            OnError = request.Choice<OnError>("onError") ?? OnError.Continue,
            FailIf = SpecCriteria.Read(request, definition),
            Tags = ReadTags(request),
            Notify = ReadNotify(request),
        };
        if (request.Faults.Count == 0 && definition.IsBag)
        {
            CheckStages(request, definition, spec);
        }
        else if (request.Faults.Count == 0)
        {
            CheckPoints(request, definition, spec);
        }

        return request.Faults.Count == 0 ? new(spec, []) : new(null, request.Faults);
    }

    private ExperimentDefinition? ReadExperiment(SpecMembers request)
    {
        var id = request.Text("experiment", SpecLimits.NameLength);
        if (request.Member("experiment") is null)
        {
            request.Fault("experiment", "is required: " + string.Join(", ", experiments.All.Select(known => known.Id)));
        }

        var definition = id is null ? null : experiments.Find(id);
        if (id is not null && definition is null)
        {
            var known = experiments.All.Select(experiment => experiment.Id).ToArray();
            request.Fault("experiment",
                NearestWord.Question(id, known) is { Length: > 0 } question
                    ? "is not in the catalogue" + question
                    : "is not in the catalogue: " + string.Join(", ", known));
        }

        if (definition is not null && refusal?.Invoke(definition) is { } reason)
        {
            request.Fault("experiment", reason);
            return null;
        }

        return definition;
    }

    private static Preset? ReadPreset(SpecMembers request, ExperimentDefinition definition)
    {
        var name = request.Text("preset", SpecLimits.NameLength);
        var preset = name is null ? null : definition.FindPreset(name);
        if (name is not null && preset is null)
        {
            var known = definition.Presets.Select(preset => preset.Name).ToArray();
            request.Fault("preset", $"must be one of {string.Join(", ", known)}{NearestWord.Question(name, known)}");
        }

        return preset;
    }

    private string ReadTarget(SpecMembers request, ExperimentDefinition definition)
    {
        if (request.Member("target") is null)
        {
            return Checked(targets.DefaultFor(definition.Target));
        }

        return request.Text("target", SpecLimits.NameLength) is { } named ? Checked(named) : "";

        string Checked(string name)
        {
            if (TargetFault(definition, name) is { } fault)
            {
                request.Fault("target", fault);
            }

            return name;
        }
    }

    /// <summary>Why an experiment cannot measure a target; null where it can.</summary>
    private string? TargetFault(ExperimentDefinition definition, string name)
    {
        var target = targets.Find(name);
        var fitting = targets.NamesFor(definition.Target);
        if (target is null)
        {
            return "is unknown; configured targets: " + string.Join(", ", fitting)
                + ". A target is a name in the operator's configuration, never an address or a key";
        }

        return fitting.Contains(name) ? null
            : $"is {target.Kind?.InWords}, and {definition.Id} measures {definition.Target?.InWords ?? "none of that kind"}: "
            + (fitting.Count == 0 ? "the operator configured none" : "it can be " + string.Join(", ", fitting));
    }

    private static int ReadWorkers(SpecMembers request, ExperimentDefinition definition)
    {
        var workers = request.Integer("workers", 1, SpecLimits.Workers);
        if (definition.Target is not { Workers: { } each } kind)
        {
            return workers ?? 1;
        }

        if (workers is { } other && other != each)
        {
            request.Fault("workers", $"must be {each} or left out: {definition.Id} measures {kind.Noun}; for more load, set clients");
        }

        return each;
    }

    private string ReadNotify(SpecMembers request)
    {
        if (request.Member("notify") is not { } member)
        {
            return "";
        }

        var address = member.ValueKind == JsonValueKind.String ? member.GetString() : null;
        if ((MailAddressText.IsValid(address) ? mailRefusal?.Invoke(address!) : MailRules.NoAddress) is { } fault)
        {
            request.Fault("notify", fault);
        }

        return address ?? "";
    }

    private SortedDictionary<string, string> ReadTags(SpecMembers request)
    {
        var tags = new SortedDictionary<string, string>(StringComparer.Ordinal);
        if (request.Member("tags") is not { } element)
        {
            return tags;
        }

        if (element.ValueKind != JsonValueKind.Object || element.EnumerateObject().Count() > SpecLimits.Tags)
        {
            request.Fault("tags", $"must be an object with at most {SpecLimits.Tags} members");
            return tags;
        }

        foreach (var tag in element.EnumerateObject())
        {
            if (SpecTags.FaultOf(tag, isKept: MayKeepTag(tag.Name)) is { } fault)
            {
                request.Fault(fault.Path, fault.Message);
            }
            else
            {
                tags[tag.Name] = tag.Value.GetString()!;
            }
        }

        return tags;
    }

    private static void CheckStages(SpecMembers request, ExperimentDefinition definition, RunSpec spec)
    {
        var onlyForPoints = new (string Member, bool Given)[]
        {
            ("repetitions", request.Member("repetitions") is not null && spec.Repetitions != 1),
            ("repeatEverySeconds", spec.RepeatEverySeconds != 0),
            ("workers", spec.Workers != 1),
        };
        foreach (var (member, _) in onlyForPoints.Where(pair => pair.Given))
        {
            request.Fault(member, $"is for experiments that measure points; {definition.Id} executes bags of tasks");
        }

        var options = RunPlanner.BindStages(definition, spec);
        var faults = options.Faults().ToArray();
        foreach (var fault in faults)
        {
            request.Fault("parameters." + fault.Parameter, fault.Message);
        }

        if (faults.Length == 0 && RunPlanner.FaultOfStages(definition, options.Stages()) is { } impossible)
        {
            request.Fault("parameters", "cannot be carried out: " + impossible);
        }
    }

    private static void CheckPoints(SpecMembers request, ExperimentDefinition definition, RunSpec spec)
    {
        var count = RunPlanner.CountPoints(definition, spec);
        if (count > SpecLimits.PointsOf(spec))
        {
            request.Fault(
                "parameters", $"make {count} points with {spec.Repetitions} repetitions; a run has at most {SpecLimits.PointsOf(spec)}");
            return;
        }

        var points = RunPlanner.Combinations(definition, spec).Select(levels => RunPlanner.Bind(definition, spec, levels)).ToArray();
        if (definition.Target?.Workers is null && points.Min(options => options.Clients) is var fewest && spec.Workers > fewest)
        {
            request.Fault("workers", $"must be at most {fewest}, the smallest level of clients: each worker runs clients of its own");
        }

        if (definition.Target?.Workers is null && spec.Workers > 1 && points.Any(options => options.PrecisionPercent > 0))
        {
            request.Fault("workers", "must be 1 with precisionPercent: no worker knows the median of all while they measure");
        }

        var faults = points
            .SelectMany(options => options.Faults().Concat(definition.SelectProbe(options).Options.Faults()))
            .Distinct();
        foreach (var fault in faults)
        {
            request.Fault("parameters." + fault.Parameter, fault.Message);
        }
    }
}

/// <summary>What came of reading a run request: a spec, or every fault in it.</summary>
public sealed record RunSpecResult(RunSpec? Spec, IReadOnlyList<SpecFault> Faults);
