using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
using AzurePerf.Imagery.Granules;
using AzurePerf.Imagery.Grids;
using AzurePerf.Imagery.Numerics;

namespace AzurePerf.Imagery.Kernels;

/// <summary>
/// The pixels of one scan on a tile, four at a time: every machine does the same steps in the same order, with vectors or without. Around
/// each line and the scan lie places that are not known, so that a pixel at the edge has neighbours as any other.
/// </summary>
internal sealed class ScanPlaces
{
    /// <summary>Metres of a step at 1 km; also where no two middle pixels are known.</summary>
    private const double LeastStep = 1000;

    private readonly SwathGeometry _geometry;
    private readonly Grid _tile;
    private readonly double _radius;

    public ScanPlaces(SwathGeometry geometry, Grid tile)
    {
        (_geometry, _tile, _radius) = (geometry, tile, ProjectionFormulas.SphereRadius / tile.CellWidth);
        Step = Math.Max(LeastStep, MiddleStep(geometry));
        Stride = Margin + Whole(geometry.Samples);
        var length = ((Lines + 2) * Stride) + Margin;
        (Latitude, Longitude, Cosine) = (new double[length], new double[length], new double[length]);
        (Column, Row) = (new double[length], new double[length]);
        Array.Fill(Latitude, double.NaN);
        Array.Fill(Longitude, double.NaN);
    }

    /// <summary>Lines of the scan.</summary>
    public int Lines => _geometry.LinesPerScan;

    /// <summary>Pixels of a line.</summary>
    public int Samples => _geometry.Samples;

    /// <summary>Places from one line to the next.</summary>
    public int Stride { get; }

    /// <summary>Metres between the two middle pixels of a line, at least 1,000.</summary>
    public double Step { get; }

    /// <summary>Radians of each place.</summary>
    public double[] Latitude { get; }

    /// <summary>Radians of each place.</summary>
    public double[] Longitude { get; }

    /// <summary>Cosine of each place's latitude.</summary>
    public double[] Cosine { get; }

    /// <summary>Where each place lies on the tile, in cells.</summary>
    public double[] Column { get; }

    /// <summary>Where each place lies on the tile, in cells.</summary>
    public double[] Row { get; }

    private static int Margin => Vector256<double>.Count;

    /// <summary>The next number of whole vectors, so that no pixel is left over.</summary>
    public static int Whole(int samples) => (samples + Vector256<double>.Count - 1) / Vector256<double>.Count * Vector256<double>.Count;

    /// <summary>The place of the first pixel of a line.</summary>
    public int Begin(int line) => ((line + 1) * Stride) + Margin;

    /// <summary>Which of four places are known.</summary>
    public Vector256<double> Known(int at) =>
        Vector256.LessThanOrEqual(Vector256.Abs(Vector256.Create(Latitude, at)), Vector256.Create(Math.PI / 2))
        & Vector256.LessThanOrEqual(Vector256.Abs(Vector256.Create(Longitude, at)), Vector256.Create(Math.PI + 1e-6));

    /// <summary>The lowest and the highest latitude of a scan, in degrees.</summary>
    public (float Lowest, float Highest) Latitudes(int firstLine)
    {
        var latitudes = _geometry.Latitude.AsSpan(firstLine * Samples, Lines * Samples);
        var (low, high) = (Vector256.Create(float.MaxValue), Vector256.Create(float.MinValue));
        for (; latitudes.Length >= Vector256<float>.Count; latitudes = latitudes[Vector256<float>.Count..])
        {
            var eight = Vector256.Create((ReadOnlySpan<float>)latitudes);
            low = Vector256.ConditionalSelect(Vector256.LessThan(eight, low), eight, low);
            high = Vector256.ConditionalSelect(Vector256.GreaterThan(eight, high), eight, high);
        }

        var (lowest, highest) = (float.MaxValue, float.MinValue);
        for (var lane = 0; lane < Vector256<float>.Count; lane++)
            (lowest, highest) = (Math.Min(lowest, low[lane]), Math.Max(highest, high[lane]));
        foreach (var latitude in latitudes)
        {
            lowest = latitude < lowest ? latitude : lowest;
            highest = latitude > highest ? latitude : highest;
        }

        return (lowest, highest);
    }

    /// <summary>Computes where the pixels of a scan lie.</summary>
    public void Place(int firstLine)
    {
        for (var line = 0; line < Lines; line++)
        {
            var pixel = (firstLine + line) * Samples;
            Radians(_geometry.Latitude.AsSpan(pixel, Samples), Latitude.AsSpan(Begin(line)));
            Radians(_geometry.Longitude.AsSpan(pixel, Samples), Longitude.AsSpan(Begin(line)));
        }

        Project();
    }

    private static void Radians(ReadOnlySpan<float> degrees, Span<double> radians)
    {
        var sample = 0;
        for (; sample + Vector128<float>.Count <= degrees.Length; sample += Vector128<float>.Count)
        {
            var (low, high) = Vector128.Widen(Vector128.Create(degrees[sample..]));
            (Vector256.Create(low, high) * Elementary.Degree).CopyTo(radians[sample..]);
        }

        for (; sample < degrees.Length; sample++)
            radians[sample] = degrees[sample] * Elementary.Degree;
    }

    /// <summary>Metres between the two middle pixels of the first line where both are known; 0 where there is none.</summary>
    private static double MiddleStep(SwathGeometry geometry)
    {
        for (var left = (geometry.Samples / 2) - 1; left < geometry.Latitude.Length; left += geometry.Samples)
        {
            var (latitude, longitude) = (geometry.Latitude[left], geometry.Longitude[left]);
            if (!SwathGeometry.IsKnown(latitude, longitude)
                || !SwathGeometry.IsKnown(geometry.Latitude[left + 1], geometry.Longitude[left + 1]))
            {
                continue;
            }

            var turn = Math.Abs(geometry.Longitude[left + 1] - (double)longitude);
            var east = Math.Min(turn, 360 - turn) * Elementary.CosLatitude(latitude * Elementary.Degree);
            var north = geometry.Latitude[left + 1] - (double)latitude;
            return Math.Sqrt((east * east) + (north * north)) * Elementary.Degree * ProjectionFormulas.SphereRadius;
        }

        return 0;
    }

    private void Project()
    {
        var latitudes = MemoryMarshal.Cast<double, Vector256<double>>(Latitude.AsSpan());
        var longitudes = MemoryMarshal.Cast<double, Vector256<double>>(Longitude.AsSpan());
        var cosines = MemoryMarshal.Cast<double, Vector256<double>>(Cosine.AsSpan());
        var columns = MemoryMarshal.Cast<double, Vector256<double>>(Column.AsSpan());
        var rows = MemoryMarshal.Cast<double, Vector256<double>>(Row.AsSpan());
        var (left, top) = (Vector256.Create(_tile.Left / _tile.CellWidth), Vector256.Create(_tile.Top / _tile.CellHeight));
        for (var four = 0; four < latitudes.Length; four++)
        {
            cosines[four] = Elementary.CosLatitude(latitudes[four]);
            columns[four] = longitudes[four] * cosines[four] * _radius - left;
            rows[four] = top - latitudes[four] * _radius;
        }
    }
}
