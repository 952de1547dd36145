using AzurePerf.Storage.Runs;

namespace AzurePerf.Web.Live;

/// <summary>The feeds of the runs that somebody watches: one for each run, however many do.</summary>
internal sealed class RunFeeds(RunReader reader, TimeProvider time, ILogger<RunFeed> logger)
{
    private readonly Lock _lock = new();
    private readonly Dictionary<string, RunFeed> _feeds = [];

    /// <summary>How many runs are watched.</summary>
    public int Count
    {
        get
        {
            lock (_lock)
            {
                return _feeds.Count;
            }
        }
    }

    /// <summary>Begins to watch a run; null when there is no such run. The watch ends when it is disposed.</summary>
    public async Task<RunFeedSubscription?> WatchAsync(string runId, CancellationToken cancellationToken)
    {
        var watch = new RunFeedSubscription(this, runId, Join(runId));
        try
        {
            if (await watch.Feed.Begun.WaitAsync(cancellationToken))
            {
                return watch;
            }

            watch.Dispose();
            return null;
        }
        catch
        {
            watch.Dispose();
            throw;
        }
    }

    /// <summary>The feed of a run that somebody watches, or null.</summary>
    public RunFeed? Find(string runId)
    {
        lock (_lock)
        {
            return _feeds.GetValueOrDefault(runId);
        }
    }

    internal void Leave(string runId, RunFeed feed)
    {
        lock (_lock)
        {
            if (--feed.Watchers > 0)
            {
                return;
            }

            if (_feeds.GetValueOrDefault(runId) == feed)
            {
                _feeds.Remove(runId);
            }
        }

        feed.Dispose();
    }

    private RunFeed Join(string runId)
    {
        RunFeed feed;
        lock (_lock)
        {
            if (_feeds.TryGetValue(runId, out var running) && !running.Failed)
            {
                running.Watchers++;
                return running;
            }

            _feeds[runId] = feed = new(runId, reader, time, logger) { Watchers = 1 };
        }

        feed.Start();
        return feed;
    }
}

/// <summary>One watcher's hold on a feed, which reads as long as anybody has one.</summary>
internal sealed class RunFeedSubscription(RunFeeds feeds, string runId, RunFeed feed) : IDisposable
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
