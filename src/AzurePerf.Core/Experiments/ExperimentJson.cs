using System.Text.Json;
using System.Text.Json.Serialization;

namespace AzurePerf.Core.Experiments;

/// <summary>How parameters look in JSON: camelCase names, choices as camelCase words, unknown members refused.</summary>
public static class ExperimentJson
{
    public static JsonSerializerOptions Options { get; } = new(JsonSerializerDefaults.Web)
    {
        Converters = { new JsonStringEnumConverter(JsonNamingPolicy.CamelCase, allowIntegerValues: false) },
        UnmappedMemberHandling = JsonUnmappedMemberHandling.Disallow,
        NumberHandling = JsonNumberHandling.Strict,
    };
}
