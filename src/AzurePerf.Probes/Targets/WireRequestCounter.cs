using Azure.Core;
using Azure.Core.Pipeline;

namespace AzurePerf.Probes.Targets;

/// <summary>Counts what one client really sends. Placed after the retry policy, so that each try counts, and so does a download body asked for again.</summary>
internal sealed class WireRequestCounter : HttpPipelinePolicy
{
    private int _count;

    public int Count => Volatile.Read(ref _count);

    public override void Process(HttpMessage message, ReadOnlyMemory<HttpPipelinePolicy> pipeline)
    {
        Interlocked.Increment(ref _count);
        ProcessNext(message, pipeline);
    }

    public override ValueTask ProcessAsync(HttpMessage message, ReadOnlyMemory<HttpPipelinePolicy> pipeline)
    {
        Interlocked.Increment(ref _count);
        return ProcessNextAsync(message, pipeline);
    }
}
