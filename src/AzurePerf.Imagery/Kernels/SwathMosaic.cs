using System.Numerics;
using AzurePerf.Imagery.Granules;
using AzurePerf.Imagery.Grids;

namespace AzurePerf.Imagery.Kernels;

/// <summary>Puts granules on a sinusoidal tile one after the other, as <see cref="SwathToTile"/> does with all at once, in the memory of
/// one.</summary>
public sealed class SwathMosaic<T>
    where T : unmanaged, INumber<T>
{
    private readonly MergeRule _rule;
    private readonly TileCells _cells;
    private bool _hasPixels;

    /// <param name="tile">Square cells of the sinusoidal plane.</param>
    /// <param name="rule">What happens where granules overlap.</param>
    /// <param name="fill">The value of a cell that no pixel covers.</param>
    /// <exception cref="ArgumentException">The cells are of another plane or not square.</exception>
    public SwathMosaic(Grid tile, MergeRule rule, T fill)
    {
        SwathToTile.Demand(tile);
        (_rule, _cells, Raster) = (rule, new TileCells(tile), tile.Filled(fill));
    }

    /// <summary>What there is by now.</summary>
    public Raster<T> Raster { get; }

    /// <summary>Adds a granule; of those that overlap the order counts for the rule.</summary>
    public void Add(Swath<T> granule)
    {
        var (pixels, values, taken) = (_cells.Pixels, Raster.Values, granule.Values);
        if (_hasPixels)
            Array.Fill(pixels, -1);
        _hasPixels = true;
        SwathToTile.Cover(granule.Geometry, new ValuedPixels<T>(taken, granule.Fill), 0, _cells);
        if (_rule == MergeRule.First)
            _cells.Keep();
        for (var cell = 0; cell < values.Length; cell++)
            if (pixels[cell] >= 0)
                values[cell] = taken[pixels[cell]];
    }
}
