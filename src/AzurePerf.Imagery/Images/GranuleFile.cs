using System.Numerics;
using AzurePerf.Imagery.Grids;
using AzurePerf.Imagery.Hdf4;
using AzurePerf.Imagery.Products;

namespace AzurePerf.Imagery.Images;

/// <summary>
/// A granule, read as the data file of its product says. Scales, valid ranges and dimension maps are those of the data file, since some
/// producers write them otherwise into their attributes than they mean them (MOD09 has the reciprocal of its scale there); of the
/// attributes count the fill value, which is one more that means nothing, and the scales of bands, which no data file knows.
/// </summary>
internal sealed class GranuleFile
{
    private const double MetresOff = 1;

    private readonly Hdf4File _file;
    private readonly HdfEosStructure? _structure;

    /// <summary>What a made granule says of itself in an attribute.</summary>
    public const string MadeMark = "made_seed";

    private GranuleFile(Hdf4File file, HdfEosStructure? structure) => (_file, _structure) = (file, structure);

    /// <summary>Whether it was made from a field and an orbit: nobody measured it.</summary>
    public bool IsMade => _file.Attribute(MadeMark) is not null;

    /// <exception cref="UnreadableFileException">The file is damaged or not HDF4.</exception>
    public static GranuleFile Open(ReadOnlyMemory<byte> bytes)
    {
        var file = Hdf4File.Open(bytes);
        return new GranuleFile(file, HdfEosStructure.Read(file));
    }

    /// <summary>The cells of a subject; what is fill, outside the valid range, or not good enough has the fill value.</summary>
    /// <typeparam name="T">Of the subject's number type.</typeparam>
    /// <exception cref="UnreadableFileException">A data set is missing, damaged, or of another shape or type.</exception>
    public GranuleLayer<T> Layer<T>(ImageSubject subject)
        where T : unmanaged, INumber<T>
    {
        var stored = Find(subject.DataSet.Name);
        var (rows, columns) = Shape(stored, subject);
        var all = Read<T>(stored);
        var values = subject.Band is { } band ? all.AsSpan(band * rows * columns, rows * columns).ToArray() : all;
        var fill = new StoredFill<T>(subject.DataSet, stored.Attribute("_FillValue"));
        fill.Apply(values);
        if (subject.Mask is { } mask)
            Mask(values, fill.Value, mask, subject.Product.QualityOf(subject.DataSet)!, (rows, columns));
        var (scale, addend) = Scale(stored, subject);
        return new GranuleLayer<T>(rows, columns, values, fill.Value, scale, addend);
    }

    /// <summary>The grid that a data set of a tile lies on.</summary>
    /// <exception cref="UnreadableFileException">It is none of the tile.</exception>
    public Grid GridOf(ImageSubject subject, SinusoidalTile tile, int rows, int columns)
    {
        var named = _structure?.Grids.FirstOrDefault(grid => grid.DataFields.Any(field => field.Name == subject.DataSet.Name))
            ?? throw new UnreadableFileException($"No grid of the granule has {subject.DataSet.Name}.");
        var grid = tile.Grid(rows);
        if (named.Projection != "GCTP_SNSOID" || rows != columns || named.YDim != rows || named.XDim != columns
            || !(Math.Abs(named.UpperLeft.X - grid.Left) < MetresOff && Math.Abs(named.UpperLeft.Y - grid.Top) < MetresOff
                && Math.Abs(named.LowerRight.X - grid.Right) < MetresOff && Math.Abs(named.LowerRight.Y - grid.Bottom) < MetresOff))
        {
            throw new UnreadableFileException($"The grid of {subject.DataSet.Name} is not that of tile {tile}.");
        }

        return grid;
    }

    /// <summary>Two axes of degrees, as they are stored.</summary>
    /// <exception cref="UnreadableFileException">They are missing, damaged, or of another shape.</exception>
    public (float[] Degrees, int Lines, int Samples) Degrees(string name)
    {
        var stored = Find(name);
        return stored.Dimensions is [var lines, var samples]
            ? (Read<float>(stored), lines.Length, samples.Length)
            : throw new UnreadableFileException($"{name} has {stored.Dimensions.Count} axes instead of lines and pixels.");
    }

    private static T[] Read<T>(Hdf4DataSet stored)
        where T : unmanaged => NumberTypes.Of<T>() == stored.Type.Plain()
            ? stored.Read<T>()
            : throw new UnreadableFileException($"{stored.Name} is of type {stored.Type} instead of {NumberTypes.Of<T>()}.");

    private Hdf4DataSet Find(string name)
    {
        foreach (var (owner, fields) in Owners())
            if (fields.FirstOrDefault(field => field.Name == name) is { } field && _file.DataSet(owner, field) is { } stored)
                return stored;
        return _file.DataSet(name) ?? throw new UnreadableFileException($"The granule has no data set {name}.");
    }

    private IEnumerable<(string Owner, IReadOnlyList<HdfEosField> Fields)> Owners() => _structure is null
        ? []
        :
        [
            .. _structure.Grids.Select(grid => (grid.Name, grid.DataFields)),
            .. _structure.Swaths.SelectMany(swath => new[] { (swath.Name, swath.DataFields), (swath.Name, swath.GeoFields) }),
        ];

    /// <summary>A granule may be smaller than its product says, as made ones are, but a larger one can take gigabytes to put on a tile,
    /// however small its file is.</summary>
    private static (int Rows, int Columns) Shape(Hdf4DataSet stored, ImageSubject subject)
    {
        var lengths = stored.Dimensions.Select(axis => axis.Length).ToArray();
        var bands = subject.DataSet.Bands?.Count;
        var mostRows = subject.Shape.Geolocation is null ? subject.Shape.Rows : SwathPositions.MostLines(subject.Shape);
        return lengths.Length == (bands is null ? 2 : 3) && (bands is null || lengths[0] == bands)
            && lengths[^1] > 0 && lengths[^1] <= subject.Shape.Columns && lengths[^2] > 0 && lengths[^2] <= mostRows
            ? (lengths[^2], lengths[^1])
            : throw new UnreadableFileException($"{stored.Name} has axes of {string.Join(" x ", lengths)}: other than its product.");
    }

    private void Mask<T>(T[] values, T fill, QualityMask mask, Quality quality, (int Rows, int Columns) shape)
        where T : unmanaged, INumber<T>
    {
        var stored = Find(quality.DataSet);
        var lengths = stored.Dimensions.Select(axis => axis.Length).ToArray();
        if (lengths.Length != (quality.Layer is null ? 2 : 3) || (lengths[0], lengths[1]) != shape || quality.Layer >= lengths[^1])
            throw new UnreadableFileException($"{stored.Name} has axes of {string.Join(" x ", lengths)}, which do not fit its data.");
        var (step, first) = quality.Layer is { } layer ? (lengths[2], layer) : (1, 0);
        _ = stored.Type.Plain() switch
        {
            Hdf4NumberType.Int8 => Masked<sbyte>(),
            Hdf4NumberType.UInt8 => Masked<byte>(),
            Hdf4NumberType.Int16 => Masked<short>(),
            Hdf4NumberType.UInt16 => Masked<ushort>(),
            Hdf4NumberType.Int32 => Masked<int>(),
            Hdf4NumberType.UInt32 => Masked<uint>(),
            _ => throw new UnreadableFileException($"{stored.Name} holds fractions instead of flags."),
        };

        bool Masked<TFlag>()
            where TFlag : unmanaged, INumber<TFlag>
        {
            var flags = stored.Read<TFlag>();
            for (var cell = 0; cell < values.Length; cell++)
                if (!mask.Accepts(long.CreateTruncating(flags[cell * step + first])))
                    values[cell] = fill;
            return true;
        }
    }

    private static (double Scale, double Addend) Scale(Hdf4DataSet stored, ImageSubject subject)
    {
        if (subject.DataSet.BandScaling is not { } names)
            return (subject.DataSet.Scaling!.Scale, subject.DataSet.Scaling.Addend);
        var scaling = new Scaling(Number(names.Scales), Number(names.Offsets), names.Rule);
        return scaling.Scale != 0 && double.IsFinite(scaling.Scale) && double.IsFinite(scaling.Addend)
            ? (scaling.Scale, scaling.Addend)
            : throw new UnreadableFileException($"{stored.Name} has no sound scale for its band.");

        double Number(string name) => stored.Attribute(name) is { } attribute && attribute.Count == subject.DataSet.Bands!.Count
            ? attribute.Number(subject.Band!.Value)
            : throw new UnreadableFileException($"{stored.Name} has no attribute {name} of a number for each band.");
    }
}

/// <summary>The cells of a granule.</summary>
/// <param name="Rows">Along the track or southwards.</param>
/// <param name="Columns">Across the track or eastwards.</param>
/// <param name="Values">Stored numbers, row after row.</param>
/// <param name="Fill">The one that means no value.</param>
/// <param name="Scale">A physical value is this times the stored number,</param>
/// <param name="Addend">plus this.</param>
internal sealed record GranuleLayer<T>(int Rows, int Columns, T[] Values, T Fill, double Scale, double Addend)
    where T : unmanaged, INumber<T>;
