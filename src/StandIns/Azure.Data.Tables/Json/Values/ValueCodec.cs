using System.Text.Json;

namespace Azure.Data.Tables.Json.Values;

/// <summary>How values of one type stand in a row's JSON. Stateless, one instance per type for the whole process.</summary>
internal abstract class ValueCodec<T>
{
    /// <summary>The type annotation to write beside the value; null where JSON alone tells the type.</summary>
    public virtual JsonEncodedText? EdmType => null;

    public virtual bool IsNull(T value) => value is null;

    /// <summary>Writes a value that is not null, without its name.</summary>
    public abstract void Write(Utf8JsonWriter writer, T value);

    /// <summary>Reads the current token, which is not null.</summary>
    public abstract T Read(ref Utf8JsonReader reader);
}
