using System.Globalization;
using System.Text.Encodings.Web;
using System.Text.Json;
using System.Text.Json.Nodes;
using AzurePerf.Storage.Rows;

namespace AzurePerf.UnitTests.Storage.Rows;

/// <summary>A row as text for golden files: keys, then every property with its type.</summary>
internal static class RowText
{
    private static readonly JsonSerializerOptions Indented = new() { WriteIndented = true, NewLine = "\n", Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping };

    public static string Of(Row row)
    {
        var document = new JsonObject { ["PartitionKey"] = row.PartitionKey, ["RowKey"] = row.RowKey };
        foreach (var (name, value) in row.Values)
        {
            var text = value is DateTimeOffset instant ? instant.ToString("O", CultureInfo.InvariantCulture) : Convert.ToString(value, CultureInfo.InvariantCulture);
            document[name] = new JsonObject { ["type"] = value.GetType().Name, ["value"] = text };
        }

        return document.ToJsonString(Indented) + "\n";
    }

    public static Row Parse(string text)
    {
        var document = JsonNode.Parse(text)!.AsObject();
        var row = new Row((string)document["PartitionKey"]!, (string)document["RowKey"]!);
        foreach (var (name, node) in document.Where(member => member.Value is JsonObject))
        {
            row[name] = ValueOf((string)node!["type"]!, (string)node["value"]!);
        }

        return row;
    }

    private static object ValueOf(string type, string value) => type switch
    {
        nameof(String) => value,
        nameof(Int32) => int.Parse(value, CultureInfo.InvariantCulture),
        nameof(Int64) => long.Parse(value, CultureInfo.InvariantCulture),
        nameof(Double) => double.Parse(value, CultureInfo.InvariantCulture),
        nameof(Boolean) => bool.Parse(value),
        nameof(DateTimeOffset) => DateTimeOffset.Parse(value, CultureInfo.InvariantCulture),
        _ => throw new FormatException(type),
    };
}
