namespace AzurePerf.Imagery.Hdf4.Stored;

/// <summary>One field of a Vdata's records: the code of its type, its bytes in a record, and how many elements it holds.</summary>
internal readonly record struct VdataField(int Type, int Size, int Order, string Name);

/// <summary>
/// A table: attributes, the lengths of dimensions and the chunks of a data set stand in such (HDF4 Specification and Developer's Guide,
/// "Vdata"). Its header is one element, its records another of the same reference.
/// </summary>
internal sealed record Vdata(ushort Reference, string Name, string Class, int Count, int RecordSize, IReadOnlyList<VdataField> Fields)
{
    public const string Attribute = "Attr0.0";
    public const string DimensionLength = "DimVal0.1";
    public const string DimensionLengthAsCount = "DimVal0.0";
    public const string DataSet = "SDSVar";
    public const string Scale = "CoordVar";
    public const string ChunkTable = "_HDF_CHK_TBL_";

    private const int MaximalFields = 256;

    public static Vdata Read(Elements elements, ushort reference)
    {
        var cursor = new ByteCursor(elements.Describe(Tag.TableHeader, reference, "Vdata"), "Vdata");
        var interlace = cursor.Int16();
        var count = cursor.Int32();
        var recordSize = cursor.UInt16();
        var fieldCount = cursor.Int16();
        if (count < 0 || fieldCount is < 0 or > MaximalFields || (interlace != 0 && fieldCount > 1))
        {
            throw new UnreadableFileException($"Vdata {reference} has fields or records that cannot be.");
        }

        var fields = ReadFields(ref cursor, fieldCount);
        return fields.Sum(field => field.Size) == recordSize
            ? new(reference, cursor.Text(), cursor.Text(), count, recordSize, fields)
            : throw new UnreadableFileException($"The fields of Vdata {reference} do not make up its records.");
    }

    /// <summary>All records, field after field in each.</summary>
    public byte[] Records(Elements elements)
    {
        var records = elements.Describe(Tag.TableRecords, Reference, $"records of {Name}");
        return (long)Count * RecordSize <= records.Length
            ? records[..(Count * RecordSize)]
            : throw new UnreadableFileException($"The records of {Name} end too early.");
    }

    private static VdataField[] ReadFields(ref ByteCursor cursor, int count)
    {
        var numbers = new int[4][];
        for (var kind = 0; kind < 4; kind++)
        {
            numbers[kind] = new int[count];
            for (var i = 0; i < count; i++)
            {
                numbers[kind][i] = cursor.UInt16();
            }
        }

        var fields = new VdataField[count];
        for (var i = 0; i < count; i++)
        {
            fields[i] = new(numbers[0][i], numbers[1][i], numbers[3][i], cursor.Text());
        }

        return fields;
    }
}
