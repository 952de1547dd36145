using System.Runtime.InteropServices;
using AzurePerf.Imagery.Hdf4.Stored;

namespace AzurePerf.Imagery.Hdf4;

/// <summary>A data set to be written by <see cref="Hdf4Writer"/>.</summary>
public sealed class Hdf4NewDataSet
{
    private readonly Func<byte[]> _bytes;

    private Hdf4NewDataSet(
        string name,
        Hdf4NumberType type,
        IReadOnlyList<Hdf4Dimension> dimensions,
        Hdf4Storage storage,
        IReadOnlyList<Hdf4Attribute> attributes,
        Func<byte[]> bytes) =>
        (Name, Type, Dimensions, Storage, Attributes, _bytes) = (name, type, dimensions, storage, attributes, bytes);

    /// <summary>Such as "LST_Day_1km".</summary>
    public string Name { get; }

    /// <summary>Of one element.</summary>
    public Hdf4NumberType Type { get; }

    /// <summary>Axes, the one that varies slowest first.</summary>
    public IReadOnlyList<Hdf4Dimension> Dimensions { get; }

    internal Hdf4Storage Storage { get; }

    internal IReadOnlyList<Hdf4Attribute> Attributes { get; }

    /// <summary>A data set of the type that <typeparamref name="T"/> is.</summary>
    /// <param name="name">At most 256 characters of Latin-1.</param>
    /// <param name="dimensions">1 to 32 axes, none of them of no length, of fewer than 2 GB together.</param>
    /// <param name="values">All elements, the last axis varying fastest. Read when the file is written.</param>
    /// <param name="storage">As they are unless said.</param>
    /// <param name="attributes">None unless said. A "_FillValue" must be one number of the data's type.</param>
    /// <exception cref="ArgumentException">Values do not fill the axes, or HDF4 has no such numbers.</exception>
    public static Hdf4NewDataSet Of<T>(
        string name,
        IReadOnlyList<Hdf4Dimension> dimensions,
        ReadOnlyMemory<T> values,
        Hdf4Storage? storage = null,
        IReadOnlyList<Hdf4Attribute>? attributes = null) where T : unmanaged
    {
        ArgumentException.ThrowIfNullOrEmpty(name);
        ArgumentNullException.ThrowIfNull(dimensions);
        ArgumentOutOfRangeException.ThrowIfGreaterThan(name.Length, 256);
        if (dimensions.Count is < 1 or > 32 || dimensions.Any(axis => axis.Length < 1) || values.Length != Count(dimensions))
        {
            throw new ArgumentException($"{values.Length} values do not fill the {dimensions.Count} axes of {name}.");
        }

        var type = NumberTypes.Of<T>();
        return new(name, type, dimensions, storage ?? Hdf4Storage.Plain, attributes ?? [], () =>
        {
            var bytes = MemoryMarshal.AsBytes(values.Span).ToArray();
            NumberTypes.Reorder(bytes, type.Size());
            return bytes;
        });
    }

    /// <summary>The same bytes as text rather than numbers, as some files of archives have them.</summary>
    /// <exception cref="InvalidOperationException">The data set is not of <see cref="Hdf4NumberType.UInt8"/>.</exception>
    internal Hdf4NewDataSet AsText() => Type == Hdf4NumberType.UInt8
        ? new(Name, Hdf4NumberType.Character, Dimensions, Storage, Attributes, _bytes)
        : throw new InvalidOperationException($"{Name} does not hold bytes.");

    internal void AddData(NewElements file, ushort reference)
    {
        var bytes = _bytes();
        if (Storage.Chunk is { } chunk)
        {
            var dimensions = Dimensions.Select(axis => axis.Length).ToArray();
            if (chunk.Length != dimensions.Length || chunk.Where((length, axis) => length < 1 || length > dimensions[axis]).Any())
            {
                throw new InvalidOperationException($"The chunks of {Name} do not fit its axes.");
            }

            NewData.AddChunked(file, reference, bytes, dimensions, chunk, Fill(), Storage.Level);
        }
        else if (Storage.BlockBytes is { } blockBytes)
        {
            NewData.AddLinked(file, reference, bytes, blockBytes);
        }
        else if (Storage.Level is { } level)
        {
            NewData.AddDeflated(file, reference, bytes, level);
        }
        else
        {
            NewData.AddPlain(file, reference, bytes);
        }
    }

    private byte[] Fill() =>
        Attributes.FirstOrDefault(attribute => attribute.Name == "_FillValue" && attribute.Bytes.Length == Type.Size())?.Bytes
        ?? NumberTypes.DefaultFill(Type);

    private static long Count(IReadOnlyList<Hdf4Dimension> dimensions) =>
        dimensions.Aggregate(1L, (product, axis) => product > int.MaxValue ? product : product * axis.Length);
}
