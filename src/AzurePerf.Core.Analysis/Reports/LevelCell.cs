using System.Text.Json;
using System.Text.Json.Nodes;
using AzurePerf.Core.Texts;

namespace AzurePerf.Core.Reports;

/// <summary>A level of a factor as a cell of <see cref="CsvText"/>.</summary>
public static class LevelCell
{
    /// <summary>A number or a word; null for anything else.</summary>
    public static object? Of(JsonNode? level) => level?.GetValueKind() switch
    {
        // Boxed one by one: an expression of both would make a number of decimals of each.
        JsonValueKind.Number when level.AsValue().TryGetValue<long>(out var whole) => whole,
        JsonValueKind.Number => level.GetValue<double>(),
        JsonValueKind.String => level.GetValue<string>(),
        _ => null,
    };
}
