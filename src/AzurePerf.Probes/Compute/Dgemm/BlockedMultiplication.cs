namespace AzurePerf.Probes.Compute.Dgemm;

/// <summary>
/// C = A B for matrices in row order, as Goto and van de Geijn (2008) order it: a block of B is packed for the last-level cache, a block of
/// A for the second level, and a panel of B stays in the first while the tiles of one column pass over it. Serves one thread.
/// </summary>
/// <typeparam name="TTile">The innermost loop.</typeparam>
internal sealed unsafe class BlockedMultiplication<TTile> : IColumnMultiplication
    where TTile : struct, ITileKernel
{
    /// <summary>Depth of a block: a panel of B of this depth takes three quarters of a first-level cache of 32 KiB.</summary>
    private const int Depth = 256;

    private const int BlockBytes = 256 << 10;
    private const int MostColumns = 3_072;
    private static readonly int BlockRows = BlockBytes / sizeof(double) / Depth / TTile.Rows * TTile.Rows;

    private readonly ProductShape _shape;
    private readonly int _blockColumns;
    private readonly AlignedArray _packedA;
    private readonly AlignedArray _packedB;
    private readonly AlignedArray _edge;

    /// <param name="shape">Of the whole product.</param>
    /// <param name="columns">The most columns of C that one call computes.</param>
    public BlockedMultiplication(ProductShape shape, int columns)
    {
        _shape = shape;
        _blockColumns = RoundUp(Math.Min(columns, MostColumns), TTile.Columns);
        _packedA = new((long)BlockRows * Depth, largePages: true);
        _packedB = new((long)_blockColumns * Depth, largePages: true);
        _edge = new(TTile.Rows * TTile.Columns);
    }

    public void Multiply(double* a, double* b, double* c, int firstColumn, int columns, CancellationToken cancellationToken)
    {
        for (var column = firstColumn; column < firstColumn + columns; column += _blockColumns)
        {
            var width = Math.Min(_blockColumns, firstColumn + columns - column);
            for (var from = 0; from < _shape.Depth; from += Depth)
            {
                var depth = Math.Min(Depth, _shape.Depth - from);
                Packing.Columns(b + ((nint)from * _shape.Columns) + column, _shape.Columns, depth, width, TTile.Columns, _packedB.Start);
                for (var row = 0; row < _shape.Rows; row += BlockRows)
                {
                    cancellationToken.ThrowIfCancellationRequested();
                    var height = Math.Min(BlockRows, _shape.Rows - row);
                    Packing.Rows(a + ((nint)row * _shape.Depth) + from, _shape.Depth, height, depth, TTile.Rows, _packedA.Start);
                    MultiplyBlock(depth, height, width, c + ((nint)row * _shape.Columns) + column, adds: from > 0);
                }
            }
        }
    }

    public void Dispose()
    {
        _packedA.Dispose();
        _packedB.Dispose();
        _edge.Dispose();
    }

    private void MultiplyBlock(int depth, int height, int width, double* c, bool adds)
    {
        for (var column = 0; column < width; column += TTile.Columns)
        {
            var panel = _packedB.Start + ((nint)column * depth);
            for (var row = 0; row < height; row += TTile.Rows)
            {
                var tile = c + ((nint)row * _shape.Columns) + column;
                if (row + TTile.Rows <= height && column + TTile.Columns <= width)
                {
                    TTile.Multiply(depth, _packedA.Start + ((nint)row * depth), panel, tile, _shape.Columns, adds);
                }
                else
                {
                    MultiplyEdge(depth, _packedA.Start + ((nint)row * depth), panel, tile, Math.Min(TTile.Rows, height - row),
                        Math.Min(TTile.Columns, width - column), adds);
                }
            }
        }
    }

    /// <summary>A tile that is cut off by the end of the matrix: multiplied whole, aside, and taken in part.</summary>
    private void MultiplyEdge(int depth, double* a, double* b, double* c, int rows, int columns, bool adds)
    {
        TTile.Multiply(depth, a, b, _edge.Start, TTile.Columns, adds: false);
        for (var row = 0; row < rows; row++)
        {
            for (var column = 0; column < columns; column++)
            {
                var place = c + ((nint)row * _shape.Columns) + column;
                *place = (adds ? *place : 0) + _edge.Start[(row * TTile.Columns) + column];
            }
        }
    }

    private static int RoundUp(int value, int multiple) => (value + multiple - 1) / multiple * multiple;
}

/// <summary>What one thread does of a multiplication C = A B of matrices in row order: some columns of C.</summary>
internal unsafe interface IColumnMultiplication : IDisposable
{
    /// <summary>Overwrites these columns of C.</summary>
    /// <exception cref="OperationCanceledException">Some of them are as they were, or half summed up.</exception>
    void Multiply(double* a, double* b, double* c, int firstColumn, int columns, CancellationToken cancellationToken);
}
