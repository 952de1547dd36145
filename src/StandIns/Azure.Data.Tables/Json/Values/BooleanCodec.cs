using System.Text.Json;

namespace Azure.Data.Tables.Json.Values;

internal sealed class BooleanCodec : ValueCodec<bool>
{
    public static readonly BooleanCodec Instance = new();

    public override void Write(Utf8JsonWriter writer, bool value) => writer.WriteBooleanValue(value);

    public override bool Read(ref Utf8JsonReader reader) => reader.GetBoolean();
}
