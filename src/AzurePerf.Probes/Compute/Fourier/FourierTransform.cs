using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;

namespace AzurePerf.Probes.Compute.Fourier;

/// <summary>
/// The discrete Fourier transform of 2^k complex numbers, sum over j of x[j] exp(-2 pi i j k / n), not scaled. Bailey's four steps (1990)
/// make it of transforms of about the square root of the length, of which as many as fill two cache lines run side by side in the
/// second-level cache. So every number comes from memory twice, whatever the length.
/// </summary>
/// <remarks>Input and output are pairs of real and imaginary parts. Serves one thread at a time.</remarks>
internal sealed unsafe class FourierTransform : IDisposable
{
    /// <summary>The smallest k: both factors of the length are at least as many as run side by side.</summary>
    public const int SmallestPower = 6;

    private const int Side = StockhamTransform.Sequences;
    private const int Row = StockhamTransform.Row;
    private const int Tile = Side * Row;

    private readonly int _columnLength;
    private readonly int _rowLength;
    private readonly StockhamTransform _columns;
    private readonly StockhamTransform _rows;
    private readonly AlignedArray _column;
    private readonly AlignedArray _between;
    private readonly AlignedArray _coarse;
    private readonly AlignedArray _fine;

    /// <param name="power">k, from <see cref="SmallestPower"/> on.</param>
    public FourierTransform(int power)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(power, SmallestPower);
        (_columnLength, _rowLength) = (1 << (power / 2), 1 << (power - (power / 2)));
        (_columns, _rows) = (new(_columnLength), new(_rowLength));
        _column = new((long)_columnLength * Row, largePages: true);
        _between = new(2L << power, largePages: true);

        // The factor of row r of column c is the root to the power r c: r is a multiple of a tile's side and a rest, so that two small
        // tables serve instead of one as long as the data.
        _coarse = new(2L * _rowLength * (_columnLength / Side), largePages: true);
        _fine = new(2L * _rowLength * Side, largePages: true);
        FillFactors(_coarse.Start, _columnLength / Side, Side);
        FillFactors(_fine.Start, Side, 1);
    }

    /// <summary>What a transform of 2^k numbers needs beside its input and its output.</summary>
    public static long BytesNeeded(int power) => (16L << power) + (16L << power) / Side + (1 << 20);

    /// <summary>Overwrites the output; the input stays as it is.</summary>
    /// <exception cref="OperationCanceledException">Some of the output is as it was.</exception>
    public void Run(AlignedArray input, AlignedArray output, CancellationToken cancellationToken = default)
    {
        var rowTiles = _columnLength / Side;
        for (var tile = 0; tile < _rowLength / Side; tile++)
        {
            cancellationToken.ThrowIfCancellationRequested();
            _columns.Run(input.Start + (tile * Row), 2 * (nint)_rowLength, _column.Start, Row);
            Turn(_column.Start, _between.Start + (tile * Tile), (nint)_rowLength * Row, rowTiles,
                _coarse.Start + ((nint)tile * rowTiles * Row), _fine.Start + (tile * Tile));
        }

        for (var tile = 0; tile < rowTiles; tile++)
        {
            cancellationToken.ThrowIfCancellationRequested();
            _rows.Run(_between.Start + (tile * (nint)_rowLength * Row), Row, output.Start + (tile * Row), 2 * (nint)_columnLength);
        }
    }

    public void Dispose()
    {
        _columns.Dispose();
        _rows.Dispose();
        _column.Dispose();
        _between.Dispose();
        _coarse.Dispose();
        _fine.Dispose();
    }

    /// <summary>For each tile of columns the factors of some rows, so far apart.</summary>
    private void FillFactors(double* factors, int rows, int apart)
    {
        var length = (long)_columnLength * _rowLength;
        for (var first = 0; first < _rowLength; first += Side)
        {
            for (var row = 0; row < rows; row++)
            {
                for (var column = first; column < first + Side; column++)
                {
                    (*factors++, *factors++) = RootsOfUnity.Power(length, (long)row * apart * column);
                }
            }
        }
    }

    /// <summary>Multiplies each number of some columns by its factor and transposes it tile by tile, so that what the rows' transforms read
    /// lies side by side.</summary>
    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
    private static void Turn(double* source, double* target, nint targetStride, int tiles, double* coarse, double* fine)
    {
        for (var tile = 0; tile < tiles; tile++, source += Tile, target += targetStride, coarse += Row)
        {
            for (var lane = 0; lane < Row; lane += 4)
            {
                var common = Vector256.Load(coarse + lane);
                for (var row = 0; row < Side; row += 2)
                {
                    var upper = source + (row * Row) + lane;
                    var one = ComplexPair.Times(
                        Vector256.Load(upper), ComplexPair.Times(Vector256.Load(fine + (row * Row) + lane), common));
                    var other = ComplexPair.Times(
                        Vector256.Load(upper + Row), ComplexPair.Times(Vector256.Load(fine + ((row + 1) * Row) + lane), common));
                    var turned = target + (lane / 2 * Row) + (2 * row);
                    ComplexPair.Firsts(one, other).Store(turned);
                    ComplexPair.Seconds(one, other).Store(turned + Row);
                }
            }
        }
    }
}
