using System.Text.Json;

namespace Azure.Data.Tables.Json.Values;

internal sealed class BinaryDataCodec : ValueCodec<BinaryData>
{
    public static readonly BinaryDataCodec Instance = new();

    public override JsonEncodedText? EdmType => EdmTypes.Binary;

    public override void Write(Utf8JsonWriter writer, BinaryData value) => writer.WriteBase64StringValue(value);

    public override BinaryData Read(ref Utf8JsonReader reader) => BinaryData.FromBytes(reader.GetBytesFromBase64());
}
