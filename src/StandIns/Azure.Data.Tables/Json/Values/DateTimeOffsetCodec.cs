using System.Text.Json;

namespace Azure.Data.Tables.Json.Values;

internal sealed class DateTimeOffsetCodec : ValueCodec<DateTimeOffset>
{
    public static readonly DateTimeOffsetCodec Instance = new();

    public override JsonEncodedText? EdmType => EdmTypes.DateTime;

    public override void Write(Utf8JsonWriter writer, DateTimeOffset value) => UtcText.Write(writer, value.UtcDateTime);

    public override DateTimeOffset Read(ref Utf8JsonReader reader) => reader.GetDateTimeOffset();
}
