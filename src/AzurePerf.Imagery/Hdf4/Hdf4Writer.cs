using AzurePerf.Imagery.Hdf4.Stored;

namespace AzurePerf.Imagery.Hdf4;

/// <summary>
/// Writes data sets and attributes in the layout of the HDF Group's SD interface, which GDAL, the HDF Group's tools and
/// <see cref="Hdf4File"/> read. Data are compressed in memory and written at the end, front to back.
/// </summary>
public sealed class Hdf4Writer
{
    private readonly List<Hdf4NewDataSet> _dataSets = [];
    private readonly List<Hdf4Attribute> _attributes = [];
    private HdfEosStructure? _structure;

    /// <summary>Adds a data set behind those before it.</summary>
    public void Add(Hdf4NewDataSet dataSet) => _dataSets.Add(dataSet);

    /// <summary>Adds an attribute of the file.</summary>
    public void Add(Hdf4Attribute attribute) => _attributes.Add(attribute);

    /// <summary>
    /// Says which data sets are fields of grids and swaths, as HDF-EOS2 does: "StructMetadata.0" and the groups that its library looks for.
    /// Data sets are found by the names of fields, their axes by the names "YDim:grid" and "XDim:grid" or "dimension:swath".
    /// </summary>
    public void Add(HdfEosStructure structure) => _structure = structure;

    /// <summary>Writes the whole file. The stream need not seek, and stays open.</summary>
    /// <exception cref="InvalidOperationException">Readers would not understand the file: it is over 2 GB, an attribute is empty or over
    /// 65,535 bytes, chunks are too many or do not fit, axes of one name differ in length, or a field has no data set.</exception>
    public void WriteTo(Stream stream)
    {
        ArgumentNullException.ThrowIfNull(stream);
        var file = new NewElements();
        var axes = new Dictionary<Hdf4Dimension, ushort>();
        var members = new List<(ushort Tag, ushort Reference)>();
        var groups = new List<(Hdf4NewDataSet DataSet, ushort Group)>();
        foreach (var axis in _dataSets.SelectMany(set => set.Dimensions).Distinct())
        {
            if (axes.Keys.Any(other => other.Name == axis.Name))
            {
                throw new InvalidOperationException($"Axes of one name have one length: {axis.Name}.");
            }

            axes[axis] = AddAxis(file, axis);
            members.Add((Tag.Group, axes[axis]));
        }

        foreach (var dataSet in _dataSets)
        {
            var (variable, group) = AddDataSet(file, dataSet, axes);
            members.Add((Tag.Group, variable));
            groups.Add((dataSet, group));
        }

        foreach (var attribute in _attributes.Concat(_structure?.ToAttributes() ?? []))
        {
            members.Add((Tag.TableHeader, AddAttribute(file, attribute)));
        }

        file.AddGroup("file", Vgroup.File, members);
        _structure?.AddGroups(file, groups);
        file.WriteTo(stream);
    }

    private static ushort AddAxis(NewElements file, Hdf4Dimension axis)
    {
        var length = file.AddTable(
            axis.Name,
            Vdata.DimensionLength,
            [new((int)Hdf4NumberType.Int32, 4, 1, "Values")],
            1,
            new ByteBuilder().Int32(axis.Length).ToArray());
        return file.AddGroup(axis.Name, Vgroup.Dimension, [(Tag.TableHeader, length)]);
    }

    /// <summary>The group that the SD interface reads, and the older one by which HDF-EOS names the data set.</summary>
    private static (ushort Variable, ushort Group) AddDataSet(
        NewElements file, Hdf4NewDataSet set, Dictionary<Hdf4Dimension, ushort> axes)
    {
        var data = file.NewReference();
        set.AddData(file, data);
        var members = set.Dimensions.Select(axis => (Tag.Group, axes[axis])).ToList();
        members.AddRange(set.Attributes.Select(attribute => (Tag.TableHeader, AddAttribute(file, attribute))));
        var kind = new VdataField((int)Hdf4NumberType.Float32, 4, 1, "SDS variable");
        members.Add((Tag.TableHeader, file.AddTable("", Vdata.DataSet, [kind], 0, default)));
        members.Add((Tag.Data, data));

        var number = file.Add(Tag.NumberType, new byte[] { 1, (byte)set.Type, (byte)(8 * set.Type.Size()), 1 });
        members.Add((Tag.NumberType, number));
        var shape = new ByteBuilder().Int16(set.Dimensions.Count);
        foreach (var axis in set.Dimensions)
        {
            shape.Int32(axis.Length);
        }

        for (var i = 0; i <= set.Dimensions.Count; i++)
        {
            shape.Name(Tag.NumberType, number);
        }

        file.Add(Tag.Dimensions, number, shape.ToArray());
        members.Add((Tag.Dimensions, number));
        var group = file.Add(
            Tag.DataGroup,
            new ByteBuilder().Name(Tag.Data, data).Name(Tag.NumberType, number).Name(Tag.Dimensions, number)
                .Name(Tag.WrittenByDataSets, number).ToArray());
        members.Add((Tag.DataGroup, group));
        return (file.AddGroup(set.Name, Vgroup.Variable, members), group);
    }

    /// <summary>A text is one record of many characters, numbers are records of one each.</summary>
    private static ushort AddAttribute(NewElements file, Hdf4Attribute attribute)
    {
        if (attribute.Bytes.Length is < 1 or > ushort.MaxValue)
        {
            throw new InvalidOperationException($"Attribute {attribute.Name} has {attribute.Bytes.Length} bytes rather than 1 to 65,535.");
        }

        var isText = attribute.Type.IsText();
        var (size, order) = isText ? (attribute.Bytes.Length, attribute.Bytes.Length) : (attribute.Type.Size(), 1);
        var field = new VdataField((int)attribute.Type, size, order, "VALUES");
        return file.AddTable(attribute.Name, Vdata.Attribute, [field], isText ? 1 : attribute.Count, attribute.Bytes);
    }
}
