using AzurePerf.Cli.Api;
using AzurePerf.Cli.Invocation;
using AzurePerf.Cli.Output;
using AzurePerf.Core.Api;
using AzurePerf.Core.Runs;

namespace AzurePerf.Cli.Runs;

/// <summary>Follows a run to its end and prints its results.</summary>
internal static class RunWatch
{
    /// <summary>Returns the exit code that the end of the run stands for.</summary>
    public static async Task<int> FollowAsync(Session session, ApiClient api, string runId, CancellationToken cancellationToken)
    {
        RunResponse run;
        try
        {
            run = await session.Progress.DuringAsync(progress =>
                new RunFollower(api, session.Context.Time).FollowAsync(runId, progress, cancellationToken));
        }
        catch (OperationCanceledException) when (cancellationToken.IsCancellationRequested)
        {
            session.Say($"run {runId} goes on without being watched; `azureperf cancel {runId}` stops it");
            throw;
        }

        await RunPrinter.PrintResultsAsync(session, api, run, eachPoint: false, cancellationToken);
        if (run.Status != RunStatus.Completed)
        {
            session.Say($"run {runId} {RunPhase.WordFor(run.Status)}{(run.Reason.Length > 0 ? ": " + run.Reason : "")}");
        }

        return run.Status == RunStatus.Completed ? ExitCode.Ok : ExitCode.Failure;
    }
}
