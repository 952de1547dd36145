using System.Globalization;
using System.Text.Json;
using AzurePerf.Cli.Output;
using AzurePerf.Core.Targets;

namespace AzurePerf.Cli.Demo;

/// <summary>Reads what `--secrets` names: lines NAME=VALUE, or a JSON object. No message ever repeats a value.</summary>
internal static class SecretsText
{
    private const string NamedTarget = StorageAccounts.TargetVariable + "_";

    /// <summary>Reads the file, or standard input for "-". Anybody on the machine could have copied what stands in a file that everybody
    /// may read, so such a file is refused.</summary>
    public static async Task<IReadOnlyDictionary<string, string>> ReadAsync(
        Terminal terminal, string path, CancellationToken cancellationToken) =>
        path != InputText.StandardInput && !OperatingSystem.IsWindows() && File.Exists(path)
            && File.GetUnixFileMode(path).HasFlag(UnixFileMode.OtherRead)
            ? throw CommandFailure.Usage(
                $"--secrets: every user of this machine can read {path}: take that right away (chmod 600), and change the keys if others "
                    + $"work here")
            : Read(await InputText.ReadAsync(terminal, path, "--secrets", cancellationToken));

    public static IReadOnlyDictionary<string, string> Read(string text)
    {
        var secrets = new Dictionary<string, string>(StringComparer.Ordinal);
        foreach (var (name, value, place) in text.AsSpan().TrimStart().StartsWith("{") ? ReadJson(text) : ReadLines(text))
        {
            if (name != StorageAccounts.ControlVariable && name != StorageAccounts.TargetVariable
                && !name.StartsWith(NamedTarget, StringComparison.Ordinal))
            {
                // The name itself may be a part of a secret that was broken off.
                throw CommandFailure.Usage(
                    $"--secrets: {place} has a name other than {StorageAccounts.ControlVariable}, {StorageAccounts.TargetVariable} and "
                        + $"{NamedTarget}NAME");
            }

            if (!secrets.TryAdd(name, value))
            {
                throw CommandFailure.Usage($"--secrets holds {name} twice");
            }
        }

        return secrets.Count > 0 ? secrets
            : throw CommandFailure.Usage($"--secrets holds neither {StorageAccounts.ControlVariable} nor {StorageAccounts.TargetVariable}");
    }

    private static IEnumerable<(string Name, string Value, string Place)> ReadLines(string text)
    {
        var number = 0;
        foreach (var line in text.Split('\n', StringSplitOptions.TrimEntries))
        {
            number++;
            if (line.Length == 0 || line[0] == '#')
            {
                continue;
            }

            var equals = line.IndexOf('=', StringComparison.Ordinal);
            yield return equals > 0
                ? (line[..equals].TrimEnd(), Unquote(line[(equals + 1)..].Trim()), FormattableString.Invariant($"line {number}"))
                : throw CommandFailure.Usage(string.Create(CultureInfo.InvariantCulture, $"--secrets: line {number} is not NAME=VALUE"));
        }
    }

    private static string Unquote(string value) =>
        value.Length >= 2 && value[0] is '"' or '\'' && value[^1] == value[0] ? value[1..^1] : value;

    private static List<(string Name, string Value, string Place)> ReadJson(string text)
    {
        try
        {
            using var document = JsonDocument.Parse(text, new JsonDocumentOptions { AllowDuplicateProperties = false });
            return [.. document.RootElement.EnumerateObject().Select((member, index) => member.Value.ValueKind == JsonValueKind.String
                ? (member.Name, member.Value.GetString()!, FormattableString.Invariant($"member {index + 1}"))
                : throw CommandFailure.Usage("--secrets: every member of the JSON object must be a text"))];
        }
        catch (Exception malformed) when (malformed is JsonException or InvalidOperationException)
        {
            // The second is half a surrogate pair, which JSON can write and no text can hold. Messages may quote the text around the fault.
            throw CommandFailure.Usage("--secrets is not valid JSON");
        }
    }
}
