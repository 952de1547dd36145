using AzurePerf.Imagery.Hdf4.Stored;

namespace AzurePerf.Imagery.Hdf4;

/// <summary>What the Vgroup of a data set says of it. <paramref name="Data"/> is null when nothing was ever written.</summary>
internal sealed record DataSetParts(
    string Name,
    Hdf4NumberType Type,
    bool IsLittleEndian,
    bool IsScale,
    IReadOnlyList<Hdf4Dimension> Dimensions,
    IReadOnlyList<Hdf4Attribute> Attributes,
    ushort? Data)
{
    private const int MaximalRank = 32;
    private const int IntelOrder = 4;

    public static DataSetParts Read(Elements elements, Vgroup group)
    {
        var type = group.Find(Tag.NumberType) is { } reference
            ? elements.Describe(Tag.NumberType, reference, $"number type of {group.Name}")
            : throw new UnreadableFileException($"{group.Name} has no number type.");
        if (type.Length < 4)
        {
            throw new UnreadableFileException($"The number type of {group.Name} ends too early.");
        }

        var number = NumberTypes.OfCode(type[1]).Type;
        var attributes = new List<Hdf4Attribute>();
        var axes = new List<(string Name, int? Length)>();
        var isScale = false;
        foreach (var (tag, member) in group.Members)
        {
            if (tag == Tag.TableHeader && Vdata.Read(elements, member) is var table)
            {
                isScale |= table.Class == Vdata.Scale;
                if (table.Class == Vdata.Attribute)
                {
                    attributes.Add(Hdf4Attribute.Read(elements, table));
                }
            }
            else if (tag == Tag.Group && axes.Count < MaximalRank)
            {
                axes.Add(Axis(elements, Vgroup.Read(elements, member)));
            }
        }

        var data = group.Find(Tag.Data) is { } named && elements.Descriptors.Find(Tag.Data, named) is not null ? named : (ushort?)null;
        var dimensions = ReadDimensions(elements, group.Name, axes, data, number.Size());
        return new(group.Name, number, type[3] == IntelOrder, isScale, dimensions, attributes, data);
    }

    /// <summary>The length of an axis stands in a Vdata, as its one value or, before 1995, as the number of its records.</summary>
    private static (string Name, int? Length) Axis(Elements elements, Vgroup axis)
    {
        if (axis.Class == Vgroup.UnlimitedDimension)
        {
            return (axis.Name, null);
        }

        foreach (var (tag, reference) in axis.Class == Vgroup.Dimension ? axis.Members : [])
        {
            if (tag != Tag.TableHeader)
            {
                continue;
            }

            var table = Vdata.Read(elements, reference);
            var length = table.Class == Vdata.DimensionLengthAsCount
                ? table.Count
                : new ByteCursor(table.Records(elements), "dimension").Int32();
            return length >= 0 ? (axis.Name, length) : throw new UnreadableFileException($"Dimension {axis.Name} has a negative length.");
        }

        throw new UnreadableFileException($"Dimension {axis.Name} has no length.");
    }

    /// <summary>Only the first axis may be without an end: what is written of the data says how long it is.</summary>
    private static Hdf4Dimension[] ReadDimensions(
        Elements elements, string name, List<(string Name, int? Length)> axes, ushort? data, int size)
    {
        long row = size;
        foreach (var (axis, length) in axes.Skip(1))
        {
            row = length is { } known && (known == 0 || row <= int.MaxValue / known)
                ? row * known
                : throw new UnreadableFileException($"Dimension {axis} of {name} is longer than a file can be.");
        }

        if (axes.Count == 0 || row * (axes[0].Length ?? 1) > int.MaxValue)
        {
            throw new UnreadableFileException($"{name} has no dimensions, or more elements than a file can hold.");
        }

        var first = axes[0].Length
            ?? (data is { } written && row > 0 ? (int)(elements.Length(Tag.Data, written, $"data of {name}") / row) : 0);
        return [new(axes[0].Name, first), .. axes.Skip(1).Select(axis => new Hdf4Dimension(axis.Name, axis.Length ?? 0))];
    }
}
