using AzurePerf.Imagery.Grids;
using AzurePerf.Imagery.Kernels;

namespace AzurePerf.Imagery.Reductions;

/// <summary>
/// A map that tiles are drawn on one after the other. Bilinear values at the edge of a tile are means of the cells of that tile alone: its
/// neighbour is not read for them.
/// </summary>
/// <param name="map">The cells, which may go on beyond 180 degrees.</param>
/// <param name="fill">The value of a cell that no tile has a value for.</param>
/// <param name="resampling">How tiles are drawn.</param>
internal sealed class MapDrawing(Grid map, double fill, Resampling resampling)
{
    /// <summary>What is drawn by now.</summary>
    public Raster<double> Raster { get; } = map.Filled(fill);

    /// <summary>Draws a tile, on each turn around the Earth that the map shows.</summary>
    public void Draw(Raster<double> tile)
    {
        var turn = 360 * map.Projection.XPerDegree(0);
        for (var turns = -1; turns <= 1; turns++)
        {
            var turned = map with { Left = map.Left - turns * turn };
            if (turned.Left < turn / 2 && turned.Right > -turn / 2)
                TileToMap.Draw(tile, new Raster<double>(turned, Raster.Values, fill), resampling);
        }
    }
}
