using System.Globalization;
using System.Text.Json;

namespace Azure.Data.Tables.Json.Values;

/// <summary>A string with a type beside it: JSON readers that keep numbers as doubles would lose digits.</summary>
internal sealed class Int64Codec : ValueCodec<long>
{
    public static readonly Int64Codec Instance = new();

    private const int MaxDigits = 20;

    public override JsonEncodedText? EdmType => EdmTypes.Int64;

    public override void Write(Utf8JsonWriter writer, long value)
    {
        Span<byte> digits = stackalloc byte[MaxDigits];
        value.TryFormat(digits, out int length, default, CultureInfo.InvariantCulture);
        writer.WriteStringValue(digits[..length]);
    }

    public override long Read(ref Utf8JsonReader reader)
        => reader.TokenType is JsonTokenType.String
            ? long.Parse(reader.ValueSpan, CultureInfo.InvariantCulture)
            : reader.GetInt64();
}
