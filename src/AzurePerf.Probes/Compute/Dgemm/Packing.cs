using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;

namespace AzurePerf.Probes.Compute.Dgemm;

/// <summary>Copies a block of a matrix in row order into panels that the innermost loop reads one after the other. What the last panel
/// lacks is filled with zeros.</summary>
internal static unsafe class Packing
{
    /// <summary>Panels of some columns: all of the first row, all of the second, ...</summary>
    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
    public static void Columns(double* block, nint stride, int rows, int columns, int panelColumns, double* packed)
    {
        for (var row = 0; row < rows; row++)
        {
            var source = block + (row * stride);
            for (var column = 0; column < columns; column += panelColumns)
            {
                var panel = packed + ((nint)column * rows) + (row * panelColumns);
                var width = Math.Min(panelColumns, columns - column);
                var copied = 0;
                for (; copied + Vector256<double>.Count <= width; copied += Vector256<double>.Count)
                {
                    Vector256.Load(source + column + copied).Store(panel + copied);
                }

                for (; copied < panelColumns; copied++)
                {
                    panel[copied] = copied < width ? source[column + copied] : 0;
                }
            }
        }
    }

    /// <summary>Panels of some rows: all of the first column, all of the second, ...</summary>
    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
    public static void Rows(double* block, nint stride, int rows, int columns, int panelRows, double* packed)
    {
        for (var row = 0; row < rows; row += panelRows)
        {
            var panel = packed + ((nint)row * columns);
            for (var inner = 0; inner < panelRows; inner += 4)
            {
                if (Avx.IsSupported && row + inner + 4 <= rows)
                {
                    FourRows(block + ((row + inner) * stride), stride, columns, panel + inner, panelRows);
                }
                else
                {
                    LastRows(block + ((row + inner) * stride), stride, Math.Max(0, rows - row - inner), columns, panel + inner, panelRows);
                }
            }
        }
    }

    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
    private static void FourRows(double* block, nint stride, int columns, double* panel, int panelRows)
    {
        var column = 0;
        for (; column + 4 <= columns; column += 4)
        {
            var (r0, r1) = (Vector256.Load(block + column), Vector256.Load(block + stride + column));
            var (r2, r3) = (Vector256.Load(block + (2 * stride) + column), Vector256.Load(block + (3 * stride) + column));
            var (even0, odd0) = (Avx.UnpackLow(r0, r1), Avx.UnpackHigh(r0, r1));
            var (even2, odd2) = (Avx.UnpackLow(r2, r3), Avx.UnpackHigh(r2, r3));
            var target = panel + ((nint)column * panelRows);
            Avx.Permute2x128(even0, even2, 0x20).Store(target);
            Avx.Permute2x128(odd0, odd2, 0x20).Store(target + panelRows);
            Avx.Permute2x128(even0, even2, 0x31).Store(target + (2 * panelRows));
            Avx.Permute2x128(odd0, odd2, 0x31).Store(target + (3 * panelRows));
        }

        LastRows(block + column, stride, 4, columns - column, panel + ((nint)column * panelRows), panelRows);
    }

    private static void LastRows(double* block, nint stride, int rows, int columns, double* panel, int panelRows)
    {
        for (var column = 0; column < columns; column++)
        {
            for (var row = 0; row < 4; row++)
            {
                panel[((nint)column * panelRows) + row] = row < rows ? block[(row * stride) + column] : 0;
            }
        }
    }
}
