using System.Text.Json;
using System.Xml;
using Azure.Data.Tables.Json.Values;

namespace Azure.Data.Tables.Json;

/// <summary>A column of a dictionary entity.</summary>
internal static class UntypedValue
{
    private const int StackChars = 128;

    private static readonly object True = true;
    private static readonly object False = false;

    /// <exception cref="NotSupportedException">No column can hold a value of this type.</exception>
    public static void Write(Utf8JsonWriter writer, string name, object? value)
    {
        switch (value)
        {
            case null: writer.WriteNull(name); break;
            case string text: writer.WriteString(name, text); break;
            case int number: writer.WriteNumber(name, number); break;
            case bool flag: writer.WriteBoolean(name, flag); break;
            case long number: Write(writer, name, number, Int64Codec.Instance); break;
            case double number: Write(writer, name, number, DoubleCodec.Instance); break;
            case float number: Write(writer, name, number, DoubleCodec.Instance); break;
            case decimal number: Write(writer, name, (double)number, DoubleCodec.Instance); break;
            case Guid id: Write(writer, name, id, GuidCodec.Instance); break;
            case byte[] bytes: Write(writer, name, bytes, BinaryCodec.Instance); break;
            case BinaryData bytes: Write(writer, name, bytes, BinaryDataCodec.Instance); break;
            case DateTimeOffset time: Write(writer, name, time, DateTimeOffsetCodec.Instance); break;
            case DateTime time: Write(writer, name, time, DateTimeCodec.Instance); break;
            case TimeSpan span: writer.WriteString(name, XmlConvert.ToString(span)); break;
            default: throw new NotSupportedException($"Column '{name}' cannot hold a value of type {value.GetType()}.");
        }
    }

    public static object? Read(ref Utf8JsonReader reader, EdmKind kind) => reader.TokenType switch
    {
        JsonTokenType.String => ReadText(ref reader, kind),
        JsonTokenType.Number => ReadNumber(ref reader, kind),
        JsonTokenType.True => True,
        JsonTokenType.False => False,
        JsonTokenType.Null => null,
        _ => throw new JsonException("A table column holds a single value, the answer has a nested one."),
    };

    private static object ReadText(ref Utf8JsonReader reader, EdmKind kind) => kind switch
    {
        EdmKind.Int64 => (object)Int64Codec.Instance.Read(ref reader),
        EdmKind.DateTime => DateTimeOffsetCodec.Instance.Read(ref reader),
        EdmKind.Double => DoubleCodec.Instance.Read(ref reader),
        EdmKind.Guid => GuidCodec.Instance.Read(ref reader),
        EdmKind.Binary => BinaryCodec.Instance.Read(ref reader),
        _ => reader.GetString()!,
    };

    // The service writes a whole double as 3.0, so that a number without point or exponent is an Int32.
    private static object ReadNumber(ref Utf8JsonReader reader, EdmKind kind)
    {
        if (kind is EdmKind.Int64)
        {
            return reader.GetInt64();
        }

        if (kind is not EdmKind.Double && reader.TryGetInt32(out int number))
        {
            return number;
        }

        return reader.GetDouble();
    }

    private static void Write<T>(Utf8JsonWriter writer, string name, T value, ValueCodec<T> codec)
    {
        int length = name.Length + EdmTypes.AnnotationSuffix.Length;
        Span<char> annotation = length <= StackChars ? stackalloc char[length] : new char[length];
        name.CopyTo(annotation);
        EdmTypes.AnnotationSuffix.CopyTo(annotation[name.Length..]);
        writer.WriteString(annotation, codec.EdmType!.Value.EncodedUtf8Bytes);
        writer.WritePropertyName(name);
        codec.Write(writer, value);
    }
}
