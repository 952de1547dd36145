using System.Text.Json;
using System.Text.Json.Nodes;
using System.Text.Json.Serialization.Metadata;

namespace AzurePerf.Core.Messages;

/// <summary>
/// Reads one kind of message in the version of this build and in the one before: while one build takes over from another, messages of both
/// are about. What the one before wrote is rewritten as this one would have written it, so that nothing else knows of versions.
/// </summary>
/// <param name="type">The message as it is now.</param>
/// <param name="current">Its version now.</param>
/// <param name="fromPrevious">Rewrites a message of the version before; null as long as there was none.</param>
internal sealed class MessageVersions<T>(JsonTypeInfo<T> type, int current, Func<JsonObject, JsonObject>? fromPrevious = null)
    where T : class
{
    private const string VersionMember = "v";

    /// <summary>The message, or null when the text is none of either version. The caller checks what the message says.</summary>
    public T? Read(string text)
    {
        try
        {
            return VersionOf(text) switch
            {
                var version when version == current => JsonSerializer.Deserialize(text, type),
                var version when version == current - 1 && fromPrevious is not null =>
                    JsonSerializer.Deserialize(Rewritten(text, fromPrevious), type),
                _ => null,
            };
        }
        catch (Exception malformed) when (malformed is JsonException or InvalidOperationException or FormatException)
        {
            // Null makes the caller move the message to the poison queue.
            return null;
        }
    }

    /// <summary>True for a message that the build after this one wrote: it is left to that build's workers.</summary>
    public bool IsOfNextBuild(string text)
    {
        try
        {
            return VersionOf(text) == current + 1;
        }
        catch (Exception malformed) when (malformed is JsonException or InvalidOperationException or FormatException)
        {
            return false;
        }
    }

    private static int? VersionOf(string text)
    {
        using var document = JsonDocument.Parse(text);
        return document.RootElement.ValueKind == JsonValueKind.Object
            && document.RootElement.TryGetProperty(VersionMember, out var version)
            && version.ValueKind == JsonValueKind.Number && version.TryGetInt32(out var number)
                ? number
                : null;
    }

    private JsonObject Rewritten(string text, Func<JsonObject, JsonObject> rewrite)
    {
        var now = rewrite(JsonNode.Parse(text)!.AsObject());
        now[VersionMember] = current;
        return now;
    }
}
