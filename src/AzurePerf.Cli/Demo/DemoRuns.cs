using System.Text.Json.Nodes;
using AzurePerf.Cli.Api;
using AzurePerf.Cli.Invocation;
using AzurePerf.Cli.Output;
using AzurePerf.Cli.Runs;
using AzurePerf.Core.Api;
using AzurePerf.Core.Experiments;
using AzurePerf.Core.Runs;

namespace AzurePerf.Cli.Demo;

/// <summary>Submits every experiment once that this system has and prints each result; cancels what it submitted when it is
/// interrupted.</summary>
internal sealed class DemoRuns(Session session, ApiClient api)
{
    /// <summary>How long an interrupted demo waits for its runs to clean up.</summary>
    public static readonly TimeSpan CleanUpPatience = TimeSpan.FromSeconds(20);

    private readonly List<string> _submitted = [];

    public async Task<DemoOutcome> MeasureAsync(CancellationToken cancellationToken)
    {
        foreach (var experiment in (await api.ListExperimentsAsync(cancellationToken)).Value.Experiments.Where(experiment =>
            OperatingSystem.IsLinux() || !experiment.NeedsLinux))
        {
            var request = new JsonObject { ["experiment"] = experiment.Id, ["preset"] = Preset.Quick, ["name"] = "demo" };
            _submitted.Add((await api.SubmitAsync(request, cancellationToken)).Value.Id);
        }

        session.Say($"{_submitted.Count} runs submitted; they are measured one after the other");
        var outcome = new DemoOutcome();
        foreach (var runId in _submitted)
        {
            var run = await session.Progress.DuringAsync(progress =>
                new RunFollower(api, session.Context.Time).FollowAsync(runId, progress, cancellationToken));
            outcome.Add(run, await RunPrinter.PrintResultsAsync(session, api, run, eachPoint: false, cancellationToken));
            Separate(run);
        }

        return outcome;
    }

    /// <summary>Cancels all runs that are not over and waits, not for ever, until what they made is removed.</summary>
    public async Task CancelAsync()
    {
        using var patience = new CancellationTokenSource(CleanUpPatience, session.Context.Time);
        session.Say("cancelling; a second Ctrl-C ends at once");
        try
        {
            // The last ones first, so that none begins while the others are cancelled.
            foreach (var runId in Enumerable.Reverse(_submitted))
            {
                await CancelAsync(runId, patience.Token);
            }

            foreach (var runId in _submitted)
            {
                await new RunFollower(api, session.Context.Time).FollowAsync(runId, new NoProgress(), patience.Token);
            }
        }
        catch (OperationCanceledException) when (patience.IsCancellationRequested)
        {
            session.Say(
                $"the runs did not clean up within {CleanUpPatience.TotalSeconds:F0} s; `azureperf doctor --clean` removes what they "
                    + $"left in a real account");
        }
        catch (ApiFailure failure)
        {
            session.Say("the runs could not be cancelled: " + failure.Message);
        }
    }

    private async Task CancelAsync(string runId, CancellationToken cancellationToken)
    {
        try
        {
            await api.CancelAsync(runId, cancellationToken);
        }
        catch (ApiFailure failure) when (failure.Status == System.Net.HttpStatusCode.Conflict)
        {
            // It had already ended.
        }
    }

    private void Separate(RunResponse run)
    {
        if (session.Format == OutputFormat.Table)
        {
            session.WriteText("\n");
        }

        if (run.Status != RunStatus.Completed)
        {
            session.Say($"{run.Spec.Experiment} {RunPhase.WordFor(run.Status)}: {run.Reason}");
        }
    }
}
