using System.Text.Json;

namespace AzurePerf.Storage.Rows;

/// <summary>One table row: keys, the ETag it was read with, and its properties. Values are string, int, long, double, bool or DateTimeOffset.</summary>
public sealed class Row(string partitionKey, string rowKey)
{
    public string PartitionKey { get; } = partitionKey;

    public string RowKey { get; } = rowKey;

    /// <summary>ETag as stored; empty for a row that was not read from a store.</summary>
    public string ETag { get; init; } = "";

    public SortedDictionary<string, object> Values { get; init; } = new(StringComparer.Ordinal);

    /// <summary>Sets a property; null leaves it out.</summary>
    public object? this[string name]
    {
        set
        {
            if (value is null)
            {
                Values.Remove(name);
            }
            else
            {
                Values[name] = value;
            }
        }
    }

    /// <summary>A text; empty when absent.</summary>
    public string Text(string name) => Read<string>(name) ?? "";

    /// <summary>A whole number; 0 when absent.</summary>
    public int Integer(string name) => Values.ContainsKey(name) ? Read<int>(name) : 0;

    /// <summary>A large whole number; 0 when absent.</summary>
    public long Long(string name) => Values.ContainsKey(name) ? Read<long>(name) : 0;

    /// <summary>False when absent.</summary>
    public bool Flag(string name) => Values.ContainsKey(name) && Read<bool>(name);

    /// <summary>Null when absent.</summary>
    public DateTimeOffset? Instant(string name) => Values.ContainsKey(name) ? Read<DateTimeOffset>(name) : null;

    /// <summary>A word of an enumeration.</summary>
    public T Choice<T>(string name)
        where T : struct, Enum =>
        Enum.TryParse<T>(Text(name), ignoreCase: false, out var value) && Enum.IsDefined(value)
            ? value
            : throw Nonsense(name, $"is not one of {string.Join(", ", Enum.GetNames<T>())}");

    /// <summary>A JSON document.</summary>
    public T Json<T>(string name, JsonSerializerOptions options)
    {
        try
        {
            return JsonSerializer.Deserialize<T>(Text(name), options) ?? throw Nonsense(name, "is empty");
        }
        catch (JsonException exception)
        {
            throw Nonsense(name, "is not the expected JSON: " + exception.Message);
        }
    }

    /// <summary>What is wrong with a row that something else than this program must have written.</summary>
    public CorruptRowException Nonsense(string name, string complaint) => new($"row {PartitionKey}/{RowKey}: {name} {complaint}");

    private T? Read<T>(string name)
    {
        if (!Values.TryGetValue(name, out var value))
        {
            return default;
        }

        return value is T typed ? typed : throw Nonsense(name, $"is a {value.GetType().Name}, not a {typeof(T).Name}");
    }
}
