using System.Text.Json;
using System.Text.Json.Serialization;

namespace AzurePerf.Core.Texts;

/// <summary>How API documents look in JSON: camelCase names, enumerations as camelCase words.</summary>
public static class ApiJson
{
    public static JsonSerializerOptions Options { get; } = Configure(new(JsonSerializerDefaults.Web));

    /// <summary>Gives the options of a web host the same settings.</summary>
    public static JsonSerializerOptions Configure(JsonSerializerOptions options)
    {
        options.Converters.Add(new JsonStringEnumConverter(JsonNamingPolicy.CamelCase, allowIntegerValues: false));
        options.DefaultIgnoreCondition = JsonIgnoreCondition.Never;
        return options;
    }
}
