using System.Globalization;
using System.IO.Compression;
using System.Numerics;
using System.Runtime.InteropServices;
using AzurePerf.Imagery.Grids;
using AzurePerf.Imagery.Products;
using BitMiracle.LibTiff.Classic;

namespace AzurePerf.Imagery.GeoTiff;

/// <summary>Reads the products that <see cref="GeoTiffWriter"/> wrote, and others of that form: one band, tiled, deflated.</summary>
public static class GeoTiffReader
{
    /// <summary>Deflate makes at most this much of a byte.</summary>
    internal const long LargestGain = 1032;

    /// <summary>The values of one tile: a MODIS tile of 250 m has 46 MB at two bytes a cell, and is made of many.</summary>
    internal const long LargestTile = 64L << 20;

    /// <summary>Tiles reach beyond two edges of an image. So all tiles together may take this many times what its values may.</summary>
    private const int LargestPadding = 4;

    /// <summary>192 MiB, as of HDF4 files.</summary>
    public const long DefaultMaximalBytes = WholeFile.DefaultMaximalBytes;

    /// <summary>Reads a whole product at its full resolution.</summary>
    /// <param name="stream">The file, from where it stands to its end.</param>
    /// <param name="maximalBytes">The most that the file, and its values, may have, in bytes.</param>
    /// <exception cref="UnreadableFileException">It is damaged, of another form, or holds another number type.</exception>
    public static (Raster<T> Raster, ProductTags Tags) Read<T>(Stream stream, long maximalBytes = DefaultMaximalBytes)
        where T : unmanaged, INumber<T>
    {
        using var file = WholeFile.Read(stream, maximalBytes);
        return Opened(file, tiff => Read<T>(tiff, new(file.Length, maximalBytes, CancellationToken.None), anyForm: false));
    }

    /// <summary>Reads a GeoTIFF of one band that another program wrote, in strips or tiles, as it is or compressed by LZW, deflate or
    /// PackBits. Of fractions NaN stands for no value where it names none.</summary>
    /// <param name="stream">The file, from where it stands to its end.</param>
    /// <param name="maximalBytes">The most that the file, and its values, may have, in bytes.</param>
    /// <param name="stop">Ends it before the next strip or tile.</param>
    /// <returns>The raster, and what its numbers mean.</returns>
    /// <exception cref="UnreadableFileException">It is damaged, of another form, or holds another number type.</exception>
    internal static (Raster<T> Raster, ProductTags Tags) ReadAny<T>(
        Stream stream, long maximalBytes = DefaultMaximalBytes, CancellationToken stop = default)
        where T : unmanaged, INumber<T>
    {
        using var file = WholeFile.Read(stream, maximalBytes);
        return Opened(file, tiff => Read<T>(tiff, new(file.Length, maximalBytes, stop), anyForm: true));
    }

    /// <summary>The number type that a product holds.</summary>
    /// <param name="stream">The file, from where it stands to its end.</param>
    /// <param name="maximalBytes">The most that the file may have, in bytes.</param>
    /// <exception cref="UnreadableFileException">It is damaged, or holds numbers of no type known here.</exception>
    public static NumberType NumberTypeOf(Stream stream, long maximalBytes = DefaultMaximalBytes)
    {
        using var file = WholeFile.Read(stream, maximalBytes);
        return Opened(file, tiff => (
            (SampleFormat)Number(tiff, TiffTag.SAMPLEFORMAT, (int)SampleFormat.UINT), Number(tiff, TiffTag.BITSPERSAMPLE, 1)) switch
        {
            (SampleFormat.UINT, 8) => NumberType.UInt8,
            (SampleFormat.UINT, 16) => NumberType.UInt16,
            (SampleFormat.UINT, 32) => NumberType.UInt32,
            (SampleFormat.INT, 8) => NumberType.Int8,
            (SampleFormat.INT, 16) => NumberType.Int16,
            (SampleFormat.INT, 32) => NumberType.Int32,
            (SampleFormat.IEEEFP, 32) => NumberType.Float32,
            (SampleFormat.IEEEFP, 64) => NumberType.Float64,
            _ => throw new UnreadableFileException("The image holds numbers of no type known here."),
        });
    }

    private static TResult Opened<TResult>(MemoryStream file, Func<Tiff, TResult> read)
    {
        DirectoryBounds.Demand(file.GetBuffer().AsSpan(0, (int)file.Length));
        try
        {
            using var tiff = TiffLibrary.Open(file, "r") ?? throw new UnreadableFileException("The file is no TIFF.");
            return read(tiff);
        }
        catch (Exception damage)
            when (damage is not UnreadableFileException and not OutOfMemoryException and not OperationCanceledException)
        {
            // The library meets damage with whatever its arrays and casts throw. Memory is short for other reasons.
            throw new UnreadableFileException("The TIFF is damaged: " + damage.Message, damage);
        }
    }

    private static (Raster<T> Raster, ProductTags Tags) Read<T>(Tiff tiff, ReadLimits limits, bool anyForm)
        where T : unmanaged, INumber<T>
    {
        var columns = Number(tiff, TiffTag.IMAGEWIDTH, 0);
        var rows = Number(tiff, TiffTag.IMAGELENGTH, 0);
        Demand(columns > 0 && rows > 0, "has no size");
        Demand(
            (long)columns * rows * Marshal.SizeOf<T>() <= Math.Min(limits.Gained, Math.Min(limits.MaximalBytes, Array.MaxLength)),
            "is larger than its data, or than may be read");
        Demand(Number(tiff, TiffTag.SAMPLESPERPIXEL, 1) == 1, "has several bands");
        Demand(
            Number(tiff, TiffTag.BITSPERSAMPLE, 1) == Marshal.SizeOf<T>() * 8
                && Number(tiff, TiffTag.SAMPLEFORMAT, (int)SampleFormat.UINT) == (int)SampleType<T>.Format,
            $"does not hold numbers of the type {typeof(T).Name}");
        Demand(!tiff.IsByteSwapped(), "has the other byte order");
        Demand(
            (Orientation)Number(tiff, TiffTag.ORIENTATION, (int)Orientation.TOPLEFT) == Orientation.TOPLEFT,
            "does not begin at its upper left corner");

        var grid = GridOf(tiff, columns, rows);
        var none = Text(tiff, TiffTag.GDAL_NODATA);
        if (anyForm && none.Length == 0 && !SampleType<T>.Differs)
            none = "nan";
        Demand(
            T.TryParse(none, NumberStyles.Float, CultureInfo.InvariantCulture, out var fill),
            $"does not say which {typeof(T).Name} stands for no value");
        var tags = Text(tiff, TiffLibrary.Metadata) is { Length: > 0 } xml ? ProductTags.FromXml(xml) : new ProductTags();
        var values = anyForm && !IsProduct<T>(tiff)
            ? EncodedValues.Read<T>(tiff, columns, rows, limits)
            : Tiles<T>(tiff, columns, rows, limits);
        return (new Raster<T>(grid, values, fill), tags);
    }

    /// <summary>Whether values lie as <see cref="Tiles"/> takes them.</summary>
    private static bool IsProduct<T>(Tiff tiff)
        where T : unmanaged, INumber<T> =>
        tiff.IsTiled()
        && (Compression)Number(tiff, TiffTag.COMPRESSION, (int)Compression.NONE) is Compression.ADOBE_DEFLATE or Compression.DEFLATE
        && (Predictor)Number(tiff, TiffTag.PREDICTOR, (int)Predictor.NONE) is var predictor
        && (predictor == Predictor.NONE || (predictor == Predictor.HORIZONTAL && SampleType<T>.Differs));

    private static Grid GridOf(Tiff tiff, int columns, int rows)
    {
        var scale = Numbers<double>(tiff, TiffTag.GEOTIFF_MODELPIXELSCALETAG);
        var tie = Numbers<double>(tiff, TiffTag.GEOTIFF_MODELTIEPOINTTAG);
        Demand(
            scale is [> 0, > 0, ..] && tie is [0, 0, _, _, _, ..] && double.IsFinite(scale[0] + scale[1] + tie[3] + tie[4]),
            "lies nowhere");
        var keys = Numbers<short>(tiff, TiffTag.GEOTIFF_GEOKEYDIRECTORYTAG);
        Demand(GeoKeys.PlacesCorners(keys), "says where the centres of its cells lie, not their corners (PixelIsPoint)");
        var projection = GeoKeys.Read(keys, Numbers<double>(tiff, TiffTag.GEOTIFF_GEODOUBLEPARAMSTAG));
        Demand(projection is not null, "lies on a plane that is not known here");
        return new Grid(projection!.Value, tie[3], tie[4], scale[0], scale[1], columns, rows);
    }

    private static T[] Tiles<T>(Tiff tiff, int columns, int rows, ReadLimits limits)
        where T : unmanaged, INumber<T>
    {
        var (width, height) = TileOf<T>(tiff, columns, rows, limits);
        var compression = (Compression)Number(tiff, TiffTag.COMPRESSION, (int)Compression.NONE);
        Demand(compression is Compression.ADOBE_DEFLATE or Compression.DEFLATE, "is not compressed by deflate");
        var predictor = (Predictor)Number(tiff, TiffTag.PREDICTOR, (int)Predictor.NONE);
        Demand(
            predictor == Predictor.NONE || (predictor == Predictor.HORIZONTAL && SampleType<T>.Differs),
            "has a predictor that is not known here");

        var values = new T[columns * rows];
        var tile = new T[width * height];
        var index = 0;
        for (var top = 0; top < rows; top += height)
            for (var left = 0; left < columns; left += width)
            {
                limits.Stop.ThrowIfCancellationRequested();
                Unpack(tiff, index++, limits.FileBytes, MemoryMarshal.AsBytes(tile.AsSpan()));
                for (var row = 0; predictor == Predictor.HORIZONTAL && row < height; row++)
                    SampleType<T>.Sum(tile.AsSpan(row * width, width));
                Place<T>(tile, width, left, top, values, columns);
            }

        return values;
    }

    /// <summary>Columns and rows of the tiles of a file, looked at.</summary>
    internal static (int Width, int Height) TileOf<T>(Tiff tiff, int columns, int rows, ReadLimits limits)
        where T : unmanaged, INumber<T>
    {
        var (width, height) = (Number(tiff, TiffTag.TILEWIDTH, 0), Number(tiff, TiffTag.TILELENGTH, 0));
        Demand(tiff.IsTiled() && width is > 0 and <= 65536 && height is > 0 and <= 65536, "is not tiled");
        var tileBytes = (long)width * height * Marshal.SizeOf<T>();
        var tiles = ((columns + (long)width - 1) / width) * ((rows + (long)height - 1) / height);
        Demand(
            tileBytes <= Math.Min(limits.Gained, LargestTile) && tiles * tileBytes <= limits.Gained,
            "has tiles larger than its data");
        Demand(tiles * tileBytes <= limits.MaximalBytes * LargestPadding, "has tiles that are much larger than it is");
        return (width, height);
    }

    /// <summary>Puts the part of a tile that lies in an image to its place.</summary>
    internal static void Place<T>(ReadOnlySpan<T> tile, int width, int left, int top, Span<T> values, int columns)
        where T : unmanaged, INumber<T>
    {
        for (var row = 0; row < tile.Length / width && (top + row) * columns < values.Length; row++)
            tile.Slice(row * width, Math.Min(width, columns - left)).CopyTo(values[((top + row) * columns + left)..]);
    }

    private static void Unpack(Tiff tiff, int index, long length, Span<byte> tile)
    {
        var size = tiff.RawTileSize(index);
        Demand(size > 0 && size <= length, $"has no tile {index}");
        var packed = new byte[size];
        Demand(tiff.ReadRawTile(index, packed, 0, (int)size) == size, $"ends within tile {index}");
        using var inflate = new ZLibStream(new MemoryStream(packed), CompressionMode.Decompress);
        Demand(inflate.ReadAtLeast(tile, tile.Length, throwOnEndOfStream: false) == tile.Length, $"has too little in tile {index}");
    }

    internal static int Number(Tiff tiff, TiffTag tag, int missing) => tiff.GetField(tag) is [var field, ..] ? field.ToInt() : missing;

    // Tags of a list give its length first.
    private static string Text(Tiff tiff, TiffTag tag) => tiff.GetField(tag) is [.., var field] ? field.ToString().TrimEnd('\0') : "";

    private static TNumber[] Numbers<TNumber>(Tiff tiff, TiffTag tag) => tiff.GetField(tag) is [_, var field] ? field.Value as TNumber[]
        ?? (typeof(TNumber) == typeof(short) ? (TNumber[])(object)field.ToShortArray() : (TNumber[])(object)field.ToDoubleArray()) : [];

    internal static void Demand(bool right, string wrong)
    {
        if (!right)
            throw new UnreadableFileException($"The image {wrong}.");
    }
}
