using System.Text;
using System.Text.Json;
using System.Text.Json.Serialization;
using AzurePerf.Cli.Output;
using AzurePerf.Core.Spelling;
using AzurePerf.Core.Texts;

namespace AzurePerf.Cli.Invocation;

/// <summary>What a person wants every time, in a file of their own: options win over the environment, and the environment over
/// this.</summary>
internal sealed record SettingsFile
{
    public const string Variable = "AZUREPERF_CONFIG";
    private const string Name = "azureperf.json";

    /// <summary>Where that of the user is, as the help says it.</summary>
    public static string UsualPlace => OperatingSystem.IsWindows() ? $@"%APPDATA%\{Name}" : $"~/.config/{Name}";

    private const string Form = "must be a JSON object with url, keyFile, output, color and quiet, or some of them";

    private static readonly string[] Members = ["url", "keyFile", "output", "color", "quiet"];

    /// <summary>Where the API is.</summary>
    public string? Url { get; init; }

    /// <summary>File with the key for that address, and for no other; seen from the folder of the settings.</summary>
    public string? KeyFile { get; init; }

    /// <summary>table, json or csv.</summary>
    public string? Output { get; init; }

    public bool? Color { get; init; }

    public bool? Quiet { get; init; }

    /// <summary>What it has besides, which is a mistake; null where there is nothing.</summary>
    [JsonExtensionData]
    public Dictionary<string, JsonElement>? Unknown { get; init; }

    /// <summary>Where it was read; empty where there is none.</summary>
    [JsonIgnore]
    public string Path { get; init; } = "";

    /// <summary>The file that the environment names, else that of the user; one without anything where there is none.</summary>
    public static SettingsFile Read(IReadOnlyDictionary<string, string> environment)
    {
        if (environment.GetValueOrDefault(Variable) is { Length: > 0 } named)
        {
            return ReadAt(named, Variable + ": ");
        }

        return OfUser(environment) is { } own && File.Exists(own) ? ReadAt(own, "") : new();
    }

    private static string? OfUser(IReadOnlyDictionary<string, string> environment) =>
        environment.GetValueOrDefault("XDG_CONFIG_HOME") is { Length: > 0 } folder ? System.IO.Path.Combine(folder, Name)
        : environment.GetValueOrDefault("APPDATA") is { Length: > 0 } roaming ? System.IO.Path.Combine(roaming, Name)
        : environment.GetValueOrDefault("HOME") is { Length: > 0 } home ? System.IO.Path.Combine(home, ".config", Name)
        : null;

    private static SettingsFile ReadAt(string path, string namedBy)
    {
        var text = "";
        try
        {
            text = File.ReadAllText(path);
            var settings = JsonSerializer.Deserialize<SettingsFile>(text, JsonSerializerOptions.Web) ?? new();
            return settings.Unknown?.Keys.FirstOrDefault() is { } name
                ? throw CommandFailure.Usage($"{path}: '{name}' is unknown{Known(name)}")
                : settings.Output is null or "table" or "json" or "csv"
                ? settings with { Path = path }
                : throw CommandFailure.Usage($"{path}: output must be table, json or csv");
        }
        catch (JsonException exception)
        {
            throw CommandFailure.Usage(
                exception.InnerException is JsonException ? $"{path} {Form}: {JsonFaultText.Of(exception, Encoding.UTF8.GetBytes(text))}"
                : exception.Path is ['$', '.', .. var member] ? $"{path}: {member} must be {Kind(member)}"
                : $"{path} {Form}");
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            throw CommandFailure.Usage(
                namedBy + (Directory.Exists(path) ? $"{path} is a folder, and a file is needed" : exception.Message));
        }
    }

    private static string Known(string name) =>
        NearestWord.Question(name, Members) is { Length: > 0 } question ? question : "; it can have " + string.Join(", ", Members);

    private static string Kind(string member) =>
        member.ToLowerInvariant() is "color" or "quiet" ? "true or false" : "a text in quotes";
}
