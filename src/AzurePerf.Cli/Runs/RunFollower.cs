using AzurePerf.Cli.Api;
using AzurePerf.Cli.Output;
using AzurePerf.Core.Api;
using AzurePerf.Core.Runs;

namespace AzurePerf.Cli.Runs;

/// <summary>Asks for a run's state until it is terminal. A server that is away for a while does not end the watch.</summary>
internal sealed class RunFollower(ApiClient api, TimeProvider time)
{
    /// <summary>How often it asks.</summary>
    public static readonly TimeSpan Interval = TimeSpan.FromMilliseconds(500);

    /// <summary>How long the server may be away before the watch gives up.</summary>
    public static readonly TimeSpan LongestOutage = TimeSpan.FromSeconds(30);

    /// <summary>Tells somebody who stops watching that the run does not stop, and what to do about it.</summary>
    public static string GoesOn(string runId) =>
        $"run {runId} goes on without being watched; `azureperf watch {runId}` comes back to it, `azureperf cancel {runId}` stops it";

    /// <summary>How long to wait before the run is asked for again.</summary>
    /// <param name="limit">What the server said, as it was asked too often; null where it said nothing.</param>
    public static TimeSpan PauseAfter(TimeSpan? limit) => limit > Interval ? limit.Value : Interval;

    public async Task<RunResponse> FollowAsync(string runId, IRunProgress progress, CancellationToken cancellationToken)
    {
        var answeredAt = time.GetTimestamp();
        while (true)
        {
            TimeSpan? limit = null;
            try
            {
                var run = (await api.GetRunOnceAsync(runId, cancellationToken)).Value;
                answeredAt = time.GetTimestamp();
                progress.Show(run);
                if (run.Status.IsTerminal())
                {
                    return run;
                }
            }
            catch (ApiFailure failure)
                when (failure.Limit is not null || (failure.Passing && time.GetElapsedTime(answeredAt) < LongestOutage))
            {
                // The run does not need its watcher; the next poll may find the server back.
                limit = failure.Limit;
                progress.ShowSilence(RunPhase.DescribeSilence(limit, LongestOutage));
            }

            await Task.Delay(PauseAfter(limit), time, cancellationToken);
            answeredAt = limit is null ? answeredAt : time.GetTimestamp();
        }
    }
}
