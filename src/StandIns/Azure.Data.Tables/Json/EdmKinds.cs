using System.Text.Json;

namespace Azure.Data.Tables.Json;

/// <summary>Reads the value of a type annotation.</summary>
internal static class EdmKinds
{
    public static EdmKind Read(ref Utf8JsonReader reader)
    {
        ReadOnlySpan<byte> name = reader.ValueSpan;
        return name.SequenceEqual(EdmTypes.Int64.EncodedUtf8Bytes) ? EdmKind.Int64
            : name.SequenceEqual(EdmTypes.DateTime.EncodedUtf8Bytes) ? EdmKind.DateTime
            : name.SequenceEqual(EdmTypes.Double.EncodedUtf8Bytes) ? EdmKind.Double
            : name.SequenceEqual(EdmTypes.Guid.EncodedUtf8Bytes) ? EdmKind.Guid
            : name.SequenceEqual(EdmTypes.Binary.EncodedUtf8Bytes) ? EdmKind.Binary
            : EdmKind.Implied;
    }
}
