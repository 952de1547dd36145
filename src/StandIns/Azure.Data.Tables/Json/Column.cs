using System.Text;
using System.Text.Json;

namespace Azure.Data.Tables.Json;

/// <summary>One property of an entity type and the column it is stored in.</summary>
internal abstract class Column(string name)
{
    public JsonEncodedText Name { get; } = JsonEncodedText.Encode(name);

    /// <summary>The name as <see cref="Utf8JsonReader.ValueTextEquals(ReadOnlySpan{byte})"/> compares it: not escaped.</summary>
    public byte[] Utf8Name { get; } = Encoding.UTF8.GetBytes(name);

    public abstract void Write(Utf8JsonWriter writer, object entity);

    /// <summary>Sets the property from the current token; a column without setter ignores it.</summary>
    public abstract void Read(ref Utf8JsonReader reader, object entity);
}
