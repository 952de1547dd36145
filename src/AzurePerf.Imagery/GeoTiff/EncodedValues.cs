using System.Numerics;
using System.Runtime.InteropServices;
using BitMiracle.LibTiff.Classic;

namespace AzurePerf.Imagery.GeoTiff;

/// <summary>Reads values in the forms that other programs write, with the library's own decoders.</summary>
internal static class EncodedValues
{
    /// <summary>The values of an image of one band, row by row; its size was looked at before.</summary>
    /// <exception cref="UnreadableFileException">They are in another form, or not all there.</exception>
    public static T[] Read<T>(Tiff tiff, int columns, int rows, ReadLimits limits)
        where T : unmanaged, INumber<T>
    {
        GeoTiffReader.Demand(
            (Compression)GeoTiffReader.Number(tiff, TiffTag.COMPRESSION, (int)Compression.NONE)
                is Compression.NONE or Compression.LZW or Compression.PACKBITS or Compression.DEFLATE or Compression.ADOBE_DEFLATE,
            "is compressed by another way than LZW, deflate or PackBits");
        var values = new T[columns * rows];
        if (tiff.IsTiled())
            ReadTiles(tiff, columns, rows, limits, values);
        else
            ReadStrips(tiff, rows, limits, MemoryMarshal.AsBytes(values.AsSpan()));
        return values;
    }

    private static void ReadStrips(Tiff tiff, int rows, ReadLimits limits, Span<byte> values)
    {
        var rowBytes = values.Length / rows;
        var perStrip = GeoTiffReader.Number(tiff, TiffTag.ROWSPERSTRIP, rows) is var said && said > 0 && said < rows ? said : rows;
        GeoTiffReader.Demand(
            tiff.NumberOfStrips() == ((rows + (long)perStrip - 1) / perStrip), "has another number of strips than its rows need");
        var buffer = new byte[perStrip * rowBytes];
        for (var strip = 0; strip * perStrip < rows; strip++)
        {
            limits.Stop.ThrowIfCancellationRequested();
            var wanted = Math.Min(perStrip, rows - (strip * perStrip)) * rowBytes;
            GeoTiffReader.Demand(tiff.RawStripSize(strip) is var size && size > 0 && size <= limits.FileBytes, $"has no strip {strip}");
            GeoTiffReader.Demand(tiff.ReadEncodedStrip(strip, buffer, 0, wanted) == wanted, $"has too little in strip {strip}");
            buffer.AsSpan(0, wanted).CopyTo(values[(strip * perStrip * rowBytes)..]);
        }
    }

    private static void ReadTiles<T>(Tiff tiff, int columns, int rows, ReadLimits limits, T[] values)
        where T : unmanaged, INumber<T>
    {
        var (width, height) = GeoTiffReader.TileOf<T>(tiff, columns, rows, limits);
        var (tile, buffer) = (new T[width * height], new byte[width * height * Marshal.SizeOf<T>()]);
        var index = 0;
        for (var top = 0; top < rows; top += height)
            for (var left = 0; left < columns; left += width)
            {
                limits.Stop.ThrowIfCancellationRequested();
                GeoTiffReader.Demand(
                    tiff.RawTileSize(index) is var size && size > 0 && size <= limits.FileBytes, $"has no tile {index}");
                GeoTiffReader.Demand(
                    tiff.ReadEncodedTile(index, buffer, 0, buffer.Length) == buffer.Length, $"has too little in tile {index}");
                index++;
                buffer.CopyTo(MemoryMarshal.AsBytes(tile.AsSpan()));
                GeoTiffReader.Place<T>(tile, width, left, top, values, columns);
            }
    }
}
