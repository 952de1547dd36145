using System.Text.Json;

namespace Azure.Data.Tables.Json;

/// <summary>Maps a dictionary entity: types come from the values on writing and from the annotations on reading.</summary>
internal sealed class TableEntityMapper : EntityMapper
{
    public override void WriteColumns(Utf8JsonWriter writer, ITableEntity entity)
    {
        foreach ((string name, object? value) in ((TableEntity)entity).Columns)
        {
            if (!SystemColumns.IsSystem(name))
            {
                UntypedValue.Write(writer, name, value);
            }
        }
    }

    public override ITableEntity Read(ref Utf8JsonReader reader, ColumnNames names)
    {
        var entity = new TableEntity(names.Count);
        names.StartRow();
        EdmKind kind = EdmKind.Implied;
        while (reader.Read() && reader.TokenType is JsonTokenType.PropertyName)
        {
            ReadOnlySpan<byte> name = reader.ValueSpan;
            if (name.EndsWith("@odata.type"u8))
            {
                reader.Read();
                kind = EdmKinds.Read(ref reader); // OData puts a type right before the column it belongs to
            }
            else if (name.SequenceEqual("odata.metadata"u8))
            {
                reader.Skip();
            }
            else
            {
                ReadColumn(ref reader, entity, names, name.SequenceEqual("Timestamp"u8) ? EdmKind.DateTime : kind);
                kind = EdmKind.Implied;
            }
        }

        return entity;
    }

    private static void ReadColumn(ref Utf8JsonReader reader, TableEntity entity, ColumnNames names, EdmKind kind)
    {
        string column = names.Read(ref reader);
        reader.Read();
        entity[column] = UntypedValue.Read(ref reader, kind)!;
    }
}
