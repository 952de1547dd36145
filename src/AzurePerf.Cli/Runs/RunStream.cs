using System.Text.Json;
using AzurePerf.Cli.Api;
using AzurePerf.Cli.Output;
using AzurePerf.Core.Api;

namespace AzurePerf.Cli.Runs;

/// <summary>Follows a run by server-sent events, and comes back by id when the connection breaks.</summary>
internal sealed class RunStream(ApiClient api, TimeProvider time)
{
    /// <summary>Connections in a row that bring nothing, after which events are not relied on.</summary>
    private const int MostFailures = 3;

    /// <summary>The run when it has ended; null when the server sends no events, so that it must be asked.</summary>
    public async Task<RunResponse?> FollowAsync(string runId, IRunProgress progress, CancellationToken cancellationToken)
    {
        RunResponse? last = null;
        string? lastId = null;
        for (var failures = 0; failures < MostFailures;)
        {
            var brought = false;
            TimeSpan? limit = null;
            try
            {
                if (await api.OpenEventsAsync(runId, lastId, cancellationToken) is not { } events)
                {
                    return null;
                }

                await foreach (var item in events.WithCancellation(cancellationToken))
                {
                    brought = true;
                    lastId = item.EventId is { Length: > 0 } id ? id : lastId;
                    if (item.EventType == "run")
                    {
                        last = ApiText.Parse<RunResponse>(item.Data);
                        progress.Show(last);
                    }
                    else if (item.EventType == "end")
                    {
                        return last;
                    }
                }
            }
            catch (ApiFailure failure) when (failure.Passing)
            {
                // The run does not need its watcher; the next connection may find the server back.
                limit = failure.Limit;
                progress.ShowSilence(RunPhase.DescribeSilence(limit, RunFollower.LongestOutage));
            }
            catch (JsonException)
            {
                return null;
            }

            failures = brought ? 0 : limit is null ? failures + 1 : failures;
            await Task.Delay(RunFollower.PauseAfter(limit), time, cancellationToken);
        }

        return null;
    }
}
