using System.Globalization;
using System.Text.Json;
using System.Text.Json.Nodes;
using AzurePerf.Core.Experiments;
using AzurePerf.Core.Spelling;

namespace AzurePerf.Core.Runs;

/// <summary>The parameters of a request laid over those of its preset and the experiment's defaults.</summary>
internal sealed class ParameterValues
{
    private readonly SpecMembers _request;

    public ParameterValues(ExperimentDefinition definition, Preset? preset, SpecMembers request)
    {
        _request = request;
        var given = GivenMembers(definition);
        foreach (var parameter in definition.Parameters)
        {
            var usual = UsualOf(parameter, preset);
            var value = given.TryGetValue(parameter.Name, out var element) ? Read(parameter, element) : usual;
            Overridden |= value.ToJsonString() != usual.ToJsonString();
            // A build that does not know the parameter refuses requests that name it.
            if (parameter.Factor || !parameter.SilentAtDefault || !JsonNode.DeepEquals(value, parameter.Default))
            {
                Values[parameter.Name] = value;
            }
        }
    }

    /// <summary>Every parameter but those that say nothing at their default: a list for a factor, one value for any other.</summary>
    public JsonObject Values { get; } = [];

    /// <summary>True when the request gave at least one parameter another value than it would have had.</summary>
    public bool Overridden { get; }

    private Dictionary<string, JsonElement> GivenMembers(ExperimentDefinition definition)
    {
        var given = new Dictionary<string, JsonElement>();
        if (_request.Member("parameters") is not { } parameters)
        {
            return given;
        }

        if (parameters.ValueKind != JsonValueKind.Object)
        {
            _request.Fault("parameters", "must be an object with one member per parameter");
            return given;
        }

        foreach (var member in parameters.EnumerateObject())
        {
            if (definition.FindParameter(member.Name) is null)
            {
                var known = definition.Parameters.Select(parameter => parameter.Name).ToArray();
                _request.Fault(
                    "parameters." + SpecMembers.Shorten(member.Name),
                    $"is not a parameter of {definition.Id}; known are {string.Join(", ", known)}"
                        + NearestWord.Question(member.Name, known));
            }
            else
            {
                given[member.Name] = member.Value;
            }
        }

        return given;
    }

    /// <summary>The value that a parameter has where a request does not name it.</summary>
    /// <param name="parameter">Of the experiment.</param>
    /// <param name="preset">That the request names; null for none.</param>
    public static JsonNode UsualOf(ParameterDefinition parameter, Preset? preset) =>
        Normalise(parameter, preset?.Parameters[parameter.Name] ?? parameter.Default);

    private static JsonNode Normalise(ParameterDefinition parameter, JsonNode value) =>
        parameter.Factor && value is not JsonArray ? new JsonArray(value.DeepClone()) : value.DeepClone();

    private JsonNode Read(ParameterDefinition parameter, JsonElement element)
    {
        var path = "parameters." + parameter.Name;
        if (!parameter.Factor)
        {
            if (element.ValueKind == JsonValueKind.Array)
            {
                _request.Fault(path, "takes one value, not a list");
                return parameter.Default.DeepClone();
            }

            return ReadLevel(parameter, path, element);
        }

        if (element.ValueKind != JsonValueKind.Array)
        {
            return new JsonArray(ReadLevel(parameter, path, element));
        }

        return ReadLevels(parameter, path, element);
    }

    private JsonArray ReadLevels(ParameterDefinition parameter, string path, JsonElement element)
    {
        var count = element.GetArrayLength();
        if (count is 0 or > SpecLimits.Levels)
        {
            _request.Fault(path, $"must list 1 to {SpecLimits.Levels} values");
            return [];
        }

        var faultsBefore = _request.Faults.Count;
        var levels = new JsonArray([.. element.EnumerateArray().Select((level, index) =>
            ReadLevel(parameter, string.Create(CultureInfo.InvariantCulture, $"{path}[{index}]"), level))]);
        if (_request.Faults.Count == faultsBefore && levels.Select(level => level!.ToJsonString()).Distinct().Count() < count)
        {
            _request.Fault(path, "lists a value twice; use repetitions to measure a level again");
        }

        return levels;
    }

    private JsonNode ReadLevel(ParameterDefinition parameter, string path, JsonElement element)
    {
        if (Accepts(parameter, element))
        {
            // One spelling per value, so that 1 and 1.0 are the same level, and 0 and -0.0.
            return parameter.Kind switch
            {
                ParameterKind.Integer => JsonValue.Create((long)element.GetDouble()),
                ParameterKind.Number => JsonValue.Create(element.GetDouble() + 0.0),
                _ => JsonValue.Create(element.GetString()!),
            };
        }

        _request.Fault(path, Expectation(parameter));
        return parameter.Default.DeepClone();
    }

    private static bool Accepts(ParameterDefinition parameter, JsonElement element) => parameter.Kind switch
    {
        ParameterKind.Choice => element.ValueKind == JsonValueKind.String && parameter.Choices.Contains(element.GetString()),
        ParameterKind.Text => element.ValueKind == JsonValueKind.String && element.GetString() is { } text
            && text.Length <= parameter.MostCharacters && !text.Any(TextSteering.Is),
        _ => element.ValueKind == JsonValueKind.Number
            && element.TryGetDouble(out var number)
            && number >= parameter.Minimum && number <= parameter.Maximum
            && (parameter.Kind == ParameterKind.Number || number == Math.Floor(number)),
    };

    private static string Expectation(ParameterDefinition parameter) => parameter.Kind switch
    {
        ParameterKind.Choice => "must be one of " + string.Join(", ", parameter.Choices),
        ParameterKind.Text => SpecMembers.ExpectedText(parameter.MostCharacters!.Value),
        ParameterKind.Integer =>
            string.Create(
                CultureInfo.InvariantCulture,
                $"must be a whole number{NounOf(parameter)} from {parameter.Minimum} to {parameter.Maximum}{UnitOf(parameter)}"),
        _ =>
            string.Create(
                CultureInfo.InvariantCulture, $"must be a number from {parameter.Minimum} to {parameter.Maximum}{UnitOf(parameter)}"),
    };

    // "a whole number of days", but "from 1 to 60 s".
    private static string NounOf(ParameterDefinition parameter) => IsCounted(parameter) ? $" of {parameter.Unit}" : "";

    private static string UnitOf(ParameterDefinition parameter) =>
        parameter.Unit.Length == 0 || IsCounted(parameter) ? "" : " " + parameter.Unit;

    private static bool IsCounted(ParameterDefinition parameter) =>
        parameter is { Kind: ParameterKind.Integer, Unit: [_, _, .., 's'] };
}
