using System.Globalization;
using System.Text;
using System.Text.Json;
using System.Text.Json.Nodes;

namespace AzurePerf.Testing.Storage.Service;

/// <summary>The rows of one table of the service, as the JSON that was sent, and the limits that the service documents.</summary>
/// <param name="time">Stamps rows; null for no stamps.</param>
internal sealed class FakeTable(TimeProvider? time)
{
    private const int TextCharacters = 32 * 1024;
    private const int RowBytes = 1 << 20;
    private const int Properties = 252;
    private const string Annotation = "@odata.type";

    private readonly SortedDictionary<(string Partition, string Row), JsonObject> _rows = new(
        Comparer<(string Partition, string Row)>.Create((one, other) =>
            string.CompareOrdinal(one.Partition, other.Partition) is var order and not 0 ? order : string.CompareOrdinal(one.Row, other.Row)));

    private long _version;

    public IEnumerable<JsonObject> Rows => _rows.Values;

    public JsonObject Find(string partition, string row) => _rows.GetValueOrDefault((partition, row)) ?? throw TableRefusalException.NoRow;

    /// <summary>Refuses a write that is not possible, and changes nothing.</summary>
    public void Check(TableOperation operation)
    {
        if (operation.Method != "DELETE")
        {
            CheckSize(operation.Row());
        }

        if (operation.Method == "POST")
        {
            var row = operation.Row();
            if (_rows.ContainsKey(KeyOf(row)))
            {
                throw new TableRefusalException(409, "EntityAlreadyExists");
            }
        }
        else if (operation.IfMatch is { } etag && Find(operation.PartitionKey!, operation.RowKey!)["odata.etag"]!.GetValue<string>() != etag && etag != "*")
        {
            throw TableRefusalException.Changed;
        }
    }

    /// <summary>Does what was checked; the new ETag, or null for a deletion.</summary>
    public string? Apply(TableOperation operation)
    {
        if (operation.Method == "DELETE")
        {
            _rows.Remove((operation.PartitionKey!, operation.RowKey!));
            return null;
        }

        var row = operation.Row();
        if (operation.Method is "PATCH" or "MERGE" && _rows.TryGetValue(KeyOf(row), out var stored))
        {
            row = Merged(stored, row);
        }

        WriteFractions(row);
        row["odata.etag"] = $"W/\"datetime'{(++_version).ToString("D9", CultureInfo.InvariantCulture)}'\"";
        if (time is not null)
        {
            row["Timestamp"] = time.GetUtcNow().ToString("yyyy-MM-ddTHH:mm:ss.fffffffZ", CultureInfo.InvariantCulture);
        }

        _rows[KeyOf(row)] = row;
        return row["odata.etag"]!.GetValue<string>();
    }

    public static (string Partition, string Row) KeyOf(JsonObject row) => (row["PartitionKey"]!.GetValue<string>(), row["RowKey"]!.GetValue<string>());

    private static JsonObject Merged(JsonObject stored, JsonObject changes)
    {
        var merged = stored.DeepClone().AsObject();
        foreach (var (name, value) in changes)
        {
            merged[name] = value?.DeepClone();
        }

        return merged;
    }

    /// <summary>A finite number with a fraction is answered as such, 7.0 too, and without the type that it was sent with.</summary>
    private static void WriteFractions(JsonObject row)
    {
        foreach (var name in row.Select(property => property.Key).Where(name => row[name + Annotation] is JsonValue type && type.GetValue<string>() == "Edm.Double").ToArray())
        {
            if (row[name] is JsonValue number && number.GetValueKind() == JsonValueKind.Number)
            {
                var text = number.ToJsonString();
                row[name] = JsonNode.Parse(text.Contains('.', StringComparison.Ordinal) || text.Contains('E', StringComparison.OrdinalIgnoreCase) ? text : text + ".0");
                row.Remove(name + Annotation);
            }
        }
    }

    private static void CheckSize(JsonObject row)
    {
        var (partition, key) = KeyOf(row);
        var bytes = 4 + (2L * (partition.Length + key.Length));
        var count = 0;
        foreach (var (name, value) in row.Where(property => property.Key is not ("PartitionKey" or "RowKey") && !property.Key.EndsWith(Annotation, StringComparison.Ordinal)))
        {
            var text = value is JsonValue known && known.TryGetValue(out string? held) ? held : null;
            if (text?.Length > TextCharacters)
            {
                throw new TableRefusalException(400, "PropertyValueTooLarge");
            }

            bytes += 8 + (2L * name.Length) + (text is null ? 8 : 4 + (2L * text.Length));
            count++;
        }

        if (count > Properties || bytes > RowBytes || Encoding.UTF8.GetByteCount(partition) > 1_024 || Encoding.UTF8.GetByteCount(key) > 1_024)
        {
            throw new TableRefusalException(400, count > Properties ? "TooManyProperties" : bytes > RowBytes ? "EntityTooLarge" : "KeyValueTooLarge");
        }
    }
}
