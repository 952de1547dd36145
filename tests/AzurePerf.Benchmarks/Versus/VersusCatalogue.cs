using AzurePerf.Benchmarks.Compute;
using AzurePerf.Benchmarks.Engine;
using AzurePerf.Benchmarks.Harness;
using AzurePerf.Benchmarks.Recorder;

namespace AzurePerf.Benchmarks.Versus;

/// <summary>Everything that `versus` knows, in alphabetical order.</summary>
internal static class VersusCatalogue
{
    public static IReadOnlyList<IVersusEntry> Entries { get; } =
    [
        new DgemmVersus(),
        new EngineVersus(),
        new EngineScaleVersus(),
        new FftVersus(),
        new HarnessVersus(),
        new RecorderVersus(),
        new StreamVersus(),
    ];
}
