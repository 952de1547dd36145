using System.Numerics;

namespace AzurePerf.Imagery.Grids;

/// <summary>The values of a grid's cells, row after row from the upper left, with a value that means there is none.</summary>
public sealed class Raster<T>
    where T : unmanaged, INumber<T>
{
    /// <param name="grid">The cells.</param>
    /// <param name="values">One a cell; they are kept, not copied.</param>
    /// <param name="fill">The value of a cell nothing is known of; NaN is one as well.</param>
    /// <exception cref="ArgumentException">The number of values is not the number of cells.</exception>
    public Raster(Grid grid, T[] values, T fill)
    {
        if (values.Length != grid.Cells)
            throw new ArgumentException("There is one value a cell.", nameof(values));
        (Grid, Values, Fill) = (grid, values, fill);
    }

    /// <summary>The cells.</summary>
    public Grid Grid { get; }

    /// <summary>One a cell, row after row.</summary>
    public T[] Values { get; }

    /// <summary>The value of a cell nothing is known of.</summary>
    public T Fill { get; }

    /// <summary>Whether a value means that there is none.</summary>
    public bool IsFill(T value) => value == Fill || T.IsNaN(value);

    /// <summary>The share that have a value of the cells that show a part of the Earth, 0 to 1; 0 where none does.</summary>
    public double Coverage()
    {
        var filled = 0;
        foreach (var value in Values)
            filled += IsFill(value) ? 0 : 1;
        return Math.Min(1, filled / (double)Math.Max(1, Grid.CellsOnEarth()));
    }
}
