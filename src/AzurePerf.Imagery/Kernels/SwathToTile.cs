using System.Numerics;
using AzurePerf.Imagery.Granules;
using AzurePerf.Imagery.Grids;

namespace AzurePerf.Imagery.Kernels;

/// <summary>
/// Puts granules on a sinusoidal tile. A pixel's footprint is the parallelogram that reaches half way to its neighbours within its scan; a
/// cell gets the value of the nearest pixel, on the ground, whose footprint covers its centre and that has a value. Others stay fill.
/// </summary>
public static class SwathToTile
{
    /// <summary>The values of one data set.</summary>
    /// <param name="granules">One or more, of one fill value; their order counts for <paramref name="rule"/>.</param>
    /// <param name="tile">The cells, of the sinusoidal plane.</param>
    /// <param name="rule">What happens where granules overlap.</param>
    public static Raster<T> Map<T>(IReadOnlyList<Swath<T>> granules, Grid tile, MergeRule rule)
        where T : unmanaged, INumber<T> =>
        Select([.. granules.Select(granule => (granule.Geometry, granule.Measured()))], tile, rule)
            .Take([.. granules.Select(granule => granule.Values)], granules[0].Fill);

    /// <summary>Which pixel each cell gets its values from.</summary>
    /// <param name="granules">One or more, each with which of its pixels may be taken.</param>
    /// <param name="tile">The cells, of the sinusoidal plane.</param>
    /// <param name="rule">What happens where granules overlap.</param>
    /// <exception cref="ArgumentException">The cells are of another plane, are not square, or the granules have more than 2^31
    /// pixels.</exception>
    public static SwathSelection Select(IReadOnlyList<(SwathGeometry Geometry, bool[] Measured)> granules, Grid tile, MergeRule rule)
    {
        Demand(tile);
        if (granules.Sum(granule => (long)granule.Measured.Length) > int.MaxValue)
            throw new ArgumentException("At most 2^31 pixels go to a tile at a time.", nameof(granules));

        var cells = new TileCells(tile);
        var starts = new int[granules.Count];
        for (var granule = 0; granule < granules.Count; granule++)
        {
            var (geometry, measured) = granules[granule];
            Cover(geometry, new ToldPixels(measured), starts[granule], cells);
            if (rule == MergeRule.First)
                cells.Keep();
            if (granule + 1 < granules.Count)
                starts[granule + 1] = starts[granule] + measured.Length;
        }

        return new SwathSelection(tile, cells.Pixels, starts);
    }

    /// <exception cref="ArgumentException">The cells are of another plane, or are not square.</exception>
    internal static void Demand(Grid tile)
    {
        if (tile.Projection != Projection.Sinusoidal || tile.CellWidth != tile.CellHeight)
            throw new ArgumentException("Swaths go to square cells of the sinusoidal plane.", nameof(tile));
    }

    /// <summary>Offers the pixels of a granule to the cells.</summary>
    internal static void Cover<TMeasured>(SwathGeometry geometry, TMeasured measured, int start, TileCells cells)
        where TMeasured : struct, IMeasuredPixels
    {
        var scan = new ScanPlaces(geometry, cells.Tile);
        var line = new FootprintLine(scan, cells.Tile);
        for (var first = 0; first < geometry.Lines; first += geometry.LinesPerScan)
        {
            var (lowest, highest) = scan.Latitudes(first);
            if (!line.MayTouch(lowest, highest))
                continue;
            scan.Place(first);
            for (var one = 0; one < scan.Lines; one++)
            {
                line.Compute(one);
                Cover(line, measured, (first + one) * geometry.Samples, start, cells);
            }
        }
    }

    private static void Cover<TMeasured>(FootprintLine line, TMeasured measured, int begin, int start, TileCells cells)
        where TMeasured : struct, IMeasuredPixels
    {
        var (from, to) = line.Touching;
        for (var sample = from; sample < to; sample++)
        {
            if (!line.IsInRows(sample) || !measured.Has(begin + sample))
                continue;
            var footprint = line[sample];
            cells.Cover(footprint, start + begin + sample);
            // Across the meridian of 180 degrees the plane goes on at its other edge.
            if (line.TryBeyondTheEdge(sample, footprint, out var beyond))
                cells.Cover(beyond, start + begin + sample);
        }
    }
}

/// <summary>Which of several granules that cover one cell it gets its value from.</summary>
public enum MergeRule
{
    /// <summary>The one whose pixel's centre lies nearest; of equal ones the first given.</summary>
    Nearest,

    /// <summary>The first given that has a value there, so that a cell does not mix passes; within it the nearest pixel.</summary>
    First,
}
