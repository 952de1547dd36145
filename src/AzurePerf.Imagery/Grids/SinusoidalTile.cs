using System.Globalization;

namespace AzurePerf.Imagery.Grids;

/// <summary>
/// A tile of the MODIS land products: 36 across and 18 down divide the sinusoidal plane, counted from its upper left corner.
/// </summary>
/// <param name="H">Column, 0 to 35.</param>
/// <param name="V">Row, 0 to 17.</param>
public readonly record struct SinusoidalTile(int H, int V)
{
    /// <summary>Cells along a side at the resolution called 1 km, of 926.6 m; 500 m has twice and 250 m four times as many.</summary>
    public const int KilometreCells = 1200;

    /// <summary>Side of a tile in metres, a 36th of the equator.</summary>
    public const double Side = 2 * Math.PI * ProjectionFormulas.SphereRadius / 36;

    public const int Across = 36;
    internal const int Down = 18;

    /// <summary>The tile a position lies in; one on the eastern or southern edge of the world belongs to the last.</summary>
    /// <param name="latitude">Degrees, -90 to 90.</param>
    /// <param name="longitude">Degrees, -180 to 180.</param>
    public static SinusoidalTile At(double latitude, double longitude)
    {
        var (x, y) = Projection.Sinusoidal.Forward(latitude, longitude);
        return new SinusoidalTile(
            Math.Clamp((int)Math.Floor(x / Side + Across / 2), 0, Across - 1),
            Math.Clamp((int)Math.Floor(Down / 2 - y / Side), 0, Down - 1));
    }

    /// <summary>The tile of a name such as h09v04.</summary>
    /// <returns>Whether it is the name of one.</returns>
    public static bool TryParse(string name, out SinusoidalTile tile)
    {
        tile = default;
        if (name is not ['h', _, _, 'v', _, _]
            || !int.TryParse(name.AsSpan(1, 2), NumberStyles.None, CultureInfo.InvariantCulture, out var h)
            || !int.TryParse(name.AsSpan(4, 2), NumberStyles.None, CultureInfo.InvariantCulture, out var v)
            || h >= Across || v >= Down)
        {
            return false;
        }

        tile = new SinusoidalTile(h, v);
        return true;
    }

    /// <summary>The cells of the tile.</summary>
    /// <param name="cells">Along a side, such as <see cref="KilometreCells"/>.</param>
    public Grid Grid(int cells) =>
        new(Projection.Sinusoidal, (H - Across / 2) * Side, (Down / 2 - V) * Side, Side / cells, Side / cells, cells, cells);

    /// <summary>Where a position lies by MODIS's count of lines and samples, in which whole numbers are centres of cells: -0.5 is an
    /// edge.</summary>
    public (double Line, double Sample) Locate(double latitude, double longitude, int cells = KilometreCells)
    {
        var (column, row) = Grid(cells).Locate(latitude, longitude);
        return (row - 0.5, column - 0.5);
    }

    /// <summary>Its name, such as h09v04.</summary>
    public override string ToString() => string.Create(CultureInfo.InvariantCulture, $"h{H:00}v{V:00}");
}
