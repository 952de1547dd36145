using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;

namespace AzurePerf.Probes.Compute.Fourier;

/// <summary>Arithmetic on two complex numbers in one vector: real part, imaginary part, and the same of the second.</summary>
internal static class ComplexPair
{
    /// <summary>Multiplied with a vector whose parts are exchanged, this gives the numbers times -i.</summary>
    public static Vector256<double> MinusI
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => Vector256.Create(1.0, -1.0, 1.0, -1.0);
    }

    /// <summary>Likewise times i.</summary>
    public static Vector256<double> PlusI
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => Vector256.Create(-1.0, 1.0, -1.0, 1.0);
    }

    /// <summary>Imaginary parts before real ones.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector256<double> Exchange(Vector256<double> pair) =>
        Avx.IsSupported ? Avx.Permute(pair, 0b0101) : Vector256.Shuffle(pair, Vector256.Create(1, 0, 3, 2));

    /// <summary>Both times one number.</summary>
    /// <param name="pair">The two.</param>
    /// <param name="real">The real part of the factor in all places.</param>
    /// <param name="signed">Its imaginary part in all places, times <see cref="PlusI"/>.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector256<double> Times(Vector256<double> pair, Vector256<double> real, Vector256<double> signed) =>
        Vector256.FusedMultiplyAdd(pair, real, Exchange(pair) * signed);

    /// <summary>Each times the number in its place.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector256<double> Times(Vector256<double> pair, Vector256<double> factors)
    {
        if (Fma.IsSupported)
        {
            return Fma.MultiplyAddSubtract(pair, Avx.DuplicateEvenIndexed(factors), Exchange(pair) * Avx.Permute(factors, 0b1111));
        }

        var real = Vector256.Shuffle(factors, Vector256.Create(0, 0, 2, 2));
        return Times(pair, real, Vector256.Shuffle(factors, Vector256.Create(1, 1, 3, 3)) * PlusI);
    }

    /// <summary>The first numbers of two vectors.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector256<double> Firsts(Vector256<double> one, Vector256<double> other) =>
        Vector256.Create(one.GetLower(), other.GetLower());

    /// <summary>The second numbers of two vectors.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector256<double> Seconds(Vector256<double> one, Vector256<double> other) =>
        Vector256.Create(one.GetUpper(), other.GetUpper());
}
