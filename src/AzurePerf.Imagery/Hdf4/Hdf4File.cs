using AzurePerf.Imagery.Hdf4.Stored;

namespace AzurePerf.Imagery.Hdf4;

/// <summary>
/// An HDF4 file with scientific data sets, as MODIS products are (HDF4 Specification and Developer's Guide; the groups that hold data sets
/// are those of the library's SD interface). Read are all number types and data that are stored as they are, in linked blocks, deflated
/// or in chunks; run lengths, n-bit, Huffman and szip are refused. Several threads may read at once.
/// </summary>
public sealed class Hdf4File
{
    /// <summary>192 MiB, which the largest MODIS granules stay below.</summary>
    public const long DefaultMaximalBytes = WholeFile.DefaultMaximalBytes;

    private Hdf4File(IReadOnlyList<Hdf4DataSet> dataSets, IReadOnlyList<Hdf4Attribute> attributes) =>
        (DataSets, Attributes) = (dataSets, attributes);

    /// <summary>In the order of the file, scales of axes included.</summary>
    public IReadOnlyList<Hdf4DataSet> DataSets { get; }

    /// <summary>What the producer said of the whole file, such as "CoreMetadata.0".</summary>
    public IReadOnlyList<Hdf4Attribute> Attributes { get; }

    /// <summary>Reads names, shapes and attributes; data only when asked for. The memory must not change while the file is used.</summary>
    /// <param name="file">The whole file.</param>
    /// <param name="maximalBytes">The most that one data set may have, in bytes.</param>
    /// <exception cref="UnreadableFileException">The file is damaged or not HDF4, or it holds no scientific data sets.</exception>
    public static Hdf4File Open(ReadOnlyMemory<byte> file, long maximalBytes = DefaultMaximalBytes)
    {
        var elements = new Elements(new Descriptors(file));
        foreach (var reference in elements.Descriptors.Groups)
        {
            var group = Vgroup.Read(elements, reference);
            if (group.Class == Vgroup.File)
            {
                return Read(elements, group, maximalBytes);
            }
        }

        throw new UnreadableFileException("The file holds no scientific data sets: no Vgroup is of class CDF0.0.");
    }

    /// <summary>Takes the whole of a stream into memory, then reads as <see cref="Open(ReadOnlyMemory{byte}, long)"/> does.</summary>
    /// <param name="stream">From its position to its end; it stays open.</param>
    /// <param name="maximalBytes">The most that the file, and one data set, may have, in bytes.</param>
    /// <exception cref="UnreadableFileException">The file is damaged, not HDF4, or longer than the limit.</exception>
    public static Hdf4File Open(Stream stream, long maximalBytes = DefaultMaximalBytes)
    {
        using var memory = WholeFile.Read(stream, maximalBytes);
        return Open(memory.GetBuffer().AsMemory(0, (int)memory.Length), maximalBytes);
    }

    /// <summary>Whether a stream goes on as an HDF4 file begins. Four bytes say so; what follows them may be damaged.</summary>
    /// <param name="stream">From its position on; it is read as far as it was looked at, and stays open.</param>
    public static bool BeginsIn(Stream stream)
    {
        ArgumentNullException.ThrowIfNull(stream);
        Span<byte> head = stackalloc byte[Descriptors.Mark.Length];
        return stream.ReadAtLeast(head, head.Length, throwOnEndOfStream: false) == head.Length && head.SequenceEqual(Descriptors.Mark);
    }

    /// <summary>The first data set of a name, or null.</summary>
    public Hdf4DataSet? DataSet(string name) => DataSets.FirstOrDefault(set => set.Name == name);

    /// <summary>
    /// The data set of a field, or null: where several have its name, the one whose axes are those of the grid or swath, as in "YDim:grid".
    /// HDF-EOS2 keeps fields of one axis elsewhere, where they are not read.
    /// </summary>
    /// <param name="owner">Name of the grid or swath.</param>
    /// <param name="field">One of its fields.</param>
    public Hdf4DataSet? DataSet(string owner, HdfEosField field)
    {
        ArgumentNullException.ThrowIfNull(field);
        var axes = field.Dimensions.Select(axis => $"{axis}:{owner}").ToArray();
        return DataSets.FirstOrDefault(set => set.Name == field.Name && set.Dimensions.Select(axis => axis.Name).SequenceEqual(axes))
            ?? DataSet(field.Name);
    }

    /// <summary>The attribute of a name, or null.</summary>
    public Hdf4Attribute? Attribute(string name) => Attributes.FirstOrDefault(attribute => attribute.Name == name);

    private static Hdf4File Read(Elements elements, Vgroup file, long maximalBytes)
    {
        var dataSets = new List<Hdf4DataSet>();
        var attributes = new List<Hdf4Attribute>();
        foreach (var (tag, reference) in file.Members)
        {
            if (tag == Tag.Group && Vgroup.Read(elements, reference) is { Class: Vgroup.Variable } group)
            {
                dataSets.Add(new(elements.Descriptors, DataSetParts.Read(elements, group), maximalBytes));
            }
            else if (tag == Tag.TableHeader && Vdata.Read(elements, reference) is { Class: Vdata.Attribute } table)
            {
                attributes.Add(Hdf4Attribute.Read(elements, table));
            }
        }

        return new(dataSets, attributes);
    }
}
