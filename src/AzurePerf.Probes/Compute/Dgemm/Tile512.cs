using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;

namespace AzurePerf.Probes.Compute.Dgemm;

/// <summary>Tiles of 8 x 24 for vectors of 512 bits: 24 sums, 3 vectors of B and 1 number of A leave 4 of the 32 registers.</summary>
internal readonly unsafe struct Tile512 : ITileKernel
{
    private const int Lanes = 8;

    // Hides the way from the second-level cache; found by trial.
    private const int Ahead = 128;

    public static int Rows => 8;

    public static int Columns => 3 * Lanes;

    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
    public static void Multiply(int depth, double* a, double* b, double* c, nint stride, bool adds)
    {
        for (var row = 0; row < Rows; row++)
        {
            Prefetch.Line(c + (row * stride));
            Prefetch.Line(c + (row * stride) + Columns - 1);
        }

        var (c00, c01, c02) = (Vector512<double>.Zero, Vector512<double>.Zero, Vector512<double>.Zero);
        var (c10, c11, c12) = (Vector512<double>.Zero, Vector512<double>.Zero, Vector512<double>.Zero);
        var (c20, c21, c22) = (Vector512<double>.Zero, Vector512<double>.Zero, Vector512<double>.Zero);
        var (c30, c31, c32) = (Vector512<double>.Zero, Vector512<double>.Zero, Vector512<double>.Zero);
        var (c40, c41, c42) = (Vector512<double>.Zero, Vector512<double>.Zero, Vector512<double>.Zero);
        var (c50, c51, c52) = (Vector512<double>.Zero, Vector512<double>.Zero, Vector512<double>.Zero);
        var (c60, c61, c62) = (Vector512<double>.Zero, Vector512<double>.Zero, Vector512<double>.Zero);
        var (c70, c71, c72) = (Vector512<double>.Zero, Vector512<double>.Zero, Vector512<double>.Zero);
        var end = a + (depth * Rows);
        for (; a < end; a += Rows, b += Columns)
        {
            Prefetch.Line(a + Ahead);
            var b0 = Vector512.LoadAligned(b);
            var b1 = Vector512.LoadAligned(b + 8);
            var b2 = Vector512.LoadAligned(b + 16);
            var x = Vector512.Create(a[0]);
            c00 = Vector512.FusedMultiplyAdd(x, b0, c00);
            c01 = Vector512.FusedMultiplyAdd(x, b1, c01);
            c02 = Vector512.FusedMultiplyAdd(x, b2, c02);
            x = Vector512.Create(a[1]);
            c10 = Vector512.FusedMultiplyAdd(x, b0, c10);
            c11 = Vector512.FusedMultiplyAdd(x, b1, c11);
            c12 = Vector512.FusedMultiplyAdd(x, b2, c12);
            x = Vector512.Create(a[2]);
            c20 = Vector512.FusedMultiplyAdd(x, b0, c20);
            c21 = Vector512.FusedMultiplyAdd(x, b1, c21);
            c22 = Vector512.FusedMultiplyAdd(x, b2, c22);
            x = Vector512.Create(a[3]);
            c30 = Vector512.FusedMultiplyAdd(x, b0, c30);
            c31 = Vector512.FusedMultiplyAdd(x, b1, c31);
            c32 = Vector512.FusedMultiplyAdd(x, b2, c32);
            x = Vector512.Create(a[4]);
            c40 = Vector512.FusedMultiplyAdd(x, b0, c40);
            c41 = Vector512.FusedMultiplyAdd(x, b1, c41);
            c42 = Vector512.FusedMultiplyAdd(x, b2, c42);
            x = Vector512.Create(a[5]);
            c50 = Vector512.FusedMultiplyAdd(x, b0, c50);
            c51 = Vector512.FusedMultiplyAdd(x, b1, c51);
            c52 = Vector512.FusedMultiplyAdd(x, b2, c52);
            x = Vector512.Create(a[6]);
            c60 = Vector512.FusedMultiplyAdd(x, b0, c60);
            c61 = Vector512.FusedMultiplyAdd(x, b1, c61);
            c62 = Vector512.FusedMultiplyAdd(x, b2, c62);
            x = Vector512.Create(a[7]);
            c70 = Vector512.FusedMultiplyAdd(x, b0, c70);
            c71 = Vector512.FusedMultiplyAdd(x, b1, c71);
            c72 = Vector512.FusedMultiplyAdd(x, b2, c72);
        }

        Store(c, c00, c01, c02, adds);
        Store(c + stride, c10, c11, c12, adds);
        Store(c + (2 * stride), c20, c21, c22, adds);
        Store(c + (3 * stride), c30, c31, c32, adds);
        Store(c + (4 * stride), c40, c41, c42, adds);
        Store(c + (5 * stride), c50, c51, c52, adds);
        Store(c + (6 * stride), c60, c61, c62, adds);
        Store(c + (7 * stride), c70, c71, c72, adds);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void Store(double* c, Vector512<double> v0, Vector512<double> v1, Vector512<double> v2, bool adds)
    {
        if (adds)
        {
            (v0, v1, v2) = (Vector512.Load(c) + v0, Vector512.Load(c + Lanes) + v1, Vector512.Load(c + (2 * Lanes)) + v2);
        }

        v0.Store(c);
        v1.Store(c + Lanes);
        v2.Store(c + (2 * Lanes));
    }
}
