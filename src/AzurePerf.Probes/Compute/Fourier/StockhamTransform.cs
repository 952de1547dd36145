using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;

namespace AzurePerf.Probes.Compute.Fourier;

/// <summary>
/// Transforms several sequences at once, which lie beside each other: a row has one number of each. Stockham's ordering, in steps of radix
/// 4 and a last one of radix 2 where the length asks for it, needs no reversal of bits, and every access is a whole row.
/// </summary>
internal sealed unsafe class StockhamTransform : IDisposable
{
    /// <summary>Sequences at once: two cache lines.</summary>
    public const int Sequences = 8;

    /// <summary>From one row of adjacent sequences to the next, in doubles.</summary>
    public const int Row = 2 * Sequences;

    private const int Lanes = 4;

    private readonly int _length;
    private readonly AlignedArray?[] _factors;
    private readonly AlignedArray _one;
    private readonly AlignedArray _other;

    /// <param name="length">A power of two from 4 on.</param>
    public StockhamTransform(int length)
    {
        _length = length;
        var factors = new List<AlignedArray?>();
        for (var part = length; part > 1; part /= 4)
        {
            factors.Add(part > 4 ? FactorsOf(part) : null);
        }

        _factors = [.. factors];
        _one = new((long)length * Row, largePages: true);
        _other = new((long)length * Row, largePages: true);
    }

    /// <summary>Transforms <see cref="Sequences"/> sequences.</summary>
    /// <param name="source">The first row; read only.</param>
    /// <param name="sourceStride">Doubles from row to row.</param>
    /// <param name="target">The first row of the result; must not overlap the source.</param>
    /// <param name="targetStride">Doubles from row to row.</param>
    public void Run(double* source, nint sourceStride, double* target, nint targetStride)
    {
        var x = source;
        var xStride = sourceStride;
        var (part, done) = (_length, 1);
        for (var step = 0; step < _factors.Length; step++)
        {
            var isLast = step == _factors.Length - 1;
            var y = isLast ? target : (step % 2 == 0 ? _one : _other).Start;
            var yStride = isLast ? targetStride : Row;
            if (_factors[step] is { } factors)
            {
                Four(x, xStride, y, part / 4, done, factors.Start);
            }
            else if (part == 4)
            {
                LastFour(x, xStride, y, yStride, done);
            }
            else
            {
                LastTwo(x, xStride, y, yStride, done);
            }

            x = y;
            xStride = yStride;
            (part, done) = (part / 4, done * 4);
        }
    }

    public void Dispose()
    {
        foreach (var factors in _factors)
        {
            factors?.Dispose();
        }

        _one.Dispose();
        _other.Dispose();
    }

    /// <summary>For each first row the factors of the second, third and fourth: real and imaginary part.</summary>
    private static AlignedArray FactorsOf(int part)
    {
        var factors = new AlignedArray(part / 4 * 6);
        for (var row = 0; row < part / 4; row++)
        {
            for (var power = 1; power <= 3; power++)
            {
                (factors.Start[(row * 6) + (2 * power) - 2],
                    factors.Start[(row * 6) + (2 * power) - 1]) = RootsOfUnity.Power(part, (long)row * power);
            }
        }

        return factors;
    }

    /// <summary>One step of radix 4 into adjacent rows.</summary>
    /// <param name="x">Reads from here.</param>
    /// <param name="stride">Doubles from row to row of it.</param>
    /// <param name="y">Writes to here.</param>
    /// <param name="quarter">A quarter of the length that is left.</param>
    /// <param name="done">Product of the radices of all steps before.</param>
    /// <param name="factors">See <see cref="FactorsOf"/>.</param>
    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
    private static void Four(double* x, nint stride, double* y, int quarter, int done, double* factors)
    {
        var (plus, minus) = (ComplexPair.PlusI, ComplexPair.MinusI);
        var apart = quarter * done * stride;
        var next = (nint)done * Row;
        for (var row = 0; row < quarter; row++, factors += 6, y += 3 * next)
        {
            var (real1, real2, real3) = (Vector256.Create(factors[0]), Vector256.Create(factors[2]), Vector256.Create(factors[4]));
            var (signed1, signed2, signed3) = (Vector256.Create(factors[1]) * plus, Vector256.Create(factors[3]) * plus,
                Vector256.Create(factors[5]) * plus);
            for (var inner = 0; inner < done; inner++, x += stride, y += Row)
            {
                for (var lane = 0; lane < Row; lane += Lanes)
                {
                    var (a, b) = (Vector256.Load(x + lane), Vector256.Load(x + apart + lane));
                    var (c, d) = (Vector256.Load(x + (2 * apart) + lane), Vector256.Load(x + (3 * apart) + lane));
                    var (sumAc, differenceAc, sumBd) = (a + c, a - c, b + d);
                    var turned = ComplexPair.Exchange(b - d);
                    (sumAc + sumBd).Store(y + lane);
                    ComplexPair.Times(Vector256.FusedMultiplyAdd(turned, minus, differenceAc), real1, signed1).Store(y + next + lane);
                    ComplexPair.Times(sumAc - sumBd, real2, signed2).Store(y + (2 * next) + lane);
                    ComplexPair.Times(Vector256.FusedMultiplyAdd(turned, plus, differenceAc), real3, signed3).Store(y + (3 * next) + lane);
                }
            }
        }
    }

    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
    private static void LastFour(double* x, nint xStride, double* y, nint yStride, int done)
    {
        var (plus, minus) = (ComplexPair.PlusI, ComplexPair.MinusI);
        var (xApart, yApart) = (done * xStride, done * yStride);
        for (var inner = 0; inner < done; inner++, x += xStride, y += yStride)
        {
            for (var lane = 0; lane < Row; lane += Lanes)
            {
                var (a, b) = (Vector256.Load(x + lane), Vector256.Load(x + xApart + lane));
                var (c, d) = (Vector256.Load(x + (2 * xApart) + lane), Vector256.Load(x + (3 * xApart) + lane));
                var (sumAc, differenceAc, sumBd) = (a + c, a - c, b + d);
                var turned = ComplexPair.Exchange(b - d);
                (sumAc + sumBd).Store(y + lane);
                Vector256.FusedMultiplyAdd(turned, minus, differenceAc).Store(y + yApart + lane);
                (sumAc - sumBd).Store(y + (2 * yApart) + lane);
                Vector256.FusedMultiplyAdd(turned, plus, differenceAc).Store(y + (3 * yApart) + lane);
            }
        }
    }

    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
    private static void LastTwo(double* x, nint xStride, double* y, nint yStride, int done)
    {
        for (var inner = 0; inner < done; inner++, x += xStride, y += yStride)
        {
            for (var lane = 0; lane < Row; lane += Lanes)
            {
                var (a, b) = (Vector256.Load(x + lane), Vector256.Load(x + (done * xStride) + lane));
                (a + b).Store(y + lane);
                (a - b).Store(y + (done * yStride) + lane);
            }
        }
    }
}
