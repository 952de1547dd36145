using System.Buffers;
using System.Text.Json;

namespace Azure.Data.Tables.Json;

/// <summary>Rows to bytes and bytes to rows.</summary>
internal static class EntityJson
{
    private const int InitialBytes = 4 * 1024;
    private const int MaxKeptBytes = 2 * 1024 * 1024;

    [ThreadStatic]
    private static ArrayBufferWriter<byte>? _buffer;

    [ThreadStatic]
    private static Utf8JsonWriter? _writer;

    /// <summary>The row as JSON, in a buffer that the thread's next call overwrites: copy it before anything is awaited.</summary>
    public static ReadOnlySpan<byte> Write(ITableEntity entity)
    {
        ArrayBufferWriter<byte> buffer = Buffer();
        Utf8JsonWriter writer = Writer(buffer);
        writer.WriteStartObject();
        writer.WriteString("PartitionKey"u8, entity.PartitionKey);
        writer.WriteString("RowKey"u8, entity.RowKey);
        EntityMapper.For(entity.GetType()).WriteColumns(writer, entity);
        writer.WriteEndObject();
        writer.Flush();
        return buffer.WrittenSpan;
    }

    public static T Read<T>(ReadOnlySpan<byte> json)
        where T : class, ITableEntity
    {
        var reader = new Utf8JsonReader(json);
        reader.Read();
        return (T)EntityMapper.For(typeof(T)).Read(ref reader, new ColumnNames());
    }

    /// <summary>The rows of a page, in the service's order.</summary>
    public static List<T> ReadPage<T>(ReadOnlySpan<byte> json)
        where T : class, ITableEntity
    {
        var rows = new List<T>();
        var reader = new Utf8JsonReader(json);
        if (PageJson.MoveToRows(ref reader))
        {
            EntityMapper mapper = EntityMapper.For(typeof(T));
            var names = new ColumnNames();
            while (reader.Read() && reader.TokenType is JsonTokenType.StartObject)
            {
                rows.Add((T)mapper.Read(ref reader, names));
            }
        }

        return rows;
    }

    // One huge row must not pin its buffer to the thread for ever.
    private static ArrayBufferWriter<byte> Buffer()
    {
        if (_buffer is null || _buffer.Capacity > MaxKeptBytes)
        {
            _buffer = new ArrayBufferWriter<byte>(InitialBytes);
        }

        _buffer.ResetWrittenCount();
        return _buffer;
    }

    private static Utf8JsonWriter Writer(ArrayBufferWriter<byte> buffer)
    {
        _writer ??= new Utf8JsonWriter(buffer, new JsonWriterOptions { SkipValidation = true });
        _writer.Reset(buffer);
        return _writer;
    }
}
