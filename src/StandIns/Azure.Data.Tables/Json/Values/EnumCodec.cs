using System.Text.Json;

namespace Azure.Data.Tables.Json.Values;

/// <summary>The .NET name of the value; an unknown name is an <see cref="ArgumentException"/>.</summary>
internal sealed class EnumCodec<T> : ValueCodec<T>
    where T : struct, Enum
{
    public override void Write(Utf8JsonWriter writer, T value) => writer.WriteStringValue(value.ToString());

    public override T Read(ref Utf8JsonReader reader) => Enum.Parse<T>(reader.GetString()!);
}
