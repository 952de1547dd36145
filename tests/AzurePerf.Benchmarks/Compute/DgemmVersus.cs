using AzurePerf.Benchmarks.Versus;
using AzurePerf.Probes;
using AzurePerf.Probes.Compute;
using AzurePerf.Probes.Compute.Dgemm;

namespace AzurePerf.Benchmarks.Compute;

/// <summary>Our matrix multiplication against OpenBLAS, in this process, on the same matrices.</summary>
internal sealed class DgemmVersus : IVersusEntry
{
    private const int Seed = 1;

    public string Name => "dgemm";

    public string Unit => "flop/s";

    public Preference Better => Preference.Higher;

    public string Goal => ">= 0.95 at n = 2048 and >= 1.0 at n = 1024, one thread";

    public string Setup => "both sides in this process on the same matrices, one thread; of each pair the fastest of 5 (n = 2048) and 15 (n = 1024) multiplications each, which alternate, after one that does not count, "
        + "2 n^3 flop, residual verified every time";

    public IReadOnlyList<OutsideTool> Tools => [new("OpenBLAS", "apt-get install libopenblas0-pthread", () => OpenBlas.IsPresent)];

    public ValueTask<IVersusSession> StartAsync(CancellationToken cancellationToken)
    {
        var resources = new List<IDisposable>();
        var large = Cell(2_048, passes: 5, least: 0.95, resources, out var tool);
        var small = Cell(1_024, passes: 15, least: 1.0, resources, out _);
        return ValueTask.FromResult<IVersusSession>(new CellsSession(tool, [large, small], resources));
    }

    private static KernelCell Cell(int n, int passes, double least, List<IDisposable> resources, out string tool)
    {
        var (a, b, c) = (new AlignedArray((long)n * n), new AlignedArray((long)n * n), new AlignedArray((long)n * n));
        var random = new Random(Seed);
        a.FillRandomly(random);
        b.FillRandomly(random);
        var (ours, theirs, check) = (new ManagedDgemm(ProductShape.Square(n), threads: 1), new OpenBlas(n, threads: 1), new ProductCheck(a, b, ProductShape.Square(n), Seed));
        resources.AddRange([ours, theirs, a, b, c]);
        tool = theirs.Version;
        return new(FormattableString.Invariant($"n{n}"), 2.0 * n * n * n, passes, () => ours.Multiply(a, b, c), () => theirs.Multiply(a, b, c), least, Verify);

        void Verify()
        {
            var residual = check.ResidualOf(c);
            c.Span.Fill(double.NaN);
            if (!(residual <= ProductCheck.Bound))
            {
                throw new InvalidOperationException($"A product has a scaled residual of {residual}.");
            }
        }
    }
}
