using System.Numerics;

namespace AzurePerf.Imagery.Grids;

/// <summary>
/// A rectangle of equal cells on the plane of a projection. Columns count to the east and rows to the south, and cell (0, 0) is the one of
/// the upper left corner; as continuous coordinates its corner is (0, 0) and its centre (0.5, 0.5).
/// </summary>
/// <param name="Projection">The plane.</param>
/// <param name="Left">x of the left edge, in units of the plane.</param>
/// <param name="Top">y of the upper edge.</param>
/// <param name="CellWidth">Width of a cell, above 0.</param>
/// <param name="CellHeight">Height of a cell, above 0.</param>
/// <param name="Columns">Cells in a row, 1 or more.</param>
/// <param name="Rows">Rows, 1 or more.</param>
public sealed record Grid(Projection Projection, double Left, double Top, double CellWidth, double CellHeight, int Columns, int Rows)
{
    /// <summary>How many cells there are.</summary>
    public int Cells => checked(Columns * Rows);

    /// <summary>x of the right edge.</summary>
    public double Right => Left + CellWidth * Columns;

    /// <summary>y of the lower edge.</summary>
    public double Bottom => Top - CellHeight * Rows;

    /// <summary>A map in degrees that covers a rectangle of latitudes and longitudes.</summary>
    /// <param name="west">Western edge in degrees.</param>
    /// <param name="south">Southern edge in degrees.</param>
    /// <param name="east">Eastern edge in degrees, above <paramref name="west"/>.</param>
    /// <param name="north">Northern edge in degrees, above <paramref name="south"/>.</param>
    /// <param name="degrees">Side of a cell in degrees.</param>
    public static Grid Geographic(double west, double south, double east, double north, double degrees) =>
        Covering(Projection.Geographic, west, south, east, north, degrees);

    /// <summary>A web map (Web Mercator) that covers a rectangle of latitudes and longitudes.</summary>
    /// <param name="west">Western edge in degrees.</param>
    /// <param name="south">Southern edge in degrees, above -85.06.</param>
    /// <param name="east">Eastern edge in degrees, above <paramref name="west"/>.</param>
    /// <param name="north">Northern edge in degrees, above <paramref name="south"/> and below 85.06.</param>
    /// <param name="metres">Side of a cell in metres.</param>
    public static Grid WebMercator(double west, double south, double east, double north, double metres)
    {
        var (left, bottom) = Projection.WebMercator.Forward(south, west);
        var (right, top) = Projection.WebMercator.Forward(north, east);
        return Covering(Projection.WebMercator, left, bottom, right, top, metres);
    }

    /// <summary>Where a position lies, in columns and rows from the upper left corner; it may lie outside.</summary>
    public (double Column, double Row) Locate(double latitude, double longitude)
    {
        var (x, y) = Projection.Forward(latitude, longitude);
        return ((x - Left) / CellWidth, (Top - y) / CellHeight);
    }

    /// <summary>The position of a point of the grid, or null where the plane shows none.</summary>
    public (double Latitude, double Longitude)? Position(double column, double row) =>
        Projection.Inverse(Left + column * CellWidth, Top - row * CellHeight);

    /// <summary>The index of the cell a position lies in, in row order, or -1 where it lies outside. One on an edge belongs to the cell
    /// inside.</summary>
    public int CellAt(double latitude, double longitude)
    {
        // A position on an edge may come out beside it; a millionth of a cell is rounding.
        const double Rounding = 1e-6;
        var (column, row) = Locate(latitude, longitude);
        return column >= -Rounding && column <= Columns + Rounding && row >= -Rounding && row <= Rows + Rounding
            ? Math.Clamp((int)row, 0, Rows - 1) * Columns + Math.Clamp((int)column, 0, Columns - 1)
            : -1;
    }

    /// <summary>The columns of a row whose centres lie within 180 degrees of longitude; none of a row beyond a pole.</summary>
    public (int First, int End) OnEarth(int row)
    {
        var latitude = Projection.Latitude(Top - (row + 0.5) * CellHeight);
        if (!(Math.Abs(latitude) <= 90))
            return (0, 0);
        var edge = 180 * Projection.XPerDegree(latitude);
        return (
            (int)Math.Clamp(Math.Ceiling((-edge - Left) / CellWidth - 0.5), 0, Columns),
            (int)Math.Clamp(Math.Floor((edge - Left) / CellWidth - 0.5) + 1, 0, Columns));
    }

    /// <summary>How many cells show a part of the Earth: fewer than all on the sinusoidal plane at its edge. Maps may go on beyond 180
    /// degrees.</summary>
    public long CellsOnEarth() => Projection != Projection.Sinusoidal
        ? Cells
        : Enumerable.Range(0, Rows).Select(OnEarth).Sum(columns => (long)Math.Max(0, columns.End - columns.First));

    /// <summary>A raster of these cells of which nothing is known.</summary>
    /// <param name="fill">The value that says so.</param>
    public Raster<T> Filled<T>(T fill)
        where T : unmanaged, INumber<T>
    {
        var values = GC.AllocateUninitializedArray<T>(Cells);
        Array.Fill(values, fill);
        return new Raster<T>(this, values, fill);
    }

    private static Grid Covering(Projection projection, double left, double bottom, double right, double top, double cell)
    {
        ArgumentOutOfRangeException.ThrowIfNegativeOrZero(cell);
        // A billionth of a cell more or less is rounding, not another cell.
        var columns = Math.Ceiling((right - left) / cell - 1e-9);
        var rows = Math.Ceiling((top - bottom) / cell - 1e-9);
        if (!(columns >= 1 && rows >= 1 && columns * rows <= int.MaxValue))
            throw new ArgumentOutOfRangeException(nameof(cell), "A map has 1 to 2^31 - 1 cells.");
        return new Grid(projection, left, top, cell, cell, (int)columns, (int)rows);
    }
}
