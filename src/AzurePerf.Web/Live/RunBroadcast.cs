using AzurePerf.Core.Runs;
using AzurePerf.Storage.Runs;

namespace AzurePerf.Web.Live;

/// <summary>Brings one watcher everything that happens to a run, until it has ended: each event once, in order, and the newest
/// state.</summary>
internal sealed class RunBroadcast(
    RunFeed feed, RunReader reader, EventStream stream, TimeProvider time, Func<CancellationToken, Task<bool>> mayStay)
{
    /// <summary>The longest silence.</summary>
    public static readonly TimeSpan Heartbeat = TimeSpan.FromSeconds(10);

    /// <summary>How soon a browser comes back after a broken connection.</summary>
    private static readonly TimeSpan Pause = TimeSpan.FromSeconds(2);

    /// <summary>Bytes after which what was written goes out, so that a watcher never costs more.</summary>
    private const int PieceBytes = 64 * 1024;

    /// <summary>Ends with the run, or when the watcher may not stay: that is asked for as often as a sign of life is sent.</summary>
    /// <param name="runId">The run of the feed.</param>
    /// <param name="after">Sequence of the last event that the watcher has.</param>
    /// <param name="cancellationToken">The watcher left, or the host stops.</param>
    public async Task SendAsync(string runId, int after, CancellationToken cancellationToken)
    {
        stream.Retry(Pause);
        var admitted = time.GetTimestamp();
        for (var shown = 0; ;)
        {
            // Asked for before the view: what changes after it is not missed.
            var changed = feed.Changed;
            var view = feed.View;
            after = await SendOldAsync(runId, view.Tail, after, cancellationToken);
            after = await SendNewAsync(view.Tail, after, cancellationToken);
            if (view.Version != shown)
            {
                stream.Run(view.Json);
                shown = view.Version;
            }

            if (view.Over)
            {
                stream.End(view.Run);
                await stream.FlushAsync(cancellationToken);
                return;
            }

            await stream.FlushAsync(cancellationToken);
            await RestAsync(changed, cancellationToken);
            if (time.GetElapsedTime(admitted) >= Heartbeat)
            {
                if (!await mayStay(cancellationToken))
                {
                    // Whoever comes back is told why.
                    return;
                }

                admitted = time.GetTimestamp();
            }
        }
    }

    /// <summary>Events that the feed does not keep any more, for a watcher who is far behind.</summary>
    private async Task<int> SendOldAsync(string runId, EventTail tail, int after, CancellationToken cancellationToken)
    {
        while (after + 1 < tail.First
            && await reader.EventsAsync(runId, after, Math.Min(tail.First - after - 1, 1_000), cancellationToken) is { Count: > 0 } old)
        {
            after = await SendAsync(old.Where(entry => entry.Sequence < tail.First), after, cancellationToken);
            if (old[^1].Sequence >= tail.First - 1)
            {
                break;
            }
        }

        return after;
    }

    private Task<int> SendNewAsync(EventTail tail, int after, CancellationToken cancellationToken) =>
        SendAsync(tail.Since(after), after, cancellationToken);

    private async Task<int> SendAsync(IEnumerable<RunEvent> events, int after, CancellationToken cancellationToken)
    {
        foreach (var entry in events)
        {
            stream.Event(entry);
            after = entry.Sequence;
            if (stream.Waiting >= PieceBytes)
            {
                await stream.FlushAsync(cancellationToken);
            }
        }

        return after;
    }

    private async Task RestAsync(Task changed, CancellationToken cancellationToken)
    {
        try
        {
            await changed.WaitAsync(Heartbeat, time, cancellationToken);
        }
        catch (TimeoutException)
        {
            stream.Heartbeat();
        }
    }
}
