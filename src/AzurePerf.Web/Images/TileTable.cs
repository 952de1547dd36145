using AzurePerf.Imagery.Grids;

namespace AzurePerf.Web.Images;

/// <summary>How much of each tile of a region has a value, at the places that the tiles have next to each other.</summary>
/// <param name="Columns">The h of each column; across the date line they go on at 0.</param>
/// <param name="Rows">The v of each row.</param>
/// <param name="Cells">Row by row.</param>
internal sealed record TileTable(IReadOnlyList<int> Columns, IReadOnlyList<int> Rows, IReadOnlyList<IReadOnlyList<TileCell>> Cells)
{
    /// <summary>Tiles of the region.</summary>
    public int Tiles => Cells.Sum(row => row.Count(cell => cell.Place != TilePlace.Outside));

    /// <summary>Tiles that have an image.</summary>
    public int WithImage => Cells.Sum(row => row.Count(cell => cell.Place == TilePlace.Made));

    /// <summary>Cells of the table, with those outside the region.</summary>
    public int Size => Columns.Count * Rows.Count;

    /// <summary>The table of a region; null where it has one tile, whose coverage the results say.</summary>
    /// <param name="region">Its tiles.</param>
    /// <param name="planned">Coverage by tile of those that were planned; null where one was not made.</param>
    public static TileTable? Of(IReadOnlyCollection<SinusoidalTile> region, IReadOnlyDictionary<SinusoidalTile, float?> planned)
    {
        if (region.Count < 2)
        {
            return null;
        }

        var inside = region.ToHashSet();
        int[] columns = ColumnsOf([.. region.Select(tile => tile.H).Distinct().Order()]);
        var (north, south) = (region.Min(tile => tile.V), region.Max(tile => tile.V));
        int[] rows = [.. Enumerable.Range(north, south - north + 1)];
        return new(columns, rows, [.. rows.Select(v => columns.Select(h => CellOf(new(h, v))).ToArray())]);

        TileCell CellOf(SinusoidalTile tile) =>
            !inside.Contains(tile) ? new(TilePlace.Outside, 0)
            : !planned.TryGetValue(tile, out var coverage) ? new(TilePlace.Empty, 0)
            : coverage is { } share ? new(TilePlace.Made, share)
            : new(TilePlace.NotMade, 0);
    }

    /// <summary>The columns from one side of the region to the other: the widest gap on the way around the Earth is outside.</summary>
    private static int[] ColumnsOf(int[] known)
    {
        var (first, gap) = (known[0], known[0] + SinusoidalTile.Across - known[^1]);
        for (var place = 1; place < known.Length; place++)
        {
            if (known[place] - known[place - 1] > gap)
            {
                (first, gap) = (known[place], known[place] - known[place - 1]);
            }
        }

        return [.. Enumerable.Range(first, SinusoidalTile.Across - gap + 1).Select(column => column % SinusoidalTile.Across)];
    }
}

/// <summary>A place of the table.</summary>
/// <param name="Place">What is there.</param>
/// <param name="Coverage">The share of the tile that has a value, 0 to 1.</param>
internal readonly record struct TileCell(TilePlace Place, float Coverage)
{
    private const int Shades = 5;

    /// <summary>Its share in whole percent; what is above 0 is at least 1.</summary>
    public int Percent => Coverage > 0 ? Math.Max(1, (int)Math.Round(Coverage * 100)) : 0;

    /// <summary>Its shade, from 0 to 4.</summary>
    public int Shade => Math.Clamp((int)(Coverage * Shades), 0, Shades - 1);
}

/// <summary>What is at a place.</summary>
internal enum TilePlace
{
    /// <summary>A tile that is none of the region.</summary>
    Outside,

    /// <summary>A tile of which no image was planned: no granule covers it, or its listing failed.</summary>
    Empty,

    /// <summary>A tile whose image was planned and not made.</summary>
    NotMade,

    /// <summary>A tile with an image.</summary>
    Made,
}
