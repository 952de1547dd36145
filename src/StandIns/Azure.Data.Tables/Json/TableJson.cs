using System.Text.Json;
using Azure.Data.Tables.Models;

namespace Azure.Data.Tables.Json;

/// <summary>Tables to bytes and bytes to tables.</summary>
internal static class TableJson
{
    public static byte[] Write(string tableName)
        => JsonSerializer.SerializeToUtf8Bytes(new Dictionary<string, string>(StringComparer.Ordinal) { ["TableName"] = tableName });

    public static List<TableItem> ReadPage(ReadOnlySpan<byte> json)
    {
        var tables = new List<TableItem>();
        var reader = new Utf8JsonReader(json);
        if (PageJson.MoveToRows(ref reader))
        {
            while (reader.Read() && reader.TokenType is JsonTokenType.StartObject)
            {
                tables.Add(Read(ref reader));
            }
        }

        return tables;
    }

    private static TableItem Read(ref Utf8JsonReader reader)
    {
        string? name = null;
        while (reader.Read() && reader.TokenType is JsonTokenType.PropertyName)
        {
            bool isName = reader.ValueTextEquals("TableName"u8);
            reader.Read();
            if (isName)
            {
                name = reader.GetString();
            }
            else
            {
                reader.Skip();
            }
        }

        return new TableItem(name ?? throw new JsonException("The answer lists a table without a name."));
    }
}
