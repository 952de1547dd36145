using System.Globalization;
using AzurePerf.Cli.Api;
using AzurePerf.Cli.Invocation;
using AzurePerf.Cli.Output;
using AzurePerf.Core.Api;
using AzurePerf.Core.Experiments.Images;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Texts;

namespace AzurePerf.Cli.Runs;

/// <summary>Follows a run to its end and prints what it found.</summary>
internal static class RunFeedSubscription
{
    /// <summary>Combinations that a sentence names.</summary>
    private const int MostNamed = 3;

    /// <summary>Returns the exit code that the end of the run stands for.</summary>
    public static async Task<int> FollowAsync(
        Session session, ApiClient api, string runId, Waiting waiting, CancellationToken cancellationToken)
    {
        using var limit = new CancellationTokenSource(waiting.Limit ?? Timeout.InfiniteTimeSpan, session.Context.Time);
        using var either = CancellationTokenSource.CreateLinkedTokenSource(limit.Token, cancellationToken);
        RunResponse run;
        var isKnown = false;
        try
        {
            run = await session.Progress.DuringAsync(
                progress => FollowAsync(session, api, runId, new NotedProgress(progress, () => isKnown = true), either.Token));
        }
        catch (OperationCanceledException) when (cancellationToken.IsCancellationRequested)
        {
            session.Tell(RunFollower.GoesOn(runId));
            throw;
        }
        catch (OperationCanceledException) when (limit.IsCancellationRequested)
        {
            var after = string.Create(CultureInfo.InvariantCulture, $"after {waiting.Limit!.Value.TotalSeconds:F0} s");
            session.Tell((isKnown ? $"run {runId} has not ended {after} and goes on" : $"nothing is known of run {runId} {after}")
                + $"; `azureperf watch {runId}` comes back to it");
            return ExitCode.TimedOut;
        }
        catch (ApiFailure failure) when (failure.Passing)
        {
            session.Tell($"run {runId} may go on without being watched; `azureperf watch {runId}` comes back to it");
            throw;
        }

        var results = await api.GetPointsAsync(runId, cancellationToken);
        // A person who sees the end of the run reads it there; the page's address comes last.
        if (run.Status != RunStatus.Completed && !(session.Format == OutputFormat.Table && session.Sheet.IsTerminal))
        {
            session.Tell($"run {runId} {RunPhase.WordFor(run.Status)}{(run.Reason.Length > 0 ? ": " + run.Reason : "")}");
        }

        var code = CodeOf(session, run, results.Value, waiting);
        if (code == ExitCode.Ok && !waiting.AllowsFailures && await MadeNothingAsync(session, api, run, cancellationToken))
        {
            code = ExitCode.Failure;
        }

        await PrintAsync(session, api, run, results, waiting.Verbose, cancellationToken);
        return code;
    }

    /// <summary>Notes that the API told of the run.</summary>
    private sealed class NotedProgress(IRunProgress inner, Action told) : IRunProgress
    {
        public void Show(RunResponse run)
        {
            told();
            inner.Show(run);
        }

        public void ShowSilence(string why) => inner.ShowSilence(why);
    }

    /// <summary>What the criteria say where there are any, else whether everything that was asked for succeeded.</summary>
    private static int CodeOf(Session session, RunResponse run, PointListResponse results, Waiting waiting)
    {
        if (new CriteriaGate(waiting.AllowsUndecided).Judge(run, results.Criteria) is not { } judged)
        {
            return run.Status.IsCompleted() && (waiting.AllowsFailures || Succeeded(session, results)) ? ExitCode.Ok : ExitCode.Failure;
        }

        // In a table the summary begins with the sentence.
        var sentence = session.Format == OutputFormat.Table ? judged.Hint : $"{judged.Sentence} {judged.Hint}".TrimEnd();
        if (sentence.Length > 0 && judged.Code == ExitCode.Ok)
        {
            session.Say(sentence);
        }
        else if (sentence.Length > 0)
        {
            session.Tell(sentence);
        }

        return judged.Code;
    }

    private static async Task PrintAsync(
        Session session, ApiClient api, RunResponse run, ApiDocument<PointListResponse> points, bool verbose,
        CancellationToken cancellationToken)
    {
        if (verbose || session.Format != OutputFormat.Table)
        {
            await RunPrinter.PrintResultsAsync(session, api, run, points, eachPoint: false, cancellationToken);
        }

        if (session.Format == OutputFormat.Table)
        {
            var summary = (await api.GetSummaryAsync(run.Id, cancellationToken)).Value;
            session.WriteText((verbose ? "\n" : "") + EndSummary.Render(run, summary, points.Value, api.PortalPage(run.Id), session.Sheet));
        }
    }

    /// <summary>Says that a run of images made nothing of what it was asked for: its tasks before that may have ended well.</summary>
    private static async Task<bool> MadeNothingAsync(
        Session session, ApiClient api, RunResponse run, CancellationToken cancellationToken)
    {
        if (run.Spec.Experiment != ImageStages.Experiment
            || (await api.FindImagesAsync(run.Id, cancellationToken)).Images?.Value.NothingMade != true)
        {
            return false;
        }

        session.Tell("the run made nothing that it was asked for. The exit code says so; --allow-failures allows it");
        return true;
    }

    /// <summary>Says which configurations have no success.</summary>
    private static bool Succeeded(Session session, PointListResponse results)
    {
        var without = RunSuccess.CombinationsWithout(results.Points);
        if (without.Count > 0)
        {
            session.Tell($"no operation succeeded with {string.Join("; ", without.Take(MostNamed).Select(levels => levels.ToJsonString()))}"
                + (without.Count > MostNamed ? $" and {NumberFormat.Count(without.Count - MostNamed)} more" : "")
                + ". The exit code says so; --allow-failures allows it");
        }

        return without.Count == 0;
    }

    private static async Task<RunResponse> FollowAsync(
        Session session, ApiClient api, string runId, IRunProgress progress, CancellationToken cancellationToken) =>
        await new RunStream(api, session.Context.Time).FollowAsync(runId, progress, cancellationToken)
        ?? await new RunFollower(api, session.Context.Time).FollowAsync(runId, progress, cancellationToken);
}
