using System.Runtime.Intrinsics;

namespace AzurePerf.Probes.Compute.Dgemm;

/// <summary>
/// Checks a product by Freivalds' method: C x must be A (B x) for a vector x that was drawn, which costs 6 n^2 operations instead of 2 n^3. A wrong number in C goes unnoticed
/// only when x is zero there.
/// </summary>
internal sealed unsafe class ProductCheck
{
    /// <summary>The usual bound of HPL for a scaled residual.</summary>
    public const double Bound = 16;

    private const double Epsilon = 1.1102230246251565e-16;

    private readonly int _n;
    private readonly double[] _x;
    private readonly double[] _expected;
    private readonly double[] _scale;

    /// <param name="a">In row order, as is <paramref name="b"/>; read here only.</param>
    /// <param name="b">The right factor.</param>
    /// <param name="n">Rows and columns.</param>
    /// <param name="seed">Of the vector.</param>
    public ProductCheck(AlignedArray a, AlignedArray b, int n, int seed)
    {
        _n = n;
        var random = new Random(seed);
        _x = [.. Enumerable.Range(0, n).Select(_ => 0.5 + random.NextDouble())];
        _expected = Times(a, Times(b, _x, absolute: false), absolute: false);
        _scale = Times(a, Times(b, _x, absolute: true), absolute: true);
    }

    /// <summary>The largest error of a row of C x, over n epsilon times the row of |A| |B| |x|; NaN where C holds one.</summary>
    public double ResidualOf(AlignedArray c)
    {
        var actual = Times(c, _x, absolute: false);
        var largest = 0.0;
        for (var row = 0; row < _n; row++)
        {
            // Unlike a comparison, this keeps what is not a number.
            largest = Math.Max(largest, Math.Abs(actual[row] - _expected[row]) / (_n * Epsilon * _scale[row]));
        }

        return largest;
    }

    private double[] Times(AlignedArray matrix, double[] vector, bool absolute)
    {
        var product = new double[_n];
        for (var row = 0; row < _n; row++)
        {
            product[row] = Dot(matrix.Start + ((nint)row * _n), vector, absolute);
        }

        return product;
    }

    private static double Dot(double* row, double[] vector, bool absolute)
    {
        var sums = Vector256<double>.Zero;
        var column = 0;
        for (; column + Vector256<double>.Count <= vector.Length; column += Vector256<double>.Count)
        {
            var numbers = Vector256.Load(row + column);
            sums = Vector256.FusedMultiplyAdd(absolute ? Vector256.Abs(numbers) : numbers, Vector256.Create(vector, column), sums);
        }

        var sum = Vector256.Sum(sums);
        for (; column < vector.Length; column++)
        {
            sum += (absolute ? Math.Abs(row[column]) : row[column]) * vector[column];
        }

        return sum;
    }
}
