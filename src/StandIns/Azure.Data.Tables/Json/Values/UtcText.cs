using System.Globalization;
using System.Text.Json;

namespace Azure.Data.Tables.Json.Values;

/// <summary>A UTC time as the service stores it: seven decimals and Z.</summary>
internal static class UtcText
{
    private const int Length = 28;

    public static void Write(Utf8JsonWriter writer, DateTime utc)
    {
        Span<byte> text = stackalloc byte[Length];
        utc.TryFormat(text, out int written, "O", CultureInfo.InvariantCulture);
        writer.WriteStringValue(text[..written]);
    }
}
