using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;

namespace AzurePerf.Probes.Compute.Streams;

/// <summary>The four operations of STREAM (McCalpin 1995).</summary>
internal static unsafe class StreamOperations
{
    /// <summary>x.</summary>
    public readonly struct Copy : IStreamOperation
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public static Vector256<double> Of(double* x, double* y, Vector256<double> factor) => Vector256.LoadAligned(x);
    }

    /// <summary>factor x.</summary>
    public readonly struct Scale : IStreamOperation
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public static Vector256<double> Of(double* x, double* y, Vector256<double> factor) => factor * Vector256.LoadAligned(x);
    }

    /// <summary>x + y.</summary>
    public readonly struct Add : IStreamOperation
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public static Vector256<double> Of(double* x, double* y, Vector256<double> factor) =>
            Vector256.LoadAligned(x) + Vector256.LoadAligned(y);
    }

    /// <summary>x + factor y.</summary>
    public readonly struct Triad : IStreamOperation
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public static Vector256<double> Of(double* x, double* y, Vector256<double> factor) =>
            Vector256.FusedMultiplyAdd(factor, Vector256.LoadAligned(y), Vector256.LoadAligned(x));
    }
}

/// <summary>What a pass computes of each element: known when the loop is compiled, so that nothing is decided inside of it.</summary>
internal interface IStreamOperation
{
    static abstract unsafe Vector256<double> Of(double* x, double* y, Vector256<double> factor);
}
