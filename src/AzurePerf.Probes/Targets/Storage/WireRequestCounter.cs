using System.Runtime.CompilerServices;
using Azure.Core;
using Azure.Core.Pipeline;
using AzurePerf.Core.Targets;

namespace AzurePerf.Probes.Targets.Storage;

/// <summary>
/// Counts what clients really send and what comes back. Placed after the retry policy, so that each try counts, and so does a download body
/// asked for again. It stands in the way of measured requests: nothing is allocated for one, and only what one client writes is written.
/// </summary>
internal sealed class WireRequestCounter : HttpPipelinePolicy
{
    private int _count;
    private int _answered;
    private int _failed;
    private string _latestHost = "";
    private int _latestPort;

    /// <summary>Requests sent so far.</summary>
    public int Count => Volatile.Read(ref _count);

    /// <summary>Those with an answer, whichever, and those that ended without one.</summary>
    public RequestCounts Counts => new(Count, Volatile.Read(ref _answered), Volatile.Read(ref _failed));

    /// <summary>Where the latest one went, as host:port; empty before the first.</summary>
    public string LatestAddress => _latestHost.Length == 0 ? "" : FormattableString.Invariant($"{_latestHost}:{_latestPort}");

    public override void Process(HttpMessage message, ReadOnlyMemory<HttpPipelinePolicy> pipeline)
    {
        NoteSent(message);
        var answered = false;
        try
        {
            ProcessNext(message, pipeline);
            answered = true;
        }
        finally
        {
            NoteEnded(answered);
        }
    }

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder))]
    public override async ValueTask ProcessAsync(HttpMessage message, ReadOnlyMemory<HttpPipelinePolicy> pipeline)
    {
        NoteSent(message);
        var answered = false;
        try
        {
            await ProcessNextAsync(message, pipeline).ConfigureAwait(false);
            answered = true;
        }
        finally
        {
            NoteEnded(answered);
        }
    }

    private void NoteSent(HttpMessage message)
    {
        (_latestHost, _latestPort) = (message.Request.Uri.Host ?? "", message.Request.Uri.Port);
        Interlocked.Increment(ref _count);
    }

    private void NoteEnded(bool answered)
    {
        if (answered)
        {
            Interlocked.Increment(ref _answered);
        }
        else
        {
            Interlocked.Increment(ref _failed);
        }
    }
}
