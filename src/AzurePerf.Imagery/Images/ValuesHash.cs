using System.Globalization;
using System.Numerics;
using System.Runtime.InteropServices;
using System.Security.Cryptography;
using System.Text;
using AzurePerf.Imagery.GeoTiff;
using AzurePerf.Imagery.Grids;

namespace AzurePerf.Imagery.Images;

/// <summary>
/// What values are the same by: SHA-256 over a line that names grid, number type, fill, scale and offset, then over the values row after
/// row, little-endian. Files of equal values may differ, since machines deflate in different ways; this does not.
/// </summary>
internal static class ValuesHash
{
    /// <returns>64 small hexadecimal digits.</returns>
    public static string Of<T>(Raster<T> raster, ProductTags tags)
        where T : unmanaged, INumber<T>
    {
        var grid = raster.Grid;
        using var hash = IncrementalHash.CreateHash(HashAlgorithmName.SHA256);
        hash.AppendData(Encoding.UTF8.GetBytes(string.Create(
            CultureInfo.InvariantCulture,
            $"{grid.Projection} {grid.Left:R} {grid.Top:R} {grid.CellWidth:R} {grid.CellHeight:R} {grid.Columns} {grid.Rows} "
            + $"{typeof(T).Name} {raster.Fill} {tags.Scale:R} {tags.Offset:R}\n")));
        hash.AppendData(MemoryMarshal.AsBytes(raster.Values.AsSpan()));
        return Convert.ToHexStringLower(hash.GetHashAndReset());
    }

    /// <returns>64 small hexadecimal digits, of a file whose bytes are the same on every machine, such as a text.</returns>
    public static string Of(ReadOnlySpan<byte> content) => Convert.ToHexStringLower(SHA256.HashData(content));
}
