using AzurePerf.Core.Api;
using AzurePerf.Core.Runs;
using AzurePerf.Storage.Runs;

namespace AzurePerf.Web.Live;

/// <summary>What people are shown of a run: while somebody watches it, what its feed has read anyway, at most about a second old; else the
/// rows.</summary>
internal sealed class LiveReader(RunFeeds feeds, RunReader reader)
{
    /// <summary>One run, or null; whoever asks counts as watching for a while.</summary>
    public async Task<RunResponse?> WatchAsync(string runId, CancellationToken cancellationToken) =>
        feeds.Find(runId)?.Fresh is { } view ? view.Run : await reader.WatchAsync(runId, cancellationToken);

    /// <summary>The points of a run published so far, or null when there is no such run.</summary>
    public async Task<PointListResponse?> PointsAsync(string runId, CancellationToken cancellationToken) =>
        (await ResultsAsync(runId, cancellationToken))?.ToPoints();

    /// <summary>What a run measured so far, or null when there is no such run.</summary>
    public async Task<RunResults?> ResultsAsync(string runId, CancellationToken cancellationToken) =>
        feeds.Find(runId) is { Fresh: { } view } feed
            ? await feed.ResultsAsync(view, cancellationToken)
            : await reader.ResultsAsync(runId, cancellationToken);

    /// <summary>What happened to a run; empty for a run that does not exist.</summary>
    public async Task<IReadOnlyList<RunEvent>> EventsAsync(string runId, CancellationToken cancellationToken) =>
        feeds.Find(runId)?.Fresh is { Tail: { First: 1 } tail } ? tail.Events : await reader.EventsAsync(runId, cancellationToken);

    /// <summary>Says that a run was just changed by this host, so that its next reader sees it.</summary>
    public void Outdate(string runId) => feeds.Find(runId)?.Outdate();
}
