using System.Text.Json;
using System.Text.Json.Serialization;

namespace AzurePerf.Core.Messages;

/// <summary>What takes the place of a message that cannot be read, in the queue that nobody works off.</summary>
/// <param name="Version">Format.</param>
/// <param name="Reason">Why it could not be read, as a clause for people.</param>
/// <param name="Message">Its text, or the beginning of one that is too long.</param>
public sealed record PoisonMessage(
    [property: JsonPropertyName("v")] int Version, [property: JsonPropertyName("reason")] string Reason,
    [property: JsonPropertyName("message")] string Message)
{
    public const int CurrentVersion = 1;

    /// <summary>Characters of the text that are kept: written as JSON each may take six bytes, and a message holds 64 KiB.</summary>
    public const int LongestText = 9_000;

    /// <summary>Characters of the reason, which quotes what the text says of its version.</summary>
    public const int LongestReason = 500;

    /// <summary>The form in which a text is kept that could not be read.</summary>
    /// <param name="text">As received.</param>
    /// <param name="version">The version that this build reads.</param>
    public static PoisonMessage Of(string text, int version) =>
        new(CurrentVersion, Beginning(ReasonOf(text, version), LongestReason), Beginning(text, LongestText));

    private static string Beginning(string text, int characters) => text.Length <= characters ? text : text[..characters];

    private static string ReasonOf(string text, int version)
    {
        try
        {
            using var document = JsonDocument.Parse(text);
            var root = document.RootElement;
            return root.ValueKind != JsonValueKind.Object || !root.TryGetProperty("v", out var found)
                ? "it is no JSON object with a version v"
                : found.ValueKind == JsonValueKind.Number && found.TryGetInt32(out var number) && number == version
                    ? "a member is missing or makes no sense"
                : $"its version is {found.GetRawText()}, and this build reads version {version}";
        }
        catch (JsonException fault)
        {
            return $"it is not JSON: {fault.Message}";
        }
    }
}
