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
/// <param name="Coverage">The share of the raster's cells of this zone, by area, that have a value, 0 to 1.</param>
public sealed record ZonalMean(double South, double North, double Mean, double Min, double Max, long Cells, double Coverage)
{
    /// <summary>The zones that a raster reaches, from the south; a cell belongs to the zone of its centre.</summary>
    /// <param name="raster">The values.</param>
    /// <param name="degrees">Height of a zone, above 0; zones are counted from the south pole.</param>
    public static IReadOnlyList<ZonalMean> Of<T>(Raster<T> raster, double degrees)
        where T : unmanaged, INumber<T>
    {
        ArgumentOutOfRangeException.ThrowIfNegativeOrZero(degrees);
        var zones = new SortedDictionary<int, Sums>();
        var grid = raster.Grid;
        for (var row = 0; row < grid.Rows; row++)
        {
            var latitude = grid.Projection.Latitude(grid.Top - (row + 0.5) * grid.CellHeight);
            if (!(Math.Abs(latitude) <= 90))
                continue;
            var zone = (int)Math.Floor((latitude + 90) / degrees);
            if (!zones.TryGetValue(zone, out var sums))
                zones[zone] = sums = new Sums();
            sums.Add(raster, row, Area(grid, latitude));
        }

        return [.. zones.Select(zone => zone.Value.Told(zone.Key * degrees - 90, (zone.Key + 1) * degrees - 90))];
    }

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
            _whole += raster.Grid.Columns * area;
            _cells += count;
        }

        public ZonalMean Told(double south, double north) => _cells == 0
            ? new ZonalMean(south, north, double.NaN, double.NaN, double.NaN, 0, 0)
            : new ZonalMean(south, north, _sum / _area, _min, _max, _cells, _area / _whole);
    }
}
