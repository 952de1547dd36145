using System.Globalization;
using System.Text.Json;
using System.Text.Json.Nodes;
using AzurePerf.Cli.Output;
using AzurePerf.Core.Experiments;
using AzurePerf.Core.Texts;

namespace AzurePerf.Cli.Runs;

/// <summary>Reads `--set name=value[,value...]`.</summary>
internal static class ParameterAssignment
{
    /// <summary>The parameters of several assignments; one value stays a value, several become a list of levels, and a text stays
    /// whole.</summary>
    /// <param name="assignments">As they were given.</param>
    /// <param name="known">Of the experiment; empty where it is not known: then nothing is taken for a text.</param>
    public static JsonObject ReadAll(IEnumerable<string> assignments, IReadOnlyList<ParameterDefinition> known)
    {
        var texts = known.Where(parameter => parameter.Kind == ParameterKind.Text).Select(parameter => parameter.Name).ToArray();
        var parameters = new JsonObject();
        foreach (var (name, value) in assignments.Select(assignment => NamedText.Split(assignment, "--set", "clients=1,4,16")))
        {
            if (!parameters.TryAdd(name, texts.Contains(name) ? JsonValue.Create(value) : ReadValue(name, value)))
            {
                throw CommandFailure.Usage($"--set names {name} twice; give several levels as {name}=1,2,4");
            }
        }

        return parameters;
    }

    private static JsonNode ReadValue(string name, string text)
    {
        var values = ByteSize.WithoutGroups(text).Split(',', StringSplitOptions.TrimEntries);
        if (values.Contains(""))
        {
            throw CommandFailure.Usage($"--set {name} has an empty value; write {name}=1,2,4");
        }

        return values.Length == 1 ? ReadLevel(values[0]) : new JsonArray([.. values.Select(ReadLevel)]);
    }

    // The server checks which kind each parameter takes; here a number is whatever looks like one.
    private static JsonNode ReadLevel(string text)
    {
        if (long.TryParse(text, NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture, out var whole))
        {
            return JsonValue.Create(whole);
        }

        if (ByteSize.Read(text) is { } bytes)
        {
            return JsonValue.Create(bytes);
        }

        return double.TryParse(text, NumberStyles.Float, CultureInfo.InvariantCulture, out var number) && double.IsFinite(number)
            ? JsonValue.Create(number)
            : JsonValue.Create(text);
    }

    /// <summary>The server only sees a text where it needs a number, and does not know how sizes can be written here.</summary>
    /// <param name="parameters">As they were read.</param>
    /// <param name="known">Of the experiment.</param>
    /// <exception cref="CommandFailure">A size is none.</exception>
    public static void CheckSizes(JsonObject parameters, IReadOnlyList<ParameterDefinition> known)
    {
        foreach (var (name, value) in parameters.Where(parameter => known.Any(one => one.Name == parameter.Key && one.Unit == "B")))
        {
            if (WordsOf(value).FirstOrDefault() is { } wrong)
            {
                throw CommandFailure.Usage(
                    $"--set {name}: '{wrong}' is no whole number of bytes; write one, or a number that ends in "
                        + $"{string.Join(", ", ByteSize.Suffixes.SkipLast(1))} or {ByteSize.Suffixes[^1]}");
            }
        }
    }

    private static IEnumerable<string> WordsOf(JsonNode? value) =>
        (value is JsonArray levels ? levels.AsEnumerable() : [value]).Where(level => level?.GetValueKind() == JsonValueKind.String)
            .Select(level => level!.GetValue<string>());
}

/// <summary>Reads `name=text` arguments.</summary>
internal static class NamedText
{
    /// <summary>Splits at the first equals sign; the text may hold more of them.</summary>
    public static (string Name, string Text) Split(string assignment, string option, string example)
    {
        var equals = assignment.IndexOf('=', StringComparison.Ordinal);
        return equals > 0
            ? (assignment[..equals].Trim(), assignment[(equals + 1)..].Trim())
            : throw CommandFailure.Usage($"{option} must look like {option} {example}, not '{assignment}'");
    }
}
