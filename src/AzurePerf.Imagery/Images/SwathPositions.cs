using AzurePerf.Imagery.Granules;
using AzurePerf.Imagery.Grids;
using AzurePerf.Imagery.Products;

namespace AzurePerf.Imagery.Images;

/// <summary>Where the pixels of a swath lie, and on how many cells of a tile they are put.</summary>
internal static class SwathPositions
{
    /// <summary>What the instrument sees of the ground at a time, along the track: ten lines of 1 km.</summary>
    private const double ScanMetres = 10_000;

    private const double KilometreMetres = 1000;

    /// <summary>The positions of the pixels of a grid.</summary>
    /// <param name="file">Has them, or those of some pixels.</param>
    /// <param name="shape">The grid.</param>
    /// <param name="lines">Lines of the data: nominal, or those of one scan more.</param>
    /// <param name="samples">Pixels of a line.</param>
    /// <exception cref="UnreadableFileException">The positions are missing, damaged, or do not fit the data.</exception>
    public static SwathGeometry Of(GranuleFile file, Shape shape, int lines, int samples)
    {
        var named = shape.Geolocation!;
        var (latitude, keptLines, keptSamples) = file.Degrees(named.Latitude);
        var (longitude, _, _) = file.Degrees(named.Longitude);
        if (named.Increment > 1)
        {
            var scan = LinesPerScan(shape, lines);
            var kept = new SwathGeometry(keptLines, keptSamples, scan / named.Increment, latitude, longitude);
            return new DimensionMap(named.Offset, named.Increment).Expand(kept, lines, samples, scan);
        }

        return (keptLines, keptSamples) == (lines, samples)
            ? new SwathGeometry(lines, samples, LinesPerScan(shape, lines), latitude, longitude)
            : throw new UnreadableFileException($"Positions of {keptLines} x {keptSamples} do not fit {lines} x {samples} pixels.");
    }

    /// <summary>
    /// Cells along a side of a tile for pixels of a grid: as large as the pixels below the satellite. Made granules may be coarser than the
    /// product, which shows in the pixels of a line.
    /// </summary>
    public static int CellsOf(Shape shape, int samples)
    {
        var cells = (int)Math.Round(SinusoidalTile.KilometreCells * KilometreMetres / shape.ResolutionMetres);
        var coarser = Math.Max(1, (int)Math.Round(shape.Columns / (double)samples));
        return Math.Max(1, cells / coarser);
    }

    /// <summary>The most lines that a granule of a grid has: its nominal ones, and those of one scan more.</summary>
    public static int MostLines(Shape shape) => shape.Rows + Math.Max(1, (int)Math.Round(ScanMetres / shape.ResolutionMetres));

    // A line of 10 km is a scan of its own, which has no neighbours within; its lines do not overlap enough to swap places, so that
    // those of a granule are taken as one scan.
    private static int LinesPerScan(Shape shape, int lines) =>
        (int)Math.Round(ScanMetres / shape.ResolutionMetres) is > 1 and var scan ? scan : lines;
}
