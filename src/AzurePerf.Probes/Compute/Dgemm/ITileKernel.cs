namespace AzurePerf.Probes.Compute.Dgemm;

/// <summary>Multiplies a packed panel of A by a packed panel of B into one tile of C: the innermost loop of the multiplication, written for
/// one width of vector.</summary>
internal unsafe interface ITileKernel
{
    /// <summary>Rows of a tile.</summary>
    static abstract int Rows { get; }

    /// <summary>Columns of a tile.</summary>
    static abstract int Columns { get; }

    /// <summary>Adds the product to the tile, or overwrites the tile with it.</summary>
    /// <param name="depth">Columns of the panel of A, which are the rows of that of B.</param>
    /// <param name="a"><see cref="Rows"/> numbers for each step of the depth.</param>
    /// <param name="b"><see cref="Columns"/> numbers for each step of the depth.</param>
    /// <param name="c">The tile's first number.</param>
    /// <param name="stride">Numbers from one row of the tile to the next.</param>
    /// <param name="adds">False for the first block in depth: nothing need be cleared before.</param>
    static abstract void Multiply(int depth, double* a, double* b, double* c, nint stride, bool adds);
}
