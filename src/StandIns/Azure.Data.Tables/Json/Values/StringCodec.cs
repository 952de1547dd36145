using System.Text.Json;

namespace Azure.Data.Tables.Json.Values;

internal sealed class StringCodec : ValueCodec<string>
{
    public static readonly StringCodec Instance = new();

    public override void Write(Utf8JsonWriter writer, string value) => writer.WriteStringValue(value);

    public override string Read(ref Utf8JsonReader reader) => reader.GetString()!;
}
