using AzurePerf.Benchmarks.Versus;
using AzurePerf.Probes;
using AzurePerf.Probes.Compute;
using AzurePerf.Probes.Compute.Fourier;

namespace AzurePerf.Benchmarks.Compute;

/// <summary>Our Fourier transform against FFTW, in this process, on the same arrays.</summary>
internal sealed class FftVersus : IVersusEntry
{
    private const int Seed = 1;

    public string Name => "fft";

    public string Unit => "flop/s";

    public Preference Better => Preference.Higher;

    public string Goal => ">= 0.5 at 2^20 points, one thread";

    public string Setup => "both sides in this process from the same input to the same output, complex doubles, one thread, FFTW planned by FFTW_MEASURE; of each pair the fastest of 10 (2^20) and 50 (2^12, 2^16) "
        + "transforms each, which alternate, after one that does not count, 5 n log2(n) flop, every result verified";

    public IReadOnlyList<OutsideTool> Tools => [new("FFTW", "apt-get install libfftw3-double3", () => Fftw.IsPresent)];

    public ValueTask<IVersusSession> StartAsync(CancellationToken cancellationToken)
    {
        var parts = new StartedParts();
        var large = Cell(20, passes: 10, least: 0.5, parts, out var tool);
        var middle = Cell(16, passes: 50, least: null, parts, out _);
        var small = Cell(12, passes: 50, least: null, parts, out _);
        return ValueTask.FromResult<IVersusSession>(new CellsSession(tool, [large, middle, small], parts));
    }

    private static KernelCell Cell(int power, int passes, double? least, StartedParts parts, out string tool)
    {
        var (input, output) = (Points(), Points());
        var (ours, theirs) = (parts.Add(new FourierTransform(power)), parts.Add(new Fftw(1 << power, input, output)));
        input.FillRandomly(new(Seed));
        var check = parts.Add(new FourierCheck(input, Seed));
        tool = theirs.Version;
        return new(FormattableString.Invariant($"k{power}"), 5.0 * power * (1 << power), passes, () => ours.Run(input, output), theirs.Run, least, Verify);

        AlignedArray Points() => parts.Add(new AlignedArray(2L << power, largePages: true));

        void Verify()
        {
            var residual = check.ResidualOf(output);
            output.Span.Fill(double.NaN);
            if (!(residual <= FourierCheck.Bound))
            {
                throw new InvalidOperationException($"A transform has a scaled residual of {residual}.");
            }
        }
    }
}
