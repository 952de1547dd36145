using System.Text.Json;

namespace Azure.Data.Tables.Json.Values;

internal sealed class NullableCodec<T>(ValueCodec<T> inner) : ValueCodec<T?>
    where T : struct
{
    public override JsonEncodedText? EdmType => inner.EdmType;

    public override void Write(Utf8JsonWriter writer, T? value) => inner.Write(writer, value.GetValueOrDefault());

    public override T? Read(ref Utf8JsonReader reader) => inner.Read(ref reader);
}
