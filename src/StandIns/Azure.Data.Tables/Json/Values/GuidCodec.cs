using System.Text.Json;

namespace Azure.Data.Tables.Json.Values;

internal sealed class GuidCodec : ValueCodec<Guid>
{
    public static readonly GuidCodec Instance = new();

    public override JsonEncodedText? EdmType => EdmTypes.Guid;

    public override void Write(Utf8JsonWriter writer, Guid value) => writer.WriteStringValue(value);

    public override Guid Read(ref Utf8JsonReader reader) => reader.GetGuid();
}
