using AzurePerf.Benchmarks.Versus;
using AzurePerf.Core.Experiments.Compute;
using AzurePerf.Probes.Compute;
using AzurePerf.Probes.Compute.Streams;

namespace AzurePerf.Benchmarks.Compute;

/// <summary>Our triad against the same loop in C, in this process, on the same arrays.</summary>
internal sealed class StreamVersus : IVersusEntry
{
    private const int Passes = 10;
    private const int BytesPerElement = 24;

    public string Name => "stream";

    public string Unit => "B/s";

    public Preference Better => Preference.Higher;

    public string Goal => "triad >= 0.98 of gcc -O3 -march=native, with non-temporal stores >= 0.97 of C with such stores";

    public string Setup => "both sides in this process on the same three arrays of four times the last-level cache each, one thread; of each pair the fastest of 10 passes each, which alternate, after one that "
        + "does not count, 24 bytes per element, every element verified after every pass";

    public IReadOnlyList<OutsideTool> Tools => [OutsideTool.Command("gcc", "apt-get install gcc")];

    public ValueTask<IVersusSession> StartAsync(CancellationToken cancellationToken)
    {
        var parts = new StartedParts();
        var compiled = parts.Add(new CompiledTriad());
        var elements = StreamProbe.UsualBytes(LastLevelCache.Bytes) / sizeof(double);
        var arrays = parts.Add(new StreamArrays(elements, seed: 1));
        return ValueTask.FromResult<IVersusSession>(new CellsSession(
            "gcc " + compiled.Version,
            [Cell("ordinary", StreamStores.Ordinary, least: 0.98), Cell("nonTemporal", StreamStores.NonTemporal, least: 0.97)],
            parts));

        unsafe KernelCell Cell(string name, StreamStores stores, double least) => new(
            name,
            (double)elements * BytesPerElement,
            Passes,
            () => arrays.Run(StreamKernel.Triad, stores),
            () => arrays.Run(stores == StreamStores.Ordinary ? compiled.Ordinary : compiled.Streaming),
            least,
            Verify);

        void Verify()
        {
            if (arrays.FindWrong(StreamKernel.Triad) is { } element)
            {
                throw new InvalidOperationException($"Element {element} is wrong.");
            }
        }
    }
}
