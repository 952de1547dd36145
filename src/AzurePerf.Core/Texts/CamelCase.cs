using System.Text.Json;

namespace AzurePerf.Core.Texts;

/// <summary>The word of an enumeration's value in JSON, CSV and metrics: camel case.</summary>
public static class CamelCase
{
    public static string Of(Enum value)
    {
        ArgumentNullException.ThrowIfNull(value);
        return JsonNamingPolicy.CamelCase.ConvertName(value.ToString());
    }
}
