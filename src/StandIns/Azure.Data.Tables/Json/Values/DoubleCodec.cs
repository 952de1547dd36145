using System.Globalization;
using System.Text.Json;

namespace Azure.Data.Tables.Json.Values;

/// <summary>A number with a type beside it (3.0 is written 3); JSON has no number for NaN, which is sent by name.</summary>
internal sealed class DoubleCodec : ValueCodec<double>
{
    public static readonly DoubleCodec Instance = new();

    public override JsonEncodedText? EdmType => EdmTypes.Double;

    public override void Write(Utf8JsonWriter writer, double value)
    {
        if (double.IsNaN(value))
        {
            writer.WriteStringValue("NaN"u8);
        }
        else
        {
            writer.WriteNumberValue(value); // throws ArgumentException for an infinity
        }
    }

    public override double Read(ref Utf8JsonReader reader)
        => reader.TokenType is JsonTokenType.String
            ? double.Parse(reader.ValueSpan, NumberStyles.Float, CultureInfo.InvariantCulture)
            : reader.GetDouble();
}
