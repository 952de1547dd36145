using System.Text.Json;
using System.Text.Unicode;
using AzurePerf.Core.Spelling;
using AzurePerf.Core.Texts;

namespace AzurePerf.Core.Programs;

/// <summary>Reads reduce.json; the first fault ends it.</summary>
internal static class ProgramManifestReader
{
    private const int MostNameCharacters = 40;
    private const int MostArguments = 32;
    private const int MostArgumentCharacters = 1_000;
    private const int MostOutputs = 16;

    /// <summary>A name follows that of the result in the name of a blob, and 16 of them stand in the facts of a product.</summary>
    private const int MostOutputCharacters = 60;

    private static readonly string[] Members = ["name", "run", "arguments", "inputs", "outputs", "limits"];
    private static readonly string[] Suffixes = [".tif", ".png", ".csv", ".json"];
    private static readonly (string Name, int Most)[] Limits =
        [("memoryMegabytes", 1 << 20), ("seconds", 86_400), ("processes", 10_000), ("fileMegabytes", 1 << 20), ("files", 1_000_000)];

    /// <summary>What some editors on Windows write before the first character.</summary>
    private static ReadOnlySpan<byte> ByteOrderMark => "\uFEFF"u8;

    /// <exception cref="ProgramFaultException">It says what is wrong.</exception>
    public static ProgramManifest Read(ReadOnlySpan<byte> json)
    {
        if (json.Length > PackageLimits.ManifestBytes)
        {
            throw Fault($"is longer than {NumberFormat.Size(PackageLimits.ManifestBytes)}");
        }

        using var document = Parse(json.StartsWith(ByteOrderMark) ? json[ByteOrderMark.Length..] : json);
        var manifest = RequireObject(document.RootElement, "", Members);
        return new()
        {
            Name = Name(manifest),
            Run = Run(manifest),
            Arguments = Arguments(manifest),
            Inputs = Inputs(manifest),
            Outputs = Outputs(manifest),
            Limits = manifest.TryGetProperty("limits", out var limits) ? LimitsIn(limits) : ProgramLimitRequest.None,
        };
    }

    private static JsonDocument Parse(ReadOnlySpan<byte> json)
    {
        try
        {
            return Utf8.IsValid(json)
                ? JsonDocument.Parse(json.ToArray(), new() { AllowDuplicateProperties = false })
                : throw Fault("is not UTF-8");
        }
        catch (Exception malformed) when (malformed is JsonException or InvalidOperationException)
        {
            // The second is what a name with half a surrogate pair gives, which JSON can write and no text can hold.
            throw Fault("is not valid JSON, or has a member twice");
        }
    }

    private static string Name(JsonElement manifest)
    {
        var name = Text(manifest, "name");
        return name.Length is > 0 and <= MostNameCharacters && char.IsAsciiLetterLower(name[0])
            && name.All(character => char.IsAsciiLetterLower(character) || char.IsAsciiDigit(character) || character is '-' or '_')
            ? name
            : throw Fault(
                $"must have as name 1 to {MostNameCharacters} lower-case letters, digits, hyphens and underscores, a letter first");
    }

    private static string Run(JsonElement manifest)
    {
        var run = Text(manifest, "run");
        return ProgramPath.WhyNot(run) is { } why
            ? throw Fault($"must have as run the path of a file; {ProgramPath.Shown(run)} {why}")
            : run;
    }

    private static string[] Arguments(JsonElement manifest)
    {
        if (!manifest.TryGetProperty("arguments", out var member))
        {
            return [];
        }

        var arguments = Texts(member, "arguments");
        return arguments.Length <= MostArguments
            && arguments.All(argument => argument.Length <= MostArgumentCharacters && !argument.Any(TextSteering.Is))
            ? arguments
            : throw Fault(
                $"must have as arguments at most {MostArguments} texts, each of at most {MostArgumentCharacters} characters without "
                    + $"control characters");
    }

    private static ProgramInput Inputs(JsonElement manifest) => Text(manifest, "inputs") switch
    {
        "geotiff" => ProgramInput.GeoTiff,
        "flat" => ProgramInput.Flat,
        _ => throw Fault("must have as inputs geotiff or flat"),
    };

    private static string[] Outputs(JsonElement manifest)
    {
        var outputs = manifest.TryGetProperty("outputs", out var member) ? Texts(member, "outputs") : [];
        if (outputs.Length is 0 or > MostOutputs)
        {
            throw Fault($"must have as outputs 1 to {MostOutputs} names of files");
        }

        if (outputs.FirstOrDefault(output => !IsOutput(output)) is { } bad)
        {
            throw Fault(
                $"has the output {ProgramPath.Shown(bad)}: a name has letters, digits, dots, hyphens and underscores, a letter or digit "
                    + $"first, at most {MostOutputCharacters} characters, and ends in {string.Join(", ", Suffixes)}");
        }

        return outputs.Distinct(StringComparer.OrdinalIgnoreCase).Count() == outputs.Length
            ? outputs
            : throw Fault("has an output twice (case does not count)");
    }

    private static bool IsOutput(string name) =>
        name.Length <= MostOutputCharacters && name.Length > 0 && char.IsAsciiLetterOrDigit(name[0])
            && name.All(character => char.IsAsciiLetterOrDigit(character) || character is '.' or '-' or '_')
            && Suffixes.Any(suffix => name.EndsWith(suffix, StringComparison.Ordinal));

    private static ProgramLimitRequest LimitsIn(JsonElement member)
    {
        var limits = RequireObject(member, "limits", [.. Limits.Select(limit => limit.Name)]);
        var read = Limits.Select(limit => Number(limits, limit.Name, limit.Most)).ToArray();
        return new(read[0], read[1], read[2], read[3], read[4]);
    }

    private static int? Number(JsonElement limits, string name, int most) =>
        !limits.TryGetProperty(name, out var member) ? null
            : member.ValueKind == JsonValueKind.Number && member.TryGetInt32(out var number) && number >= 1 && number <= most ? number
            : throw Fault($"must have as limits.{name} a whole number from 1 to {NumberFormat.Count(most)}");

    private static JsonElement RequireObject(JsonElement member, string name, string[] members)
    {
        if (member.ValueKind != JsonValueKind.Object)
        {
            throw Fault(name.Length == 0 ? "must be a JSON object" : $"must have as {name} a JSON object");
        }

        var unknown = member.EnumerateObject().Select(one => one.Name).FirstOrDefault(one => !members.Contains(one));
        return unknown is null ? member
            : throw Fault(
                $"has {ProgramPath.Shown(unknown)}, which is not known{NearestWord.Question(unknown, members)}; it may have "
                    + string.Join(", ", members));
    }

    private static string Text(JsonElement manifest, string name) =>
        manifest.TryGetProperty(name, out var member) ? TextOf(member) ?? throw Fault($"must have as {name} a text")
            : throw Fault($"has no {name}");

    private static string[] Texts(JsonElement member, string name) =>
        member.ValueKind == JsonValueKind.Array
            ? [.. member.EnumerateArray().Select(text => TextOf(text) ?? throw Fault($"must have as {name} a list of texts"))]
            : throw Fault($"must have as {name} a list of texts");

    /// <summary>Null for what is no text, and for half a surrogate pair, which JSON can write and no text can hold.</summary>
    private static string? TextOf(JsonElement member)
    {
        try
        {
            return member.ValueKind == JsonValueKind.String ? member.GetString() : null;
        }
        catch (InvalidOperationException)
        {
            return null;
        }
    }

    private static ProgramFaultException Fault(string complaint) => new($"{ProgramPackage.ManifestName} {complaint}.");
}
