using System.Globalization;
using System.Text.Json;
using System.Text.Json.Nodes;
using System.Text.RegularExpressions;
using AzurePerf.Core.Comparisons;
using AzurePerf.Core.Experiments;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Texts;
using Microsoft.Extensions.Primitives;

namespace AzurePerf.Web.Runs.Form;

/// <summary>
/// The submit form as texts by path. It checks nothing: it becomes the same JSON that the API takes, and goes the same way. What still has
/// the preset's value is left out of the JSON, so that an untouched form is that preset and not a custom run.
/// </summary>
internal sealed partial class RunForm(ExperimentDefinition definition, Preset? preset, IReadOnlyDictionary<string, StringValues> texts)
{
    /// <summary>Field with a key made with the form, so that sending it twice starts one run.</summary>
    public const string KeyField = "key";

    /// <summary>Field with the run that the form was filled in from.</summary>
    public const string FromField = "from";

    /// <summary>Field with the address that mail goes to at the end.</summary>
    public const string NotifyField = "notify";

    public const string Prefix = "parameters.";
    private static readonly char[] ListSeparators = [',', ';', ' ', '\t', '\r', '\n'];

    public ExperimentDefinition Definition { get; } = definition;

    public Preset? Preset { get; } = preset;

    /// <summary>What stands in a field; empty for one that was not sent.</summary>
    public StringValues this[string path] => texts.TryGetValue(path, out var text) ? text : StringValues.Empty;

    /// <summary>The form as it is before anybody typed anything.</summary>
    public static RunForm For(ExperimentDefinition definition, Preset? preset, string target)
    {
        var texts = definition.Parameters.ToDictionary(
            parameter => Prefix + parameter.Name, parameter => Texts(parameter, InitialValue(parameter, preset)));
        texts["target"] = target;
        texts["workers"] = Workers(definition);
        texts["onError"] = "continue";
        texts["repetitions"] = Repetitions(definition, preset);
        texts["repeatEverySeconds"] = RepeatEvery(preset);
        return new(definition, preset, texts);
    }

    /// <summary>The form that gives an earlier run again. A parameter that came after the run has its default, which the run measured,
    /// whatever its preset says now.</summary>
    public static RunForm Of(ExperimentDefinition definition, RunSpec spec, IReadOnlyDictionary<string, string> tags)
    {
        var isPart = RunTurns.IsPart(spec);
        spec = RunTurns.Alone(spec);
        var preset = definition.FindPreset(spec.Scale);
        var texts = definition.Parameters.ToDictionary(
            parameter => Prefix + parameter.Name,
            parameter => Texts(parameter, spec.Parameters[parameter.Name] ?? parameter.Default));
        texts["name"] = spec.Name;
        texts["target"] = spec.Target;
        texts["workers"] = spec.Workers.ToString(CultureInfo.InvariantCulture);
        texts["repetitions"] = spec.Repetitions.ToString(CultureInfo.InvariantCulture);
        texts["repeatEverySeconds"] = spec.RepeatEverySeconds.ToString(CultureInfo.InvariantCulture);
        texts["seed"] = spec.Seed.ToString(CultureInfo.InvariantCulture);
        texts["onError"] = spec.OnError.ToString().ToLowerInvariant();
        texts["failIf"] = string.Join('\n', spec.FailIf ?? []);
        texts["tags"] = string.Join('\n', tags.Where(tag => !isPart || tag.Key != RunTurns.Tag)
            .Select(tag => tag.Value.Length > 0 ? $"{tag.Key}={tag.Value}" : tag.Key));
        return new(definition, preset, texts);
    }

    /// <summary>The value that a parameter has when its field is left as it is.</summary>
    public JsonNode InitialValue(ParameterDefinition parameter) => InitialValue(parameter, Preset);

    public JsonObject ToRequest()
    {
        var request = new JsonObject { ["experiment"] = Definition.Id };
        AddText(request, "preset", Preset?.Name);
        AddText(request, "name", this["name"]);
        AddText(request, "target", this["target"]);
        if (this["workers"] is { Count: 1 } workers && workers != Workers(Definition))
        {
            AddNumber(request, "workers", workers);
        }

        AddParameters(request);
        if (this["repetitions"] is { Count: 1 } repetitions && repetitions != Repetitions(Definition, Preset))
        {
            AddNumber(request, "repetitions", repetitions);
        }

        if (this["repeatEverySeconds"] is { Count: 1 } every && every != RepeatEvery(Preset))
        {
            AddNumber(request, "repeatEverySeconds", every);
        }

        AddNumber(request, "seed", this["seed"]);
        AddText(request, "onError", this["onError"]);
        AddCriteria(request);
        AddTags(request);
        AddText(request, NotifyField, this[NotifyField]);
        return request;
    }

    /// <summary>What the field has at first, and a request need not say.</summary>
    private static string Workers(ExperimentDefinition definition) =>
        (definition.Target?.Workers ?? 1).ToString(CultureInfo.InvariantCulture);

    private static string Repetitions(ExperimentDefinition definition, Preset? preset) =>
        (preset?.Repetitions ?? SpecLimits.RepetitionsOf(definition)).ToString(CultureInfo.InvariantCulture);

    private static string RepeatEvery(Preset? preset) => (preset?.RepeatEverySeconds ?? 0).ToString(CultureInfo.InvariantCulture);

    private static JsonNode InitialValue(ParameterDefinition parameter, Preset? preset) =>
        preset?.Parameters[parameter.Name] ?? parameter.Default;

    /// <summary>Several texts for a list of words, which has a box per word; one text for anything else.</summary>
    private static StringValues Texts(ParameterDefinition parameter, JsonNode value)
    {
        var texts = value is JsonArray levels ? levels.Select(level => level!.ToString()) : [value.ToString()];
        return parameter is { Factor: true, Kind: ParameterKind.Choice } ? texts.ToArray() : string.Join(", ", texts);
    }

    private static void AddText(JsonObject request, string name, string? text)
    {
        if (!string.IsNullOrWhiteSpace(text))
        {
            request[name] = text.Trim();
        }
    }

    private static void AddNumber(JsonObject request, string name, string? text)
    {
        if (!string.IsNullOrWhiteSpace(text))
        {
            request[name] = Number(text.Trim());
        }
    }

    private void AddParameters(JsonObject request)
    {
        var parameters = new JsonObject();
        foreach (var parameter in Definition.Parameters)
        {
            var texts = this[Prefix + parameter.Name];
            if (parameter.Kind == ParameterKind.Text)
            {
                AddTextOf(parameter, texts, parameters);
                continue;
            }

            var initial = Texts(parameter, InitialValue(parameter, Preset));
            if (!Split(parameter, texts).SequenceEqual(Split(parameter, initial)) && Value(parameter, texts) is { } value)
            {
                parameters[parameter.Name] = value;
            }
        }

        if (parameters.Count > 0)
        {
            request["parameters"] = parameters;
        }
    }

    /// <summary>An empty field means an empty text, and one that was not sent the preset's.</summary>
    private void AddTextOf(ParameterDefinition parameter, StringValues texts, JsonObject parameters)
    {
        if (texts.Count > 0 && OneLine(texts.ToString()) is var text && text != InitialValue(parameter, Preset).ToString())
        {
            parameters[parameter.Name] = text;
        }
    }

    /// <summary>What is pasted may have line breaks and tabs.</summary>
    private static string OneLine(string text) => Break().Replace(text, " ").Trim();

    /// <summary>Null for an empty field, which means the default; a list of words without any is an empty list, which is refused.</summary>
    private static JsonNode? Value(ParameterDefinition parameter, StringValues texts)
    {
        var words = Split(parameter, texts);
        return parameter switch
        {
            { Factor: true, Kind: ParameterKind.Choice } => new JsonArray([.. words.Select(word => JsonValue.Create(word))]),
            _ when words.Length == 0 => null,
            { Factor: true, Unit: "B" } => new JsonArray([.. words.Select(Size)]),
            { Unit: "B" } => Size(words[0]),
            { Factor: true } => new JsonArray([.. words.Select(Number)]),
            { Kind: ParameterKind.Choice } => words[0],
            _ => Number(words[0]),
        };
    }

    private static string[] Split(ParameterDefinition parameter, StringValues texts) =>
        parameter.Factor && parameter.Kind != ParameterKind.Choice
        ? SpaceInSize().Replace(ByteSize.WithoutGroups(texts.ToString()), "").Split(ListSeparators, StringSplitOptions.RemoveEmptyEntries)
        : [.. texts.Select(text => text?.Trim() ?? "").Where(text => text.Length > 0)];

    /// <summary>A number if it is one; else the text itself, so that the complaint is about what was typed.</summary>
    private static JsonNode Number(string text)
    {
        if (long.TryParse(text, NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture, out var whole))
        {
            return whole;
        }

        return double.TryParse(text, NumberStyles.Float, CultureInfo.InvariantCulture, out var number) && double.IsFinite(number)
            ? number
            : text;
    }

    private static JsonNode Size(string text) => ByteSize.Read(text) is { } bytes ? bytes : Number(text);

    [GeneratedRegex(@"(?<=[0-9])\s+(?=([KMGT]i?|k)?B\b)")]
    private static partial Regex SpaceInSize();

    [GeneratedRegex(@"\s*[\r\n\t]\s*")]
    private static partial Regex Break();

    private string[] Lines(string path) =>
        this[path].ToString().Split('\n', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries);

    private void AddCriteria(JsonObject request)
    {
        if (Lines("failIf") is { Length: > 0 } criteria)
        {
            request["failIf"] = new JsonArray([.. criteria.Select(line => JsonValue.Create(line))]);
        }
    }

    private void AddTags(JsonObject request)
    {
        var tags = new JsonObject();
        foreach (var line in Lines("tags"))
        {
            var equals = line.IndexOf('=', StringComparison.Ordinal);
            var (name, value) = equals < 0 ? (line, "") : (line[..equals].Trim(), line[(equals + 1)..].Trim());
            tags[name] = value;
        }

        if (tags.Count > 0)
        {
            request["tags"] = tags;
        }
    }
}
