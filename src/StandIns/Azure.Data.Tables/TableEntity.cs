#nullable disable // the official assembly is not annotated: both must give callers the same warnings

using System.Collections;
using Azure.Data.Tables.Json;

namespace Azure.Data.Tables;

/// <summary>A row as a dictionary of column to value; the system columns are entries of it too.</summary>
/// <remarks>A missing column reads as null; a typed getter on a value of another type throws <see cref="InvalidOperationException"/>.</remarks>
public sealed class TableEntity : ITableEntity, IDictionary<string, object>
{
    private readonly Dictionary<string, object> _values;

    public TableEntity() => _values = new Dictionary<string, object>(StringComparer.Ordinal);

    public TableEntity(string partitionKey, string rowKey)
        : this()
    {
        PartitionKey = partitionKey;
        RowKey = rowKey;
    }

    public TableEntity(IDictionary<string, object> values)
    {
        ArgumentNullException.ThrowIfNull(values);
        _values = new Dictionary<string, object>(values, StringComparer.Ordinal);
    }

    // A row being read: the number of columns is about that of the row before.
    internal TableEntity(int capacity) => _values = new Dictionary<string, object>(capacity, StringComparer.Ordinal);

    public string PartitionKey
    {
        get => GetString(SystemColumns.PartitionKey);
        set => _values[SystemColumns.PartitionKey] = value;
    }

    public string RowKey
    {
        get => GetString(SystemColumns.RowKey);
        set => _values[SystemColumns.RowKey] = value;
    }

    public DateTimeOffset? Timestamp
    {
        get => GetDateTimeOffset(SystemColumns.Timestamp);
        set => _values[SystemColumns.Timestamp] = value;
    }

    public ETag ETag
    {
        get => GetString(SystemColumns.ETag) is { } text ? new ETag(text) : default;
        set => _values[SystemColumns.ETag] = value.ToString();
    }

    public int Count => _values.Count;

    public ICollection<string> Keys => _values.Keys;

    bool ICollection<KeyValuePair<string, object>>.IsReadOnly => false;

    ICollection<object> IDictionary<string, object>.Values => _values.Values;

    public object this[string key]
    {
        get => _values.TryGetValue(key, out object value) ? value : null;
        set => _values[key] = value;
    }

    public string GetString(string key) => this[key] switch
    {
        null => null,
        string text => text,
        object other => throw WrongType(key, "String", other),
    };

    public byte[] GetBinary(string key) => this[key] switch
    {
        null => null,
        byte[] bytes => bytes,
        BinaryData data => data.ToArray(),
        object other => throw WrongType(key, "Binary", other),
    };

    public BinaryData GetBinaryData(string key) => this[key] switch
    {
        null => null,
        BinaryData data => data,
        byte[] bytes => BinaryData.FromBytes(bytes),
        object other => throw WrongType(key, "Binary", other),
    };

    public DateTime? GetDateTime(string key) => this[key] switch
    {
        null => null,
        DateTime time => time,
        DateTimeOffset time => time.UtcDateTime,
        object other => throw WrongType(key, "DateTime", other),
    };

    public DateTimeOffset? GetDateTimeOffset(string key) => this[key] switch
    {
        null => null,
        DateTimeOffset time => time,
        DateTime time => new DateTimeOffset(time),
        object other => throw WrongType(key, "DateTimeOffset", other),
    };

    public bool? GetBoolean(string key) => GetValue<bool>(key);

    public double? GetDouble(string key) => GetValue<double>(key);

    public Guid? GetGuid(string key) => GetValue<Guid>(key);

    public int? GetInt32(string key) => GetValue<int>(key);

    public long? GetInt64(string key) => GetValue<long>(key);

    public void Add(string key, object value) => _values.Add(key, value);

    public bool ContainsKey(string key) => _values.ContainsKey(key);

    public bool Remove(string key) => _values.Remove(key);

    public bool TryGetValue(string key, out object value) => _values.TryGetValue(key, out value);

    public void Clear() => _values.Clear();

    void ICollection<KeyValuePair<string, object>>.Add(KeyValuePair<string, object> item) => _values.Add(item.Key, item.Value);

    bool ICollection<KeyValuePair<string, object>>.Contains(KeyValuePair<string, object> item) => _values.Contains(item);

    void ICollection<KeyValuePair<string, object>>.CopyTo(KeyValuePair<string, object>[] array, int arrayIndex)
        => ((ICollection<KeyValuePair<string, object>>)_values).CopyTo(array, arrayIndex);

    bool ICollection<KeyValuePair<string, object>>.Remove(KeyValuePair<string, object> item)
        => ((ICollection<KeyValuePair<string, object>>)_values).Remove(item);

    IEnumerator<KeyValuePair<string, object>> IEnumerable<KeyValuePair<string, object>>.GetEnumerator() => _values.GetEnumerator();

    IEnumerator IEnumerable.GetEnumerator() => _values.GetEnumerator();

    // Typed as the class, so that a loop over it does not allocate an enumerator.
    internal Dictionary<string, object> Columns => _values;

    private T? GetValue<T>(string key)
        where T : struct
        => this[key] switch
        {
            null => null,
            T value => value,
            object other => throw WrongType(key, typeof(T).Name, other),
        };

    private static InvalidOperationException WrongType(string key, string wanted, object actual)
        => new($"Column '{key}' holds a {actual.GetType().Name} and cannot be read as {wanted}.");
}
