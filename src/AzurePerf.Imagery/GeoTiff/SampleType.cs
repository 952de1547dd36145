using System.Numerics;
using BitMiracle.LibTiff.Classic;

namespace AzurePerf.Imagery.GeoTiff;

/// <summary>How a TIFF names a number type, and how its rows are made easy to compress.</summary>
internal static class SampleType<T>
    where T : unmanaged, INumber<T>
{
    /// <summary>What its bits mean.</summary>
    public static SampleFormat Format { get; } = Of();

    /// <summary>Whether rows are stored as differences of neighbours; those of floating numbers would lose bits.</summary>
    public static bool Differs => Format != SampleFormat.IEEEFP;

    /// <summary>Replaces each value but the first by its difference from the one before; these wrap around.</summary>
    public static void Difference(Span<T> row)
    {
        for (var column = row.Length - 1; column > 0; column--)
            row[column] = unchecked(row[column] - row[column - 1]);
    }

    /// <summary>The reverse of <see cref="Difference"/>.</summary>
    public static void Sum(Span<T> row)
    {
        for (var column = 1; column < row.Length; column++)
            row[column] = unchecked(row[column] + row[column - 1]);
    }

    private static SampleFormat Of() => default(T) switch
    {
        byte or ushort or uint => SampleFormat.UINT,
        sbyte or short or int => SampleFormat.INT,
        float or double => SampleFormat.IEEEFP,
        _ => throw new NotSupportedException($"A GeoTIFF holds no {typeof(T).Name}."),
    };
}
