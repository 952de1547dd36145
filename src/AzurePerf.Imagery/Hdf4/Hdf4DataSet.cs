using System.Runtime.InteropServices;
using AzurePerf.Imagery.Hdf4.Stored;

namespace AzurePerf.Imagery.Hdf4;

/// <summary>A named array of numbers in a file (HDF4 Specification and Developer's Guide, "Scientific data sets").</summary>
public sealed class Hdf4DataSet
{
    private readonly Descriptors _descriptors;
    private readonly DataSetParts _parts;
    private readonly long _maximalBytes;

    internal Hdf4DataSet(Descriptors descriptors, DataSetParts parts, long maximalBytes) =>
        (_descriptors, _parts, _maximalBytes) = (descriptors, parts, maximalBytes);

    /// <summary>Such as "LST_Day_1km"; products need not keep it unique.</summary>
    public string Name => _parts.Name;

    /// <summary>Of one element.</summary>
    public Hdf4NumberType Type => _parts.Type;

    /// <summary>Axes, the one that varies slowest first.</summary>
    public IReadOnlyList<Hdf4Dimension> Dimensions => _parts.Dimensions;

    /// <summary>Fill value, scale, valid range and whatever else the producer wrote.</summary>
    public IReadOnlyList<Hdf4Attribute> Attributes => _parts.Attributes;

    /// <summary>Whether it only numbers an axis of the same name.</summary>
    public bool IsScale => _parts.IsScale;

    /// <summary>Elements in all.</summary>
    public long Count => Dimensions.Aggregate(1L, (product, axis) => product * axis.Length);

    /// <summary>The attribute of a name, or null.</summary>
    public Hdf4Attribute? Attribute(string name) => Attributes.FirstOrDefault(attribute => attribute.Name == name);

    /// <summary>
    /// All elements, the last axis varying fastest. What was never written is the fill value. Allocates the array, at most 48 MiB to put
    /// chunks in place, and nothing before it has seen that the file can hold so much.
    /// </summary>
    /// <typeparam name="T">What <see cref="Type"/> says.</typeparam>
    /// <exception cref="ArgumentException">The data set is of another type.</exception>
    /// <exception cref="UnreadableFileException">Its data are damaged, stored in a way that is not read here, or larger than the limit
    /// that the file was opened with.</exception>
    public T[] Read<T>() where T : unmanaged
    {
        if (NumberTypes.Of<T>() != Type.Plain())
        {
            throw new ArgumentException($"{Name} is of type {Type}, not {typeof(T).Name}.");
        }

        if (Count > _maximalBytes / Type.Size())
        {
            throw new UnreadableFileException($"{Name} has {Count} elements, more than the {_maximalBytes} bytes that may be read.");
        }

        var fill = Fill();
        var plan = DataPlan.For(new Elements(_descriptors), _parts, Count * Type.Size());
        var values = GC.AllocateUninitializedArray<T>((int)Count);
        var bytes = MemoryMarshal.AsBytes(values.AsSpan());
        plan.Read(bytes, fill);
        NumberTypes.Reorder(bytes, Type.Size(), _parts.IsLittleEndian);
        return values;
    }

    /// <summary>One element in the byte order of the data.</summary>
    private byte[] Fill()
    {
        var fill = Attribute("_FillValue") is { } given && given.Type.Size() == Type.Size() && given.Count > 0
            ? given.Bytes[..Type.Size()]
            : NumberTypes.DefaultFill(Type);
        if (_parts.IsLittleEndian)
        {
            Array.Reverse(fill);
        }

        return fill;
    }
}

/// <summary>One axis of a data set.</summary>
/// <param name="Name">Such as "YDim:MOD_Grid"; data sets share an axis by its name.</param>
/// <param name="Length">Elements along it; of an axis without an end, those written.</param>
public sealed record Hdf4Dimension(string Name, int Length);
