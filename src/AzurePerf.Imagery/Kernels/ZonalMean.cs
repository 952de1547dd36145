using System.Numerics;
using AzurePerf.Imagery.Grids;

namespace AzurePerf.Imagery.Kernels;

/// <summary>What the cells between two parallels have in common.</summary>
/// <param name="South">Southern edge of the zone in degrees.</param>
/// <param name="North">Northern edge in degrees.</param>
/// <param name="Mean">Of its values, each weighted by the area of its cell; NaN where there is none.</param>
/// <param name="Min">The smallest; NaN where there is none.</param>
/// <param name="Max">The largest; NaN where there is none.</param>
/// <param name="Cells">Cells with a value.</param>
/// <param name="Coverage">The share of the raster's cells of this zone, by area, that have a value, 0 to 1; those beyond the edge of
/// the Earth do not count.</param>
public sealed record ZonalMean(double South, double North, double Mean, double Min, double Max, long Cells, double Coverage)
{
    /// <summary>The zones that a raster reaches, from the south; a cell belongs to the zone of its centre.</summary>
    /// <param name="raster">The values.</param>
    /// <param name="degrees">Height of a zone, above 0; zones are counted from the south pole.</param>
    public static IReadOnlyList<ZonalMean> Of<T>(Raster<T> raster, double degrees)
        where T : unmanaged, INumber<T>
    {
        var zones = new ZonalMeans(degrees);
        zones.Add(raster);
        return zones.ToList();
    }
}

/// <summary>Zones of one raster after the other, such as the tiles of a region; sums are made in the order in which they come.</summary>
public sealed class ZonalMeans
{
    private readonly SortedDictionary<int, Sums> _zones = [];
    private readonly double _degrees;

    /// <param name="degrees">Height of a zone, above 0; zones are counted from the south pole.</param>
    public ZonalMeans(double degrees)
    {
        ArgumentOutOfRangeException.ThrowIfNegativeOrZero(degrees);
        _degrees = degrees;
    }

    /// <summary>Adds the cells of a raster.</summary>
    public void Add<T>(Raster<T> raster)
        where T : unmanaged, INumber<T>
    {
        var grid = raster.Grid;
        for (var row = 0; row < grid.Rows; row++)
        {
            var latitude = grid.Projection.Latitude(grid.Top - (row + 0.5) * grid.CellHeight);
            if (!(Math.Abs(latitude) <= 90))
                continue;
            var zone = (int)Math.Floor((latitude + 90) / _degrees);
            if (!_zones.TryGetValue(zone, out var sums))
                _zones[zone] = sums = new Sums();
            sums.Add(raster, row, Area(grid, latitude));
        }
    }

    /// <summary>The zones by now, from the south.</summary>
    public IReadOnlyList<ZonalMean> ToList() =>
        [.. _zones.Select(zone => zone.Value.Told(zone.Key * _degrees - 90, (zone.Key + 1) * _degrees - 90))];

    // In any unit, for it only weighs rows: tiles have equal areas, degrees shrink eastwards to the poles, and web maps stretch both ways.
    private static double Area(Grid grid, double latitude)
    {
        var cosine = Projection.Sinusoidal.XPerDegree(latitude) / Projection.Sinusoidal.XPerDegree(0);
        return grid.Projection switch { Projection.Sinusoidal => 1, Projection.Geographic => cosine, _ => cosine * cosine };
    }

    private sealed class Sums
    {
        private double _sum;
        private double _area;
        private double _whole;
        private double _min = double.PositiveInfinity;
        private double _max = double.NegativeInfinity;
        private long _cells;

        public void Add<T>(Raster<T> raster, int row, double area)
            where T : unmanaged, INumber<T>
        {
            var (sum, count) = (0.0, 0);
            foreach (var value in raster.Values.AsSpan(row * raster.Grid.Columns, raster.Grid.Columns))
            {
                if (raster.IsFill(value))
                    continue;
                var number = double.CreateTruncating(value);
                (sum, count) = (sum + number, count + 1);
                _min = Math.Min(_min, number);
                _max = Math.Max(_max, number);
            }

            _sum += sum * area;
            _area += count * area;
            _whole += OnEarth(raster.Grid, row) * area;
            _cells += count;
        }

        // Maps may go on beyond 180 degrees, where the sinusoidal plane shows nothing.
        private static int OnEarth(Grid grid, int row) =>
            grid.Projection == Projection.Sinusoidal && grid.OnEarth(row) is var (first, end) ? Math.Max(0, end - first) : grid.Columns;

        public ZonalMean Told(double south, double north) => _cells == 0
            ? new ZonalMean(south, north, double.NaN, double.NaN, double.NaN, 0, 0)
            : new ZonalMean(south, north, _sum / _area, _min, _max, _cells, Math.Min(1, _area / _whole));
    }
}
