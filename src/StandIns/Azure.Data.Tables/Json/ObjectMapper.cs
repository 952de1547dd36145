using System.Linq.Expressions;
using System.Reflection;
using System.Runtime.Serialization;
using System.Text.Json;
using Azure.Data.Tables.Json.Values;

namespace Azure.Data.Tables.Json;

/// <summary>Maps the public properties of an entity class to columns; the system columns go through <see cref="ITableEntity"/>.</summary>
internal sealed class ObjectMapper(Type entityType) : EntityMapper
{
    private readonly Column[] _columns = Columns(entityType);
    private readonly Func<ITableEntity>? _create = Constructor(entityType);

    public override void WriteColumns(Utf8JsonWriter writer, ITableEntity entity)
    {
        foreach (Column column in _columns)
        {
            column.Write(writer, entity);
        }
    }

    public override ITableEntity Read(ref Utf8JsonReader reader, ColumnNames names)
    {
        ITableEntity entity = _create is not null
            ? _create()
            : throw new NotSupportedException($"{entityType} has no constructor without parameters, so that no row can be read as one.");
        int expected = 0;
        while (reader.Read() && reader.TokenType is JsonTokenType.PropertyName)
        {
            if (!ReadSystemColumn(ref reader, entity))
            {
                ReadColumn(ref reader, entity, ref expected);
            }
        }

        return entity;
    }

    private static bool ReadSystemColumn(ref Utf8JsonReader reader, ITableEntity entity)
    {
        ReadOnlySpan<byte> name = reader.ValueSpan;
        if (name.EndsWith("@odata.type"u8))
        {
            reader.Skip(); // the property's own type decides
            return true;
        }

        if (name.SequenceEqual("PartitionKey"u8))
        {
            reader.Read();
            entity.PartitionKey = reader.GetString()!;
        }
        else if (name.SequenceEqual("RowKey"u8))
        {
            reader.Read();
            entity.RowKey = reader.GetString()!;
        }
        else if (name.SequenceEqual("Timestamp"u8))
        {
            reader.Read();
            entity.Timestamp = DateTimeOffsetCodec.Instance.Read(ref reader);
        }
        else if (name.SequenceEqual("odata.etag"u8))
        {
            reader.Read();
            entity.ETag = new ETag(reader.GetString()!);
        }
        else
        {
            return false;
        }

        return true;
    }

    private void ReadColumn(ref Utf8JsonReader reader, ITableEntity entity, ref int expected)
    {
        // The service returns columns in the order they were written, which is ours: the first comparison mostly hits.
        for (int tried = 0; tried < _columns.Length; tried++)
        {
            int index = (expected + tried) % _columns.Length;
            if (reader.ValueTextEquals(_columns[index].Utf8Name))
            {
                expected = index + 1;
                reader.Read();
                _columns[index].Read(ref reader, entity);
                return;
            }
        }

        reader.Skip();
    }

    private static Column[] Columns(Type type) =>
    [
        .. from property in type.GetProperties(BindingFlags.Public | BindingFlags.Instance)
           where property.CanRead && property.GetIndexParameters().Length == 0
           where !property.IsDefined(typeof(IgnoreDataMemberAttribute)) && !SystemColumns.IsSystem(ColumnName.Of(property))
           select CreateColumn(property),
    ];

    private static Column CreateColumn(PropertyInfo property)
        => (Column)Activator.CreateInstance(
            typeof(PropertyColumn<>).MakeGenericType(property.PropertyType),
            ColumnName.Of(property),
            property)!;

    private static Func<ITableEntity>? Constructor(Type type)
    {
        const BindingFlags AnyVisibility = BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.Instance;
        return type.GetConstructor(AnyVisibility, Type.EmptyTypes) is { } constructor && !type.IsAbstract
            ? Expression.Lambda<Func<ITableEntity>>(Expression.New(constructor)).Compile()
            : null;
    }
}
