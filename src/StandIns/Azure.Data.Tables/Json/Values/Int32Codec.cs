using System.Text.Json;

namespace Azure.Data.Tables.Json.Values;

internal sealed class Int32Codec : ValueCodec<int>
{
    public static readonly Int32Codec Instance = new();

    public override void Write(Utf8JsonWriter writer, int value) => writer.WriteNumberValue(value);

    public override int Read(ref Utf8JsonReader reader) => reader.GetInt32();
}
