using AzurePerf.Cli.Api;
using AzurePerf.Cli.Invocation;
using AzurePerf.Cli.Output;
using AzurePerf.Core.Api;
using AzurePerf.Core.Texts;

namespace AzurePerf.Cli.Runs;

/// <summary>How a run is sent, and what follows when the API has taken it: its id, or its results.</summary>
internal static class SubmittedRun
{
    /// <summary>Sends a run. Without an answer the user is told that there may be a run.</summary>
    public static Task<ApiDocument<RunResponse>> SendAsync(
        Session session, string experiment, Func<Task<ApiDocument<RunResponse>>> submit) =>
        session.SendAsync(submit, $"whether {experiment} was submitted is not known; `azureperf list` shows the run, if there is one");

    public static async Task<int> FinishAsync(
        Session session, ApiClient api, ApiDocument<RunResponse> submitted, Waiting? waiting, CancellationToken cancellationToken)
    {
        if (waiting is not null)
        {
            session.Say($"run {submitted.Value.Id}: {api.PortalPage(submitted.Value.Id)}");
            return await RunFeedSubscription.FollowAsync(session, api, submitted.Value.Id, waiting, cancellationToken);
        }

        Print(session, api, submitted);
        return ExitCode.Ok;
    }

    private static void Print(Session session, ApiClient api, ApiDocument<RunResponse> submitted)
    {
        var run = submitted.Value;
        var page = api.PortalPage(run.Id).AbsoluteUri;
        // The id alone is data, so that a script can keep it.
        session.Say(page);
        session.Write(
            () => $"{run.Id}\n",
            () =>
            {
                var csv = new CsvText("runId", "state", "portal");
                csv.Add(run.Id, CamelCase.Of(run.Status), page);
                return csv.ToString();
            },
            submitted.Json);
    }
}
