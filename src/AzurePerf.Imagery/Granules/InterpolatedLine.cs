using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
using AzurePerf.Imagery.Numerics;

namespace AzurePerf.Imagery.Granules;

/// <summary>
/// Points of space for the pixels of a line, between those of the positions kept; four at a time, with the same steps in the same order
/// whether a machine has vectors or not.
/// </summary>
/// <param name="samples">Pixels of a line.</param>
internal sealed class InterpolatedLine(int samples)
{
    // Whole vectors, so that none is left over.
    private readonly Vector256<double>[] _x = new Vector256<double>[(samples + 3) / 4];
    private readonly Vector256<double>[] _y = new Vector256<double>[(samples + 3) / 4];
    private readonly Vector256<double>[] _z = new Vector256<double>[(samples + 3) / 4];

    /// <summary>Places the pixels between the points of a line of positions kept.</summary>
    /// <param name="kept">The points.</param>
    /// <param name="across">Of each pixel the point before it, and how far it lies towards the next.</param>
    public void Place(ReadOnlySpan<Vector3> kept, ReadOnlySpan<(int Index, double Share)> across)
    {
        var x = MemoryMarshal.Cast<Vector256<double>, double>(_x.AsSpan());
        var y = MemoryMarshal.Cast<Vector256<double>, double>(_y.AsSpan());
        var z = MemoryMarshal.Cast<Vector256<double>, double>(_z.AsSpan());
        for (var sample = 0; sample < across.Length; sample++)
        {
            var (index, share) = across[sample];
            var point = kept[index] + (kept[index + 1] - kept[index]) * share;
            (x[sample], y[sample], z[sample]) = (point.X, point.Y, point.Z);
        }
    }

    /// <summary>The positions of the pixels of a line between this one and another; NaN where one of both is not known.</summary>
    /// <param name="lower">The other.</param>
    /// <param name="share">How far the line lies towards it; below 0 or above 1 it lies beyond.</param>
    /// <param name="latitude">Gets degrees.</param>
    /// <param name="longitude">Gets degrees.</param>
    public void Positions(InterpolatedLine lower, double share, Span<float> latitude, Span<float> longitude)
    {
        var part = Vector256.Create(share);
        for (var four = 0; four < _x.Length; four++)
        {
            var x = _x[four] + (lower._x[four] - _x[four]) * part;
            var y = _y[four] + (lower._y[four] - _y[four]) * part;
            var z = _z[four] + (lower._z[four] - _z[four]) * part;
            var north = Elementary.Atan2(z, Vector256.Sqrt(x * x + y * y)) / Elementary.Degree;
            var east = Elementary.Atan2(y, x) / Elementary.Degree;
            Write(north, latitude, four * Vector256<double>.Count);
            Write(east, longitude, four * Vector256<double>.Count);
        }
    }

    private static void Write(Vector256<double> degrees, Span<float> line, int at)
    {
        var unknown = Vector256.Create(double.NaN);
        degrees = Vector256.ConditionalSelect(Vector256.Equals(degrees, degrees), degrees, unknown);
        var rounded = Vector256.Narrow(degrees, degrees).GetLower();
        if (at + Vector128<float>.Count <= line.Length)
            rounded.CopyTo(line[at..]);
        else
            for (var one = 0; at + one < line.Length; one++)
                line[at + one] = rounded[one];
    }
}
