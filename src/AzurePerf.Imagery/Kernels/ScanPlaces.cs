using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
using AzurePerf.Imagery.Granules;
using AzurePerf.Imagery.Grids;
using AzurePerf.Imagery.Numerics;

namespace AzurePerf.Imagery.Kernels;

/// <summary>The pixels of one scan on a tile, four at a time: every machine does the same steps in the same order, with vectors or
/// without.</summary>
internal sealed class ScanPlaces
{
    /// <summary>How many steps between the middle pixels of a line a footprint reaches at most from its centre, at the ends of a scan and
    /// on a plane whose meridians slant as they do at its edges.</summary>
    private const double ReachInSteps = 20;

    /// <summary>Metres of a step at 1 km; also where no two middle pixels are known.</summary>
    private const double LeastStep = 1000;

    private readonly SwathGeometry _geometry;
    private readonly Grid _tile;
    private readonly int _pixels;
    private readonly double _radius;
    private readonly double _metres;
    private readonly double _reach;
    private readonly double[] _latitude;
    private readonly double[] _longitude;
    private readonly double[] _cosine;
    private readonly double[] _column;
    private readonly double[] _row;

    public ScanPlaces(SwathGeometry geometry, Grid tile)
    {
        (_geometry, _tile) = (geometry, tile);
        (Lines, Samples) = (geometry.LinesPerScan, geometry.Samples);
        _pixels = Lines * Samples;
        _metres = ReachInSteps * Math.Max(LeastStep, MiddleStep(geometry));
        (_radius, _reach) = (ProjectionFormulas.SphereRadius / tile.CellWidth, _metres / tile.CellWidth);
        // Whole vectors, so that none is left over.
        var length = (_pixels + 3) / 4 * 4;
        (_latitude, _longitude, _cosine) = (new double[length], new double[length], new double[length]);
        (_column, _row) = (new double[length], new double[length]);
    }

    /// <summary>Lines of a scan.</summary>
    public int Lines { get; }

    /// <summary>Pixels of a line.</summary>
    public int Samples { get; }

    /// <summary>Computes where the pixels of a scan lie.</summary>
    /// <returns>False where all are north or south of the tile; then nothing is computed.</returns>
    public bool Place(int firstLine)
    {
        var latitudes = _geometry.Latitude.AsSpan(firstLine * _geometry.Samples, _pixels);
        var longitudes = _geometry.Longitude.AsSpan(firstLine * _geometry.Samples, _pixels);
        var (lowest, highest) = (float.MaxValue, float.MinValue);
        foreach (var latitude in latitudes)
        {
            lowest = latitude < lowest ? latitude : lowest;
            highest = latitude > highest ? latitude : highest;
        }

        if (_tile.Projection.Y(lowest) - _metres > _tile.Top || _tile.Projection.Y(highest) + _metres < _tile.Bottom)
            return false;

        for (var pixel = 0; pixel < _pixels; pixel++)
            (_latitude[pixel], _longitude[pixel]) = (latitudes[pixel] * Elementary.Degree, longitudes[pixel] * Elementary.Degree);
        Project();
        return true;
    }

    /// <summary>Whether a pixel may cover a cell of the tile, on either edge of the world.</summary>
    public bool MayTouch(int pixel) =>
        _row[pixel] > -_reach && _row[pixel] < _tile.Rows + _reach
        && ((_column[pixel] > -_reach && _column[pixel] < _tile.Columns + _reach) || NearEdge(pixel))
        && IsKnown(pixel);

    /// <summary>The footprint of a pixel.</summary>
    /// <returns>False where it has no neighbour whose position is known.</returns>
    public bool TryFootprint(int line, int sample, out Footprint footprint)
    {
        var pixel = line * Samples + sample;
        var cosine = _cosine[pixel];
        if (!TryStep(pixel, 1, sample > 0, sample < Samples - 1, cosine, out var acrossEast, out var acrossNorth)
            || !TryStep(pixel, Samples, line > 0, line < Lines - 1, cosine, out var alongEast, out var alongNorth))
        {
            footprint = default;
            return false;
        }

        var sine = Math.CopySign(Math.Sqrt(Math.Max(0, 1 - cosine * cosine)), _latitude[pixel]);
        footprint = new Footprint(_column[pixel], _row[pixel], -_longitude[pixel] * sine, acrossEast, acrossNorth, alongEast, alongNorth);
        return true;
    }

    /// <summary>Whether the footprint of a pixel may reach past the edge of the world.</summary>
    public bool NearEdge(int pixel) => (Math.PI - Math.Abs(_longitude[pixel])) * _cosine[pixel] * _radius < _reach;

    /// <summary>The same footprint one turn further, beyond the other edge of the world.</summary>
    public Footprint BeyondTheEdge(in Footprint footprint)
    {
        // The column of longitude 0, and half the width of the world at this latitude.
        var middle = -_tile.Left / _tile.CellWidth;
        var y = _tile.Top - footprint.Row * _tile.CellHeight;
        var half = 180 * _tile.Projection.XPerDegree(_tile.Projection.Latitude(y)) / _tile.CellWidth;
        var east = footprint.Column - middle;
        var turn = (east > 0 ? -2 : 2) * half;
        return footprint with { Column = footprint.Column + turn, Shear = footprint.Shear * (1 + turn / east) };
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
        var latitudes = MemoryMarshal.Cast<double, Vector256<double>>(_latitude.AsSpan());
        var longitudes = MemoryMarshal.Cast<double, Vector256<double>>(_longitude.AsSpan());
        var cosines = MemoryMarshal.Cast<double, Vector256<double>>(_cosine.AsSpan());
        var columns = MemoryMarshal.Cast<double, Vector256<double>>(_column.AsSpan());
        var rows = MemoryMarshal.Cast<double, Vector256<double>>(_row.AsSpan());
        var (left, top) = (Vector256.Create(_tile.Left / _tile.CellWidth), Vector256.Create(_tile.Top / _tile.CellHeight));
        for (var four = 0; four < latitudes.Length; four++)
        {
            cosines[four] = Elementary.CosLatitude(latitudes[four]);
            columns[four] = longitudes[four] * cosines[four] * _radius - left;
            rows[four] = top - latitudes[four] * _radius;
        }
    }

    // From one pixel to the next, in cells of ground: half of the way between both neighbours, or the whole way to the only one.
    private bool TryStep(int pixel, int stride, bool before, bool after, double cosine, out double east, out double north)
    {
        var from = before && IsKnown(pixel - stride) ? pixel - stride : pixel;
        var to = after && IsKnown(pixel + stride) ? pixel + stride : pixel;
        var share = to - from == stride ? _radius : 0.5 * _radius;
        var turn = _longitude[to] - _longitude[from];
        turn = turn > Math.PI ? turn - 2 * Math.PI : turn < -Math.PI ? turn + 2 * Math.PI : turn;
        (east, north) = (turn * cosine * share, (_latitude[to] - _latitude[from]) * share);
        return from != to;
    }

    private bool IsKnown(int pixel) => Math.Abs(_latitude[pixel]) <= Math.PI / 2 && Math.Abs(_longitude[pixel]) <= Math.PI + 1e-6;
}
