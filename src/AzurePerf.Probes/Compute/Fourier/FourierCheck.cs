using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;

namespace AzurePerf.Probes.Compute.Fourier;

/// <summary>
/// Checks a transform X of x by one weighted sum over all of X: with z = exp(pi i (2 m + 1) / n), the sum over k of z^k X[k] is -2 times
/// the sum over j of x[j] / (z w^j - 1), because the powers of z w^j are a geometric series. So what it must be is known without any
/// transform. All weights are of magnitude 1 and no two are equal: a number that is wrong by more than rounding moves the sum by just as
/// much, and two that changed places move it too.
/// </summary>
internal sealed unsafe class FourierCheck : IDisposable
{
    /// <summary>
    /// For a scaled residual, as in <see cref="Dgemm.ProductCheck"/>. Correct transforms stay below 1; a number of X that is wrong by
    /// 10^-10 of the mean magnitude at n = 2^20 is above.
    /// </summary>
    public const double Bound = 16;

    private const double Epsilon = 1.1102230246251565e-16;

    // What is added up without compensation.
    private const int Block = 512;

    private readonly long _length;
    private readonly AlignedArray _weights;
    private readonly double _real;
    private readonly double _imaginary;
    private readonly double _scale;

    /// <param name="input">x, pairs of real and imaginary parts; read here only.</param>
    /// <param name="seed">Which m.</param>
    public FourierCheck(AlignedArray input, int seed)
    {
        _length = input.Length / 2;
        _weights = new(input.Length, largePages: true);
        var odd = (2 * new Random(seed).NextInt64(_length)) + 1;
        var squares = 0.0;
        var (sum, crossed) = (default(CompensatedSum), default(CompensatedSum));
        for (long index = 0; index < _length; index++)
        {
            var (sine, cosine) = double.SinCosPi(odd * index % (2 * _length) / (double)_length);
            (_weights.Start[2 * index], _weights.Start[(2 * index) + 1]) = (cosine, sine);

            // 1 / (exp(i a) - 1) = -1/2 - i/2 cot(a/2).
            var (real, imaginary) = (input.Start[2 * index], input.Start[(2 * index) + 1]);
            var (halfSine, halfCosine) = double.SinCosPi((odd - (2 * index)) / (2.0 * _length));
            var cotangent = halfCosine / halfSine;
            sum.Add(real - (cotangent * imaginary));
            crossed.Add(imaginary + (cotangent * real));
            squares += (real * real) + (imaginary * imaginary);
        }

        (_real, _imaginary) = (sum.Value, crossed.Value);
        _scale = Epsilon * Math.Log2(_length) * Math.Sqrt(_length * squares);
    }

    /// <summary>The error of the weighted sum over epsilon log2(n) n times the root mean square of x; NaN where the transform holds
    /// one.</summary>
    public double ResidualOf(AlignedArray output)
    {
        var (real, imaginary) = (default(CompensatedSum), default(CompensatedSum));
        for (long from = 0; from < output.Length; from += Block)
        {
            var (sums, crossed) = Sum(output.Start + from, _weights.Start + from, (int)Math.Min(Block, output.Length - from));
            real.Add(sums[0] - sums[1] + sums[2] - sums[3]);
            imaginary.Add(Vector256.Sum(crossed));
        }

        return double.Hypot(real.Value - _real, imaginary.Value - _imaginary) / _scale;
    }

    public void Dispose() => _weights.Dispose();

    /// <summary>Products of real with real and imaginary with imaginary parts; and of each with the other.</summary>
    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
    private static (Vector256<double> Straight, Vector256<double> Crossed) Sum(double* numbers, double* weights, int length)
    {
        var (straight, crossed) = (Vector256<double>.Zero, Vector256<double>.Zero);
        for (var index = 0; index < length; index += 4)
        {
            var (pair, weight) = (Vector256.Load(numbers + index), Vector256.Load(weights + index));
            straight = Vector256.FusedMultiplyAdd(pair, weight, straight);
            crossed = Vector256.FusedMultiplyAdd(ComplexPair.Exchange(pair), weight, crossed);
        }

        return (straight, crossed);
    }
}

/// <summary>Adds up numbers and what each addition rounded away (Neumaier 1974), so that the length of the sum costs no
/// precision.</summary>
internal struct CompensatedSum
{
    private double _sum;
    private double _lost;

    public readonly double Value => _sum + _lost;

    public void Add(double number)
    {
        var next = _sum + number;
        _lost += Math.Abs(_sum) >= Math.Abs(number) ? _sum - next + number : number - next + _sum;
        _sum = next;
    }
}
