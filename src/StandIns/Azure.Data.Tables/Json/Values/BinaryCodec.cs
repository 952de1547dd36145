using System.Text.Json;

namespace Azure.Data.Tables.Json.Values;

internal sealed class BinaryCodec : ValueCodec<byte[]>
{
    public static readonly BinaryCodec Instance = new();

    public override JsonEncodedText? EdmType => EdmTypes.Binary;

    public override void Write(Utf8JsonWriter writer, byte[] value) => writer.WriteBase64StringValue(value);

    public override byte[] Read(ref Utf8JsonReader reader) => reader.GetBytesFromBase64();
}
