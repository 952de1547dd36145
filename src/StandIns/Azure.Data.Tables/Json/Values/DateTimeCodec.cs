using System.Text.Json;

namespace Azure.Data.Tables.Json.Values;

/// <summary>Only UTC: a local or unspecified time would change its meaning on the way.</summary>
internal sealed class DateTimeCodec : ValueCodec<DateTime>
{
    public static readonly DateTimeCodec Instance = new();

    public override JsonEncodedText? EdmType => EdmTypes.DateTime;

    public override void Write(Utf8JsonWriter writer, DateTime value)
    {
        if (value.Kind is not DateTimeKind.Utc)
        {
            throw new NotSupportedException($"A DateTime of kind {value.Kind} cannot be stored: only Utc.");
        }

        UtcText.Write(writer, value);
    }

    public override DateTime Read(ref Utf8JsonReader reader) => reader.GetDateTimeOffset().UtcDateTime;
}
