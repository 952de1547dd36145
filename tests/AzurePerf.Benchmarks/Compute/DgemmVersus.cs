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
        var parts = new StartedParts();
        var large = Cell(2_048, passes: 5, least: 0.95, parts, out var tool);
        var small = Cell(1_024, passes: 15, least: 1.0, parts, out _);
        return ValueTask.FromResult<IVersusSession>(new CellsSession(tool, [large, small], parts));
    }

    private static KernelCell Cell(int n, int passes, double least, StartedParts parts, out string tool)
    {
        var (a, b, c) = (Matrix(), Matrix(), Matrix());
        var random = new Random(Seed);
        a.FillRandomly(random);
        b.FillRandomly(random);
        var (ours, theirs, check) = (parts.Add(new ManagedDgemm(ProductShape.Square(n), threads: 1)), parts.Add(new OpenBlas(n, threads: 1)), new ProductCheck(a, b, ProductShape.Square(n), Seed));
        tool = theirs.Version;
        return new(FormattableString.Invariant($"n{n}"), 2.0 * n * n * n, passes, () => ours.Multiply(a, b, c), () => theirs.Multiply(a, b, c), least, Verify);

        AlignedArray Matrix() => parts.Add(new AlignedArray((long)n * n));

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
