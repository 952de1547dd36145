using System.Runtime.Intrinsics;
using AzurePerf.Imagery.Grids;

namespace AzurePerf.Imagery.Kernels;

/// <summary>The footprints of the pixels of a line, four computed at a time.</summary>
internal sealed class FootprintLine
{
    /// <summary>How many steps between the middle pixels of a line a footprint reaches at most from its centre, at the ends of a scan and
    /// on a plane whose meridians slant as they do at its edges.</summary>
    private const double ReachInSteps = 20;

    private readonly ScanPlaces _places;
    private readonly Grid _tile;
    private readonly double _radius;
    private readonly double _reach;
    private readonly double[] _shear;
    private readonly double[] _aside;
    private readonly double[] _first;
    private readonly double[] _last;
    private readonly double[] _acrossEast;
    private readonly double[] _acrossNorth;
    private readonly double[] _alongEast;
    private readonly double[] _alongNorth;
    private int _begin;
    private bool _nearEdge;

    /// <param name="places">The pixels of the scan that has the line.</param>
    /// <param name="tile">The cells.</param>
    public FootprintLine(ScanPlaces places, Grid tile)
    {
        (_places, _tile, _radius) = (places, tile, ProjectionFormulas.SphereRadius / tile.CellWidth);
        _reach = ReachInSteps * places.Step / tile.CellWidth;
        var length = ScanPlaces.Whole(places.Samples);
        (_shear, _aside, _first, _last) = (new double[length], new double[length], new double[length], new double[length]);
        (_acrossEast, _acrossNorth) = (new double[length], new double[length]);
        (_alongEast, _alongNorth) = (new double[length], new double[length]);
    }

    /// <summary>Whether a scan between two latitudes in degrees has pixels that may touch the tile.</summary>
    public bool MayTouch(float lowest, float highest) =>
        _tile.Projection.Y(lowest) - _reach * _tile.CellWidth <= _tile.Top
        && _tile.Projection.Y(highest) + _reach * _tile.CellWidth >= _tile.Bottom;

    /// <summary>Computes the footprints of a line of the scan.</summary>
    public void Compute(int line)
    {
        _begin = _places.Begin(line);
        _nearEdge = false;
        Touching = (_first.Length, 0);
        for (var sample = 0; sample < _first.Length; sample += Vector256<double>.Count)
        {
            var at = _begin + sample;
            var (column, row) = (Four(_places.Column, at), Four(_places.Row, at));
            var (longitude, cosine) = (Four(_places.Longitude, at), Four(_places.Cosine, at));
            var nearEdge = Vector256.LessThan(
                (Vector256.Create(Math.PI) - Vector256.Abs(longitude)) * cosine * _radius, Vector256.Create(_reach));
            var touches = Within(row, _tile.Rows) & (Within(column, _tile.Columns) | nearEdge) & _places.Known(at);
            if (touches == Vector256<double>.Zero)
            {
                Vector256<double>.One.CopyTo(_first, sample);
                Vector256<double>.Zero.CopyTo(_last, sample);
                continue;
            }

            Touching = (Math.Min(Touching.From, sample), Math.Min(sample + Vector256<double>.Count, _places.Samples));
            _nearEdge |= (touches & nearEdge) != Vector256<double>.Zero;
            Compute(at, sample, touches);
        }
    }

    /// <summary>The pixels of the line that may touch the tile: all others are in no row.</summary>
    public (int From, int To) Touching { get; private set; }

    /// <summary>Whether the footprint of a pixel covers the centre of a cell in one of the rows.</summary>
    public bool IsInRows(int sample) => _first[sample] <= _last[sample];

    /// <summary>The footprint of a pixel of the line, of those in the rows.</summary>
    public Footprint this[int sample] => new(
        _places.Column[_begin + sample],
        _places.Row[_begin + sample],
        _shear[sample],
        _aside[sample],
        _first[sample],
        _last[sample],
        _acrossEast[sample],
        _acrossNorth[sample],
        _alongEast[sample],
        _alongNorth[sample]);

    /// <summary>The footprint of a pixel that may reach past the edge of the world, one turn further, beyond the other edge.</summary>
    /// <returns>False where it lies too far from the edge, or on the middle meridian.</returns>
    public bool TryBeyondTheEdge(int sample, in Footprint footprint, out Footprint beyond)
    {
        beyond = footprint;
        var at = _begin + sample;
        if (!_nearEdge || (Math.PI - Math.Abs(_places.Longitude[at])) * _places.Cosine[at] * _radius >= _reach)
            return false;
        // The column of longitude 0, and half the width of the world at this latitude.
        var middle = -_tile.Left / _tile.CellWidth;
        var y = _tile.Top - footprint.Row * _tile.CellHeight;
        var half = 180 * _tile.Projection.XPerDegree(_tile.Projection.Latitude(y)) / _tile.CellWidth;
        var east = footprint.Column - middle;
        var turn = (east > 0 ? -2 : 2) * half;
        beyond = footprint with { Column = footprint.Column + turn, Shear = footprint.Shear * (1 + turn / east) };
        return double.IsFinite(beyond.Shear);
    }

    private void Compute(int at, int sample, Vector256<double> touches)
    {
        var cosine = Four(_places.Cosine, at);
        var (acrossEast, acrossNorth, hasAcross) = Step(at, 1, cosine);
        var (alongEast, alongNorth, hasAlong) = Step(at, _places.Stride, cosine);
        var (one, half) = (Vector256<double>.One, Vector256.Create(0.5));
        var (latitude, row) = (Four(_places.Latitude, at), Four(_places.Row, at));
        var sine = Vector256.CopySign(Vector256.Sqrt(Vector256.Max(Vector256<double>.Zero, one - cosine * cosine)), latitude);
        var shear = -Four(_places.Longitude, at) * sine;
        var area = acrossEast * alongNorth - acrossNorth * alongEast;
        var finite = Vector256.LessThan(
            Vector256.Abs(area + Four(_places.Column, at) + row + shear), Vector256.Create(double.PositiveInfinity));
        var covers = touches & hasAcross & hasAlong & finite & ~Vector256.Equals(area, Vector256<double>.Zero);
        var up = half * (Vector256.Abs(acrossNorth) + Vector256.Abs(alongNorth));
        var aside = half * (Vector256.Abs(acrossEast) + Vector256.Abs(alongEast));
        // Where one reaches further, its own position or a neighbour's is wrong.
        covers &= Vector256.LessThanOrEqual(up, Vector256.Create(_reach)) & Vector256.LessThanOrEqual(aside, Vector256.Create(_reach));
        var first = Vector256.Ceiling(Vector256.Max(row - up - half, Vector256<double>.Zero));
        var last = Vector256.Floor(Vector256.Min(row + up - half, Vector256.Create(_tile.Rows - 1.0)));
        // Parts of the sides that a step of a cell east or north leads along.
        var share = one / area;
        shear.CopyTo(_shear, sample);
        aside.CopyTo(_aside, sample);
        Vector256.ConditionalSelect(covers, first, one).CopyTo(_first, sample);
        Vector256.ConditionalSelect(covers, last, Vector256<double>.Zero).CopyTo(_last, sample);
        (alongNorth * share).CopyTo(_acrossEast, sample);
        (alongEast * share).CopyTo(_acrossNorth, sample);
        (acrossNorth * share).CopyTo(_alongEast, sample);
        (acrossEast * share).CopyTo(_alongNorth, sample);
    }

    // From one pixel to the next, in cells of ground: half of the way between both neighbours, or the whole way to the only one.
    private (Vector256<double> East, Vector256<double> North, Vector256<double> Has) Step(int at, int stride, Vector256<double> cosine)
    {
        var (before, after) = (_places.Known(at - stride), _places.Known(at + stride));
        var turn = Between(_places.Longitude, at, stride, before, after);
        var (whole, pi) = (Vector256.Create(2 * Math.PI), Vector256.Create(Math.PI));
        turn = Vector256.ConditionalSelect(
            Vector256.GreaterThan(turn, pi), turn - whole, Vector256.ConditionalSelect(Vector256.LessThan(turn, -pi), turn + whole, turn));
        var share = Vector256.ConditionalSelect(before & after, Vector256.Create(0.5 * _radius), Vector256.Create(_radius));
        return (turn * cosine * share, Between(_places.Latitude, at, stride, before, after) * share, before | after);
    }

    private static Vector256<double> Between(double[] places, int at, int stride, Vector256<double> before, Vector256<double> after)
    {
        var own = Four(places, at);
        return Vector256.ConditionalSelect(after, Four(places, at + stride), own)
            - Vector256.ConditionalSelect(before, Four(places, at - stride), own);
    }

    private Vector256<double> Within(Vector256<double> place, int cells) =>
        Vector256.GreaterThan(place, Vector256.Create(-_reach)) & Vector256.LessThan(place, Vector256.Create(cells + _reach));

    private static Vector256<double> Four(double[] places, int at) => Vector256.Create(places, at);
}
