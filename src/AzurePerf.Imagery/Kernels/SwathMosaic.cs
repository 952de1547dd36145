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
        SwathToTile.Cover(granule.Geometry, granule.Measured(), 0, _cells);
        if (_rule == MergeRule.First)
            _cells.Keep();
        var (pixels, values, taken) = (_cells.Pixels, Raster.Values, granule.Values);
        for (var cell = 0; cell < values.Length; cell++)
            if (pixels[cell] >= 0)
                values[cell] = taken[pixels[cell]];
        // What is left of the next granule is its own.
        Array.Fill(pixels, -1);
    }
}
