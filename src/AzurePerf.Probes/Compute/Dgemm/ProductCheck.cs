using System.Runtime.Intrinsics;

namespace AzurePerf.Probes.Compute.Dgemm;

/// <summary>
/// Checks a product by Freivalds' method: C x must be A (B x) for a vector x that was drawn, which costs as many operations as the matrices
/// have numbers, a few times over. A wrong number in C goes unnoticed only when x is zero there.
/// </summary>
internal sealed unsafe class ProductCheck
{
    /// <summary>The usual bound of HPL for a scaled residual.</summary>
    public const double Bound = 16;

    private const double Epsilon = 1.1102230246251565e-16;

    private readonly ProductShape _shape;
    private readonly double[] _x;
    private readonly double[] _expected;
    private readonly double[] _scale;

    /// <param name="a">In row order, as is <paramref name="b"/>; read here only.</param>
    /// <param name="b">The right factor.</param>
    /// <param name="shape">Of the product.</param>
    /// <param name="seed">Of the vector.</param>
    public ProductCheck(AlignedArray a, AlignedArray b, ProductShape shape, int seed)
    {
        _shape = shape;
        var random = new Random(seed);
        _x = [.. Enumerable.Range(0, shape.Columns).Select(_ => 0.5 + random.NextDouble())];
        _expected = Times(a, Times(b, _x, absolute: false), absolute: false);
        _scale = Times(a, Times(b, _x, absolute: true), absolute: true);
    }

    /// <summary>The largest error of a row of C x, over n epsilon (n the depth) times the row of |A| |B| |x|; NaN where C holds
    /// one.</summary>
    public double ResidualOf(AlignedArray c)
    {
        var actual = Times(c, _x, absolute: false);
        var largest = 0.0;
        for (var row = 0; row < _shape.Rows; row++)
        {
            // Unlike a comparison, this keeps what is not a number.
            var error = Math.Abs(actual[row] - _expected[row]);
            largest = Math.Max(largest, error == 0 ? 0 : error / (_shape.Depth * Epsilon * _scale[row]));
        }

        return largest;
    }

    private static double[] Times(AlignedArray matrix, double[] vector, bool absolute)
    {
        var product = new double[matrix.Length / vector.Length];
        for (var row = 0; row < product.Length; row++)
        {
            product[row] = Dot(matrix.Start + ((nint)row * vector.Length), vector, absolute);
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
