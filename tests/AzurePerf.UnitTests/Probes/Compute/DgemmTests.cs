using AzurePerf.Probes;
using AzurePerf.Probes.Compute;
using AzurePerf.Probes.Compute.Dgemm;
using Xunit;

namespace AzurePerf.UnitTests.Probes.Compute;

public sealed class DgemmTests
{
    // Below, at and above the sizes of tiles and of blocks in depth; none of them even multiples of all.
    public static TheoryData<int> Sizes => [16, 17, 24, 37, 96, 255, 256, 259, 300];

    [Theory]
    [MemberData(nameof(Sizes))]
    public void Tiles_of_every_width_give_the_product(int n)
    {
        AssertMultiplies(n, new BlockedMultiplication<Tile256>(ProductShape.Square(n), n));
        AssertMultiplies(n, new BlockedMultiplication<Tile512>(ProductShape.Square(n), n));
    }

    [Theory]
    [InlineData(64, 2)]
    [InlineData(101, 3)]
    [InlineData(17, 32)]
    public void Threads_share_the_columns(int n, int threads)
    {
        using var matrices = new Matrices(n);
        using var multiplication = new ManagedDgemm(ProductShape.Square(n), threads);
        multiplication.Multiply(matrices.A, matrices.B, matrices.C, TestContext.Current.CancellationToken);
        Assert.InRange(matrices.Check.ResidualOf(matrices.C), 0, 1);
    }

    // The depth in one block and in three.
    [Theory]
    [InlineData(5, 3, 30)]
    [InlineData(40, 600, 13)]
    public void Matrices_need_not_be_square(int rows, int depth, int columns)
    {
        using var a = new AlignedArray(rows * depth);
        using var b = new AlignedArray(depth * columns);
        using var c = new AlignedArray(rows * columns);
        var random = new Random(rows);
        a.FillRandomly(random);
        b.FillRandomly(random);
        c.Span.Fill(double.NaN);
        using var multiplication = new ManagedDgemm(new ProductShape(rows, depth, columns), 2);
        multiplication.Multiply(a, b, c, TestContext.Current.CancellationToken);
        for (var index = 0; index < c.Length; index++)
        {
            var (row, column) = Math.DivRem(index, columns);
            var expected = Enumerable.Range(0, depth).Sum(inner => a.Span[(row * depth) + inner] * b.Span[(inner * columns) + column]);
            Assert.Equal(expected, c.Span[index], 1e-12);
        }
    }

    [Fact]
    public void One_wrong_number_is_found()
    {
        using var matrices = new Matrices(64);
        using var multiplication = new ManagedDgemm(ProductShape.Square(64), 1);
        multiplication.Multiply(matrices.A, matrices.B, matrices.C, TestContext.Current.CancellationToken);
        matrices.C.Span[1_234] += 1e-9;
        Assert.True(matrices.Check.ResidualOf(matrices.C) > ProductCheck.Bound);
    }

    [Fact]
    public void A_number_that_was_left_out_is_found()
    {
        using var matrices = new Matrices(32);
        using var multiplication = new ManagedDgemm(ProductShape.Square(32), 1);
        multiplication.Multiply(matrices.A, matrices.B, matrices.C, TestContext.Current.CancellationToken);
        matrices.C.Span[5] = double.NaN;
        Assert.False(matrices.Check.ResidualOf(matrices.C) <= ProductCheck.Bound);
    }

    private static unsafe void AssertMultiplies(int n, IColumnMultiplication multiplication)
    {
        using var matrices = new Matrices(n);
        using (multiplication)
        {
            multiplication.Multiply(matrices.A.Start, matrices.B.Start, matrices.C.Start, 0, n, TestContext.Current.CancellationToken);
        }

        var a = matrices.A.Span;
        var b = matrices.B.Span;
        for (var row = 0; row < n; row++)
        {
            for (var column = 0; column < n; column++)
            {
                var expected = 0.0;
                for (var inner = 0; inner < n; inner++)
                {
                    expected += a[(row * n) + inner] * b[(inner * n) + column];
                }

                Assert.Equal(expected, matrices.C.Span[(row * n) + column], 1e-12);
            }
        }
    }

    private sealed class Matrices : IDisposable
    {
        public Matrices(int n)
        {
            (A, B, C) = (new((long)n * n), new((long)n * n), new((long)n * n));
            var random = new Random(n);
            A.FillRandomly(random);
            B.FillRandomly(random);
            C.Span.Fill(double.NaN);
            Check = new(A, B, ProductShape.Square(n), seed: 3);
        }

        public AlignedArray A { get; }

        public AlignedArray B { get; }

        public AlignedArray C { get; }

        public ProductCheck Check { get; }

        public void Dispose()
        {
            A.Dispose();
            B.Dispose();
            C.Dispose();
        }
    }
}
