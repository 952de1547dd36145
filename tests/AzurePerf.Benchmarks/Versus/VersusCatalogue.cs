using AzurePerf.Benchmarks.Compute;
using AzurePerf.Benchmarks.Disks;
using AzurePerf.Benchmarks.Engine;
using AzurePerf.Benchmarks.Harness;
using AzurePerf.Benchmarks.Imagery;
using AzurePerf.Benchmarks.Network;
using AzurePerf.Benchmarks.Pipeline;
using AzurePerf.Benchmarks.Portal;
using AzurePerf.Benchmarks.Recorder;
using AzurePerf.Benchmarks.Sandboxes;
using AzurePerf.Benchmarks.Sql;

namespace AzurePerf.Benchmarks.Versus;

/// <summary>Everything that `versus` knows, in alphabetical order.</summary>
internal static class VersusCatalogue
{
    public static IReadOnlyList<IVersusEntry> Entries { get; } =
    [
        new DgemmVersus(),
        new DiskVersus(),
        new EngineVersus(),
        new EngineHistoryVersus(),
        new EngineScaleVersus(),
        new FftVersus(),
        new HarnessVersus(),
        new ImageryVersus(),
        new PipelineVersus(),
        new PortalVersus(),
        new RecorderVersus(),
        new RpcVersus(),
        new SandboxVersus(),
        new SqlClientVersus(),
        new SqlHarnessVersus(),
        new SqlLoadVersus(),
        new StragglersVersus(),
        new StreamVersus(),
        new TcpBandwidthVersus(),
        new TcpRttVersus(),
    ];
}
