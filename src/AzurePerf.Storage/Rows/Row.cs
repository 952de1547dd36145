using System.Globalization;
using System.Text.Json;

namespace AzurePerf.Storage.Rows;

/// <summary>One table row: keys, the ETag it was read with, and its properties. Values are string, int, long, double, bool or
/// DateTimeOffset.</summary>
public sealed class Row(string partitionKey, string rowKey)
{
    public string PartitionKey { get; } = partitionKey;

    public string RowKey { get; } = rowKey;

    /// <summary>ETag as stored; empty for a row that was not read from a store.</summary>
    public string ETag { get; init; } = "";

    /// <summary>How long it had stood there unchanged when it was read, both by the clock of the service, to a second; null where the
    /// store does not say. No clock of any of our hosts is in it.</summary>
    public TimeSpan? Age { get; init; }

    public SortedDictionary<string, object> Values { get; init; } = new(StringComparer.Ordinal);

    /// <summary>Sets a property; null leaves it out. A text may be longer than one property holds: see <see cref="LongText"/>.</summary>
    public object? this[string name]
    {
        set
        {
            for (var index = 0; Values.Remove(LongText.NameOf(name, index)); index++)
            {
            }

            if (value is string text)
            {
                foreach (var (part, characters) in LongText.Split(name, text))
                {
                    Values[part] = characters;
                }
            }
            else if (value is not null)
            {
                Values[name] = value;
            }
        }
    }

    /// <summary>True when another row has the same properties.</summary>
    public bool SaysTheSameAs(Row other) => Values.SequenceEqual(other.Values);

    /// <summary>A text, all parts of it; empty when absent.</summary>
    public string Text(string name) => Read<string>(name) is { } first ? LongText.Join(name, first, Read<string>) : "";

    /// <summary>A whole number; 0 when absent.</summary>
    public int Integer(string name) => Values.ContainsKey(name) ? Read<int>(name) : 0;

    /// <summary>A large whole number; 0 when absent.</summary>
    public long Long(string name) => Values.ContainsKey(name) ? Read<long>(name) : 0;

    /// <summary>A number; 0 when absent.</summary>
    public double Double(string name) => Values.ContainsKey(name) ? Read<double>(name) : 0;

    /// <summary>False when absent.</summary>
    public bool Flag(string name) => Values.ContainsKey(name) && Read<bool>(name);

    /// <summary>Null when absent.</summary>
    public DateTimeOffset? Instant(string name) => Values.ContainsKey(name) ? Read<DateTimeOffset>(name) : null;

    /// <summary>A text that must be there.</summary>
    public string RequiredText(string name) => Text(name) is { Length: > 0 } text ? text : throw Corrupt(name, "is missing");

    /// <summary>An instant that must be there.</summary>
    public DateTimeOffset RequiredInstant(string name) => Instant(name) ?? throw Corrupt(name, "is missing");

    /// <summary>A word of an enumeration, exactly as written there: no number stands for one.</summary>
    public T Choice<T>(string name)
        where T : struct, Enum =>
        Array.IndexOf(Enum.GetNames<T>(), Text(name)) is >= 0 and var index
            ? Enum.GetValues<T>()[index]
            : throw Corrupt(name, $"is not one of {string.Join(", ", Enum.GetNames<T>())}");

    /// <summary>A JSON document.</summary>
    public T Json<T>(string name, JsonSerializerOptions options)
    {
        try
        {
            return JsonSerializer.Deserialize<T>(Text(name), options) ?? throw Corrupt(name, "is empty");
        }
        catch (JsonException exception)
        {
            throw Corrupt(name, "is not the expected JSON: " + exception.Message);
        }
    }

    /// <summary>Refuses a row of a format that this build does not know, rather than misread it.</summary>
    public void RequireVersion(int version)
    {
        if (Integer("v") != version)
        {
            throw Corrupt("v",
                $"is {Integer("v").ToString(CultureInfo.InvariantCulture)}; this build reads "
                    + $"{version.ToString(CultureInfo.InvariantCulture)}");
        }
    }

    /// <summary>What is wrong with a row that something else than this program must have written.</summary>
    public CorruptRowException Corrupt(string name, string complaint) => new($"row {PartitionKey}/{RowKey}: {name} {complaint}");

    private T? Read<T>(string name)
    {
        if (!Values.TryGetValue(name, out var value))
        {
            return default;
        }

        return value is T typed ? typed : throw Corrupt(name, $"is a {value.GetType().Name}, not a {typeof(T).Name}");
    }
}

/// <summary>A stored row that cannot be what this program wrote. Its run fails with the row named; the rest goes on.</summary>
public sealed class CorruptRowException : Exception
{
    public CorruptRowException()
    {
    }

    public CorruptRowException(string message)
        : base(message)
    {
    }

    public CorruptRowException(string message, Exception innerException)
        : base(message, innerException)
    {
    }
}
