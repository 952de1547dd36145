using System.Text.Json;
using System.Text.Json.Nodes;

namespace AzurePerf.Core.Reports;

/// <summary>A level of a factor as a cell of <see cref="CsvText"/>.</summary>
public static class LevelCell
{
    /// <summary>A number or a word; null for anything else.</summary>
    public static object? Of(JsonNode? level) => level?.GetValueKind() switch
    {
        JsonValueKind.Number => level.AsValue().TryGetValue<long>(out var whole) ? whole : level.GetValue<double>(),
        JsonValueKind.String => level.GetValue<string>(),
        _ => null,
    };
}
