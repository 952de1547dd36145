using System.Globalization;
using System.IO.Compression;
using System.Numerics;
using System.Runtime.InteropServices;
using AzurePerf.Imagery.Grids;
using BitMiracle.LibTiff.Classic;

namespace AzurePerf.Imagery.GeoTiff;

/// <summary>
/// Writes a raster as a cloud-optimised GeoTIFF: all directories at its begin, then the tiles, those of the smallest overview first, so
/// that a reader gets a picture of any size and part with a few ranges. Integers are stored as differences; all is compressed by deflate.
/// </summary>
public static class GeoTiffWriter
{
    /// <summary>Cells along a side of a tile of the file.</summary>
    public const int TileSide = 256;

    /// <summary>Writes a raster with its overviews, each of which has half the columns and rows, down to one tile.</summary>
    /// <param name="stream">Takes the file.</param>
    /// <param name="raster">Of 8-, 16- or 32-bit integers, or of floating numbers.</param>
    /// <param name="tags">What its numbers mean.</param>
    /// <exception cref="NotSupportedException">The number type is another.</exception>
    public static void Write<T>(Stream stream, Raster<T> raster, ProductTags tags)
        where T : unmanaged, INumber<T>
    {
        List<Raster<T>> levels = [raster];
        while (levels[^1].Grid is { } grid && (grid.Columns > TileSide || grid.Rows > TileSide))
            levels.Add(Overview.Halve(levels[^1]));

        using var file = new MemoryStream();
        using (var tiff = TiffLibrary.Open(file, "w") ?? throw new IOException("A TIFF in memory cannot be opened."))
        {
            // The directories first, with nothing in their lists of tiles; each is later written again where it lies, which the library
            // does for one it has read.
            for (var level = 0; level < levels.Count; level++)
            {
                Describe(tiff, levels[level], tags, level > 0);
                Check(tiff.SetupStrips() && tiff.WriteDirectory());
            }

            for (var level = levels.Count - 1; level >= 0; level--)
            {
                Check(tiff.SetDirectory((short)level));
                WriteTiles(tiff, levels[level]);
                Check(tiff.WriteDirectory());
            }
        }

        file.Position = 0;
        file.CopyTo(stream);
    }

    private static void Describe<T>(Tiff tiff, Raster<T> raster, ProductTags tags, bool overview)
        where T : unmanaged, INumber<T>
    {
        var grid = raster.Grid;
        tiff.SetField(TiffTag.SUBFILETYPE, overview ? FileType.REDUCEDIMAGE : 0);
        tiff.SetField(TiffTag.IMAGEWIDTH, grid.Columns);
        tiff.SetField(TiffTag.IMAGELENGTH, grid.Rows);
        tiff.SetField(TiffTag.TILEWIDTH, TileSide);
        tiff.SetField(TiffTag.TILELENGTH, TileSide);
        tiff.SetField(TiffTag.BITSPERSAMPLE, Marshal.SizeOf<T>() * 8);
        tiff.SetField(TiffTag.SAMPLEFORMAT, SampleType<T>.Format);
        tiff.SetField(TiffTag.SAMPLESPERPIXEL, 1);
        tiff.SetField(TiffTag.PHOTOMETRIC, Photometric.MINISBLACK);
        tiff.SetField(TiffTag.PLANARCONFIG, PlanarConfig.CONTIG);
        tiff.SetField(TiffTag.COMPRESSION, Compression.ADOBE_DEFLATE);
        if (SampleType<T>.Differs)
            tiff.SetField(TiffTag.PREDICTOR, Predictor.HORIZONTAL);
        Text(tiff, TiffTag.GDAL_NODATA, T.IsNaN(raster.Fill) ? "nan" : raster.Fill.ToString("R", CultureInfo.InvariantCulture));
        if (overview)
            return;

        var (directory, doubles, texts) = GeoKeys.Of(grid.Projection);
        Text(tiff, TiffLibrary.Metadata, tags.ToXml());
        tiff.SetField(TiffTag.GEOTIFF_MODELPIXELSCALETAG, 3, new[] { grid.CellWidth, grid.CellHeight, 0 });
        tiff.SetField(TiffTag.GEOTIFF_MODELTIEPOINTTAG, 6, new[] { 0, 0, 0, grid.Left, grid.Top, 0 });
        tiff.SetField(TiffTag.GEOTIFF_GEOKEYDIRECTORYTAG, directory.Length, directory);
        if (doubles.Length > 0)
            tiff.SetField(TiffTag.GEOTIFF_GEODOUBLEPARAMSTAG, doubles.Length, doubles);
        if (texts.Length > 0)
            Text(tiff, TiffTag.GEOTIFF_GEOASCIIPARAMSTAG, texts);
    }

    private static void WriteTiles<T>(Tiff tiff, Raster<T> raster)
        where T : unmanaged, INumber<T>
    {
        var grid = raster.Grid;
        var tile = new T[TileSide * TileSide];
        using var packed = new MemoryStream();
        var index = 0;
        for (var top = 0; top < grid.Rows; top += TileSide)
            for (var left = 0; left < grid.Columns; left += TileSide)
            {
                Cut(raster, left, top, tile);
                packed.SetLength(0);
                using (var deflate = new ZLibStream(packed, CompressionLevel.Optimal, leaveOpen: true))
                    deflate.Write(MemoryMarshal.AsBytes(tile.AsSpan()));
                Check(tiff.WriteRawTile(index++, packed.GetBuffer(), (int)packed.Length) == packed.Length);
            }
    }

    private static void Cut<T>(Raster<T> raster, int left, int top, T[] tile)
        where T : unmanaged, INumber<T>
    {
        var grid = raster.Grid;
        var (width, height) = (Math.Min(TileSide, grid.Columns - left), Math.Min(TileSide, grid.Rows - top));
        if (width < TileSide || height < TileSide)
            Array.Fill(tile, raster.Fill);
        for (var row = 0; row < TileSide; row++)
        {
            var line = tile.AsSpan(row * TileSide, TileSide);
            if (row < height)
                raster.Values.AsSpan((top + row) * grid.Columns + left, width).CopyTo(line);
            if (SampleType<T>.Differs)
                SampleType<T>.Difference(line);
        }
    }

    private static void Text(Tiff tiff, TiffTag tag, string text) => tiff.SetField(tag, text);

    private static void Check(bool done)
    {
        if (!done)
            throw new IOException("The TIFF library refused to write.");
    }
}
