using System.Numerics;
using AzurePerf.Imagery.Grids;

namespace AzurePerf.Imagery.Kernels;

/// <summary>
/// Draws a raster on another grid, such as a sinusoidal tile on a map in degrees. On every plane here a row has one latitude, so that a row
/// of the map comes from one row of the source and its columns lie evenly on it.
/// </summary>
public static class TileToMap
{
    /// <summary>Each cell of the map gets the value of the source's cell that its centre lies in; outside the source it is fill.</summary>
    public static Raster<T> Nearest<T>(Raster<T> source, Grid map)
        where T : unmanaged, INumber<T>
    {
        var result = map.Filled(source.Fill);
        Draw(source, result, Resampling.Nearest);
        return result;
    }

    /// <summary>
    /// Each cell of the map gets the mean of the four cells around its centre, weighted by nearness. Those without a value do not count;
    /// where the nearest has none the map has none either, so that a map covers the same whichever way it is drawn. Integers are rounded,
    /// halves up.
    /// </summary>
    public static Raster<T> Bilinear<T>(Raster<T> source, Grid map)
        where T : unmanaged, INumber<T>
    {
        var result = map.Filled(source.Fill);
        Draw(source, result, Resampling.Bilinear);
        return result;
    }

    /// <summary>Draws a raster on a map on which others may be drawn already: cells that it has no value for keep theirs.</summary>
    /// <param name="source">Of the map's fill value.</param>
    /// <param name="map">Gets the values.</param>
    /// <param name="resampling">How they are drawn.</param>
    public static void Draw<T>(Raster<T> source, Raster<T> map, Resampling resampling)
        where T : unmanaged, INumber<T>
    {
        var columns = map.Grid.Columns;
        for (var row = 0; row < map.Grid.Rows; row++)
        {
            if (RowPlace.Of(source.Grid, map.Grid, row) is not { } place)
                continue;
            var target = map.Values.AsSpan(row * columns, columns);
            if (resampling == Resampling.Nearest)
                Nearest(source, place, target);
            else
                Bilinear(source, place, target);
        }
    }

    private static void Nearest<T>(Raster<T> source, RowPlace place, Span<T> target)
        where T : unmanaged, INumber<T>
    {
        var line = source.Values.AsSpan((int)place.Row * source.Grid.Columns, source.Grid.Columns);
        for (var column = place.First; column < place.End; column++)
        {
            var at = Math.Floor(place.Origin + (column + 0.5) * place.Step);
            if (at >= 0 && at < line.Length && !source.IsFill(line[(int)at]))
                target[column] = line[(int)at];
        }
    }

    private static void Bilinear<T>(Raster<T> source, RowPlace place, Span<T> target)
        where T : unmanaged, INumber<T>
    {
        var whole = T.One / (T.One + T.One) == T.Zero;
        var upper = Math.Floor(place.Row - 0.5);
        var lines = new Lines<T>(source, (int)upper, (int)place.Row, place.Row - 0.5 - upper);
        for (var column = place.First; column < place.End; column++)
        {
            var at = place.Origin + (column + 0.5) * place.Step;
            if (at >= 0 && at < source.Grid.Columns && lines.Mean(at) is { } mean)
                target[column] = T.CreateSaturating(whole ? Math.Floor(mean + 0.5) : mean);
        }
    }

    /// <summary>Where a row of the map lies on the source.</summary>
    /// <param name="Row">Of the source, continuous.</param>
    /// <param name="Origin">Column of the source at the left edge of the map.</param>
    /// <param name="Step">Columns of the source for one of the map.</param>
    /// <param name="First">First column of the map that may lie on the source.</param>
    /// <param name="End">The column after the last.</param>
    private readonly record struct RowPlace(double Row, double Origin, double Step, int First, int End)
    {
        public static RowPlace? Of(Grid source, Grid map, int row)
        {
            var latitude = map.Projection.Latitude(map.Top - (row + 0.5) * map.CellHeight);
            var at = (source.Top - source.Projection.Y(latitude)) / source.CellHeight;
            if (!(Math.Abs(latitude) <= 90 && at >= 0 && at < source.Rows))
                return null;

            var degree = map.Projection.XPerDegree(latitude);
            var ratio = source.Projection.XPerDegree(latitude) / degree;
            // Centres within 180 degrees of longitude alone.
            var first = Math.Ceiling((-180 * degree - map.Left) / map.CellWidth - 0.5);
            var end = Math.Floor((180 * degree - map.Left) / map.CellWidth - 0.5) + 1;
            var origin = (map.Left * ratio - source.Left) / source.CellWidth;
            var step = map.CellWidth * ratio / source.CellWidth;
            // And those that may lie on the source, give or take one; close to a pole no step leads anywhere.
            if (step > 1e-9)
            {
                first = Math.Max(first, Math.Floor(-origin / step) - 1);
                end = Math.Min(end, Math.Ceiling((source.Columns - origin) / step) + 1);
            }

            return new RowPlace(at, origin, step, (int)Math.Clamp(first, 0, map.Columns), (int)Math.Clamp(end, 0, map.Columns));
        }
    }

    /// <summary>The two rows of the source around a row of the map; the one outside the source has no values.</summary>
    private readonly ref struct Lines<T>(Raster<T> source, int upper, int nearest, double share)
        where T : unmanaged, INumber<T>
    {
        private readonly ReadOnlySpan<T> _upper = Line(source, upper);
        private readonly ReadOnlySpan<T> _lower = Line(source, upper + 1);
        private readonly ReadOnlySpan<T> _nearest = Line(source, nearest);
        private readonly T _fill = source.Fill;

        public double? Mean(double at)
        {
            if (Filled(_nearest, (int)at) is null)
                return null;
            var left = Math.Floor(at - 0.5);
            var (column, part) = ((int)left, at - 0.5 - left);
            double sum = 0, weights = 0;
            Add(_upper, column, (1 - share) * (1 - part), ref sum, ref weights);
            Add(_upper, column + 1, (1 - share) * part, ref sum, ref weights);
            Add(_lower, column, share * (1 - part), ref sum, ref weights);
            Add(_lower, column + 1, share * part, ref sum, ref weights);
            return sum / weights;
        }

        private void Add(ReadOnlySpan<T> line, int column, double weight, ref double sum, ref double weights)
        {
            if (Filled(line, column) is not { } value)
                return;
            sum += weight * double.CreateTruncating(value);
            weights += weight;
        }

        private T? Filled(ReadOnlySpan<T> line, int column) =>
            (uint)column < (uint)line.Length && line[column] != _fill && !T.IsNaN(line[column]) ? line[column] : null;

        private static ReadOnlySpan<T> Line(Raster<T> source, int row) =>
            row >= 0 && row < source.Grid.Rows ? source.Values.AsSpan(row * source.Grid.Columns, source.Grid.Columns) : [];
    }
}

/// <summary>How a raster is drawn on another grid.</summary>
public enum Resampling
{
    /// <summary>By the value of the cell that a centre lies in.</summary>
    Nearest,

    /// <summary>By the weighted mean of the four cells around a centre.</summary>
    Bilinear,
}
