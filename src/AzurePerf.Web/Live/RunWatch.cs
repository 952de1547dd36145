namespace AzurePerf.Web.Live;

/// <summary>One watcher's hold on a feed, which reads as long as anybody has one.</summary>
internal sealed class RunWatch(RunFeeds feeds, string runId, RunFeed feed) : IDisposable
{
    private int _disposed;

    public RunFeed Feed => feed;

    public void Dispose()
    {
        if (Interlocked.Exchange(ref _disposed, 1) == 0)
        {
            feeds.Leave(runId, feed);
        }
    }
}
