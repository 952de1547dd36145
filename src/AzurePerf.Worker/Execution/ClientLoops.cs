using AzurePerf.Core.Probes;

namespace AzurePerf.Worker.Execution;

/// <summary>The one place that tells the shapes of probes apart.</summary>
internal static class ClientLoops
{
    public static IClientLoop For(IProbeSetup probe, LoadContext context) => probe switch
    {
        IProbe asynchronous => new AsyncClientLoop(asynchronous, context),
        IBlockingProbe blocking => new BlockingClientLoop(blocking, context),
        IStreamProbe stream => new StreamClientLoop(stream, context),
        _ => throw new ArgumentException($"{probe.GetType().Name} is none of the shapes of a probe", nameof(probe)),
    };
}
