using System.Text.Json;
using System.Text.Json.Serialization;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Targets;

namespace AzurePerf.Web.Maintenance;

/// <summary>Reads a request to clean: <c>{"target": "default"}</c>, or nothing for the default target.</summary>
internal sealed class CleanRequestReader(TargetList targets)
{
    private static readonly JsonSerializerOptions Strict = new(JsonSerializerDefaults.Web)
    {
        UnmappedMemberHandling = JsonUnmappedMemberHandling.Disallow,
        PropertyNameCaseInsensitive = false,
    };

    public (string Target, IReadOnlyList<SpecFault> Faults) Read(ReadOnlyMemory<byte> body)
    {
        try
        {
            var target = (body.IsEmpty ? null : JsonSerializer.Deserialize<CleanRequest>(body.Span, Strict)?.Target) ?? TargetList.Default;
            return targets.Configured.Any(known => known.Name == target)
                ? (target, [])
                : ("",
                    [new("target",
                        "is unknown; configured targets: " + string.Join(", ", targets.Configured.Select(known => known.Name)))]);
        }
        catch (JsonException)
        {
            return ("", [new("", "must be {\"target\": \"NAME\"} or empty")]);
        }
    }

    private sealed record CleanRequest(string? Target);
}
