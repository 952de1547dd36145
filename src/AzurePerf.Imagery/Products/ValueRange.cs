using System.Text.Json;
using System.Text.Json.Serialization;

namespace AzurePerf.Imagery.Products;

/// <summary>Stored numbers from the first to the last, both included. A file writes it as one number or as [first, last].</summary>
[JsonConverter(typeof(ValueRangeConverter))]
public readonly record struct ValueRange(double First, double Last)
{
    public bool Contains(double value) => value >= First && value <= Last;
}

internal sealed class ValueRangeConverter : JsonConverter<ValueRange>
{
    public override ValueRange Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options)
    {
        if (reader.TokenType == JsonTokenType.Number) return new(reader.GetDouble(), reader.GetDouble());
        if (reader.TokenType != JsonTokenType.StartArray) throw new JsonException();
        var first = Number(ref reader);
        var last = Number(ref reader);
        if (!reader.Read() || reader.TokenType != JsonTokenType.EndArray) throw new JsonException();
        return new(first, last);
    }

    public override void Write(Utf8JsonWriter writer, ValueRange value, JsonSerializerOptions options)
    {
        writer.WriteStartArray();
        writer.WriteNumberValue(value.First);
        writer.WriteNumberValue(value.Last);
        writer.WriteEndArray();
    }

    private static double Number(ref Utf8JsonReader reader) =>
        reader.Read() && reader.TokenType == JsonTokenType.Number ? reader.GetDouble() : throw new JsonException();
}
