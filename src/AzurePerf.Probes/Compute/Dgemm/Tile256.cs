using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;

namespace AzurePerf.Probes.Compute.Dgemm;

/// <summary>
/// Tiles of 4 x 12 for vectors of 256 bits: 12 sums, 3 vectors of B and 1 number of A fill the 16 registers. Four steps of the depth stand
/// after each other, because the end of a loop costs a tenth of one step.
/// </summary>
internal readonly unsafe struct Tile256 : ITileKernel
{
    private const int Lanes = 4;

    // Hides the way from the second-level cache; found by trial.
    private const int Ahead = 128;

    public static int Rows => 4;

    public static int Columns => 3 * Lanes;

    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
    public static void Multiply(int depth, double* a, double* b, double* c, nint stride, bool adds)
    {
        for (var row = 0; row < Rows; row++)
        {
            Prefetch.Line(c + (row * stride));
            Prefetch.Line(c + (row * stride) + Columns - 1);
        }

        var (c00, c01, c02) = (Vector256<double>.Zero, Vector256<double>.Zero, Vector256<double>.Zero);
        var (c10, c11, c12) = (Vector256<double>.Zero, Vector256<double>.Zero, Vector256<double>.Zero);
        var (c20, c21, c22) = (Vector256<double>.Zero, Vector256<double>.Zero, Vector256<double>.Zero);
        var (c30, c31, c32) = (Vector256<double>.Zero, Vector256<double>.Zero, Vector256<double>.Zero);
        var end = a + (depth * Rows);
        for (; a + (4 * Rows) <= end; a += 4 * Rows, b += 4 * Columns)
        {
            Prefetch.Line(a + Ahead);
            Prefetch.Line(a + Ahead + 8);
            var b0 = Vector256.LoadAligned(b);
            var b1 = Vector256.LoadAligned(b + 4);
            var b2 = Vector256.LoadAligned(b + 8);
            var x = Vector256.Create(a[0]);
            c00 = Vector256.FusedMultiplyAdd(x, b0, c00);
            c01 = Vector256.FusedMultiplyAdd(x, b1, c01);
            c02 = Vector256.FusedMultiplyAdd(x, b2, c02);
            x = Vector256.Create(a[1]);
            c10 = Vector256.FusedMultiplyAdd(x, b0, c10);
            c11 = Vector256.FusedMultiplyAdd(x, b1, c11);
            c12 = Vector256.FusedMultiplyAdd(x, b2, c12);
            x = Vector256.Create(a[2]);
            c20 = Vector256.FusedMultiplyAdd(x, b0, c20);
            c21 = Vector256.FusedMultiplyAdd(x, b1, c21);
            c22 = Vector256.FusedMultiplyAdd(x, b2, c22);
            x = Vector256.Create(a[3]);
            c30 = Vector256.FusedMultiplyAdd(x, b0, c30);
            c31 = Vector256.FusedMultiplyAdd(x, b1, c31);
            c32 = Vector256.FusedMultiplyAdd(x, b2, c32);

            b0 = Vector256.LoadAligned(b + 12);
            b1 = Vector256.LoadAligned(b + 16);
            b2 = Vector256.LoadAligned(b + 20);
            x = Vector256.Create(a[4]);
            c00 = Vector256.FusedMultiplyAdd(x, b0, c00);
            c01 = Vector256.FusedMultiplyAdd(x, b1, c01);
            c02 = Vector256.FusedMultiplyAdd(x, b2, c02);
            x = Vector256.Create(a[5]);
            c10 = Vector256.FusedMultiplyAdd(x, b0, c10);
            c11 = Vector256.FusedMultiplyAdd(x, b1, c11);
            c12 = Vector256.FusedMultiplyAdd(x, b2, c12);
            x = Vector256.Create(a[6]);
            c20 = Vector256.FusedMultiplyAdd(x, b0, c20);
            c21 = Vector256.FusedMultiplyAdd(x, b1, c21);
            c22 = Vector256.FusedMultiplyAdd(x, b2, c22);
            x = Vector256.Create(a[7]);
            c30 = Vector256.FusedMultiplyAdd(x, b0, c30);
            c31 = Vector256.FusedMultiplyAdd(x, b1, c31);
            c32 = Vector256.FusedMultiplyAdd(x, b2, c32);

            b0 = Vector256.LoadAligned(b + 24);
            b1 = Vector256.LoadAligned(b + 28);
            b2 = Vector256.LoadAligned(b + 32);
            x = Vector256.Create(a[8]);
            c00 = Vector256.FusedMultiplyAdd(x, b0, c00);
            c01 = Vector256.FusedMultiplyAdd(x, b1, c01);
            c02 = Vector256.FusedMultiplyAdd(x, b2, c02);
            x = Vector256.Create(a[9]);
            c10 = Vector256.FusedMultiplyAdd(x, b0, c10);
            c11 = Vector256.FusedMultiplyAdd(x, b1, c11);
            c12 = Vector256.FusedMultiplyAdd(x, b2, c12);
            x = Vector256.Create(a[10]);
            c20 = Vector256.FusedMultiplyAdd(x, b0, c20);
            c21 = Vector256.FusedMultiplyAdd(x, b1, c21);
            c22 = Vector256.FusedMultiplyAdd(x, b2, c22);
            x = Vector256.Create(a[11]);
            c30 = Vector256.FusedMultiplyAdd(x, b0, c30);
            c31 = Vector256.FusedMultiplyAdd(x, b1, c31);
            c32 = Vector256.FusedMultiplyAdd(x, b2, c32);

            b0 = Vector256.LoadAligned(b + 36);
            b1 = Vector256.LoadAligned(b + 40);
            b2 = Vector256.LoadAligned(b + 44);
            x = Vector256.Create(a[12]);
            c00 = Vector256.FusedMultiplyAdd(x, b0, c00);
            c01 = Vector256.FusedMultiplyAdd(x, b1, c01);
            c02 = Vector256.FusedMultiplyAdd(x, b2, c02);
            x = Vector256.Create(a[13]);
            c10 = Vector256.FusedMultiplyAdd(x, b0, c10);
            c11 = Vector256.FusedMultiplyAdd(x, b1, c11);
            c12 = Vector256.FusedMultiplyAdd(x, b2, c12);
            x = Vector256.Create(a[14]);
            c20 = Vector256.FusedMultiplyAdd(x, b0, c20);
            c21 = Vector256.FusedMultiplyAdd(x, b1, c21);
            c22 = Vector256.FusedMultiplyAdd(x, b2, c22);
            x = Vector256.Create(a[15]);
            c30 = Vector256.FusedMultiplyAdd(x, b0, c30);
            c31 = Vector256.FusedMultiplyAdd(x, b1, c31);
            c32 = Vector256.FusedMultiplyAdd(x, b2, c32);
        }

        for (; a < end; a += Rows, b += Columns)
        {
            var b0 = Vector256.LoadAligned(b);
            var b1 = Vector256.LoadAligned(b + 4);
            var b2 = Vector256.LoadAligned(b + 8);
            var x = Vector256.Create(a[0]);
            c00 = Vector256.FusedMultiplyAdd(x, b0, c00);
            c01 = Vector256.FusedMultiplyAdd(x, b1, c01);
            c02 = Vector256.FusedMultiplyAdd(x, b2, c02);
            x = Vector256.Create(a[1]);
            c10 = Vector256.FusedMultiplyAdd(x, b0, c10);
            c11 = Vector256.FusedMultiplyAdd(x, b1, c11);
            c12 = Vector256.FusedMultiplyAdd(x, b2, c12);
            x = Vector256.Create(a[2]);
            c20 = Vector256.FusedMultiplyAdd(x, b0, c20);
            c21 = Vector256.FusedMultiplyAdd(x, b1, c21);
            c22 = Vector256.FusedMultiplyAdd(x, b2, c22);
            x = Vector256.Create(a[3]);
            c30 = Vector256.FusedMultiplyAdd(x, b0, c30);
            c31 = Vector256.FusedMultiplyAdd(x, b1, c31);
            c32 = Vector256.FusedMultiplyAdd(x, b2, c32);
        }

        Store(c, c00, c01, c02, adds);
        Store(c + stride, c10, c11, c12, adds);
        Store(c + (2 * stride), c20, c21, c22, adds);
        Store(c + (3 * stride), c30, c31, c32, adds);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void Store(double* c, Vector256<double> v0, Vector256<double> v1, Vector256<double> v2, bool adds)
    {
        if (adds)
        {
            (v0, v1, v2) = (Vector256.Load(c) + v0, Vector256.Load(c + Lanes) + v1, Vector256.Load(c + (2 * Lanes)) + v2);
        }

        v0.Store(c);
        v1.Store(c + Lanes);
        v2.Store(c + (2 * Lanes));
    }
}
