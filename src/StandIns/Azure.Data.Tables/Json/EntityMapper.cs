using System.Collections.Concurrent;
using System.Text.Json;

namespace Azure.Data.Tables.Json;

/// <summary>Writes and reads rows as entities of one type.</summary>
internal abstract class EntityMapper
{
    private static readonly ConcurrentDictionary<Type, EntityMapper> Mappers = new()
    {
        [typeof(TableEntity)] = new TableEntityMapper(),
    };

    public static EntityMapper For(Type entityType) => Mappers.GetOrAdd(entityType, static type => new ObjectMapper(type));

    /// <summary>Writes the row's own columns; the keys are already written.</summary>
    public abstract void WriteColumns(Utf8JsonWriter writer, ITableEntity entity);

    /// <summary>Reads the object that starts at the current token, up to its end.</summary>
    public abstract ITableEntity Read(ref Utf8JsonReader reader, ColumnNames names);
}
