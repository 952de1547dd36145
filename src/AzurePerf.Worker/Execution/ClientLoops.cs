using AzurePerf.Core.Probes;

namespace AzurePerf.Worker.Execution;

/// <summary>The one place that tells the shapes of probes apart.</summary>
internal static class ClientLoops
{
    /// <exception cref="NotSupportedException">An open loop is asked for, and an operation of the probe would keep a thread.</exception>
    public static IClientLoop For(IProbeSetup probe, LoadContext context, bool isOpenLoop) => probe switch
    {
        not IProbe when isOpenLoop => throw new NotSupportedException(
            $"{probe.GetType().Name} blocks or moves streams: it has no open loop, because each operation under way would need a thread; set arrivals to closed"),
        IProbe asynchronous => new AsyncClientLoop(asynchronous, context),
        IBlockingProbe blocking => new BlockingClientLoop(blocking, context),
        IStreamProbe stream => new StreamClientLoop(stream, context),
        _ => throw new ArgumentException($"{probe.GetType().Name} is none of the shapes of a probe", nameof(probe)),
    };
}
