namespace AzurePerf.Probes.Compute.Dgemm;

/// <summary>
/// C = A B for square matrices in row order, as Goto and van de Geijn (2008) order it: a block of B is packed for the last-level cache, a block of A for the second level, and
/// a panel of B stays in the first while the tiles of one column pass over it. Serves one thread.
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

    private readonly int _n;
    private readonly int _blockColumns;
    private readonly AlignedArray _packedA;
    private readonly AlignedArray _packedB;
    private readonly AlignedArray _edge;

    public BlockedMultiplication(int n, int columns)
    {
        _n = n;
        _blockColumns = RoundUp(Math.Min(columns, MostColumns), TTile.Columns);
        _packedA = new((long)BlockRows * Depth, largePages: true);
        _packedB = new((long)_blockColumns * Depth, largePages: true);
        _edge = new(TTile.Rows * TTile.Columns);
    }

    public void Multiply(double* a, double* b, double* c, int firstColumn, int columns)
    {
        for (var row = 0; row < _n; row++)
        {
            new Span<double>(c + ((nint)row * _n) + firstColumn, columns).Clear();
        }

        for (var column = firstColumn; column < firstColumn + columns; column += _blockColumns)
        {
            var width = Math.Min(_blockColumns, firstColumn + columns - column);
            for (var from = 0; from < _n; from += Depth)
            {
                var depth = Math.Min(Depth, _n - from);
                Packing.Columns(b + ((nint)from * _n) + column, _n, depth, width, TTile.Columns, _packedB.Start);
                for (var row = 0; row < _n; row += BlockRows)
                {
                    var height = Math.Min(BlockRows, _n - row);
                    Packing.Rows(a + ((nint)row * _n) + from, _n, height, depth, TTile.Rows, _packedA.Start);
                    MultiplyBlock(depth, height, width, c + ((nint)row * _n) + column);
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

    private void MultiplyBlock(int depth, int height, int width, double* c)
    {
        for (var column = 0; column < width; column += TTile.Columns)
        {
            var panel = _packedB.Start + ((nint)column * depth);
            for (var row = 0; row < height; row += TTile.Rows)
            {
                var tile = c + ((nint)row * _n) + column;
                if (row + TTile.Rows <= height && column + TTile.Columns <= width)
                {
                    TTile.Multiply(depth, _packedA.Start + ((nint)row * depth), panel, tile, _n);
                }
                else
                {
                    MultiplyEdge(depth, _packedA.Start + ((nint)row * depth), panel, tile, Math.Min(TTile.Rows, height - row), Math.Min(TTile.Columns, width - column));
                }
            }
        }
    }

    /// <summary>A tile that is cut off by the end of the matrix: multiplied whole, aside, and added in part.</summary>
    private void MultiplyEdge(int depth, double* a, double* b, double* c, int rows, int columns)
    {
        _edge.Span.Clear();
        TTile.Multiply(depth, a, b, _edge.Start, TTile.Columns);
        for (var row = 0; row < rows; row++)
        {
            for (var column = 0; column < columns; column++)
            {
                c[((nint)row * _n) + column] += _edge.Start[(row * TTile.Columns) + column];
            }
        }
    }

    private static int RoundUp(int value, int multiple) => (value + multiple - 1) / multiple * multiple;
}
