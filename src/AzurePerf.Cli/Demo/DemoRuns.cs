using System.Net;
using System.Text.Json.Nodes;
using AzurePerf.Cli.Api;
using AzurePerf.Cli.Invocation;
using AzurePerf.Cli.Output;
using AzurePerf.Cli.Runs;
using AzurePerf.Core.Api;
using AzurePerf.Core.Experiments;
using AzurePerf.Core.Experiments.Images;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Texts;

namespace AzurePerf.Cli.Demo;

/// <summary>Submits every experiment once that this system has and says of each what came of it, as it ends; cancels what it submitted when
/// it is interrupted or fails.</summary>
/// <param name="session">Where it is said.</param>
/// <param name="api">The host that was started for it.</param>
/// <param name="details">True for the tables of each run instead of a line.</param>
/// <param name="interrupted">Whether somebody wants it to end.</param>
internal sealed class DemoRuns(Session session, ApiClient api, bool details, CancellationToken interrupted)
{
    /// <summary>How long a demo that ends early waits for the answer to a submission, and then for its runs to clean up.</summary>
    public static readonly TimeSpan CleanUpPatience = TimeSpan.FromSeconds(20);

    private readonly List<string> _submitted = [];
    private bool _saysThatItCancels;

    public async Task<DemoOutcome> MeasureAsync(CancellationToken cancellationToken)
    {
        var (experiments, leftOut) =
            Choose((await api.ListExperimentsAsync(cancellationToken)).Value.Experiments, OperatingSystem.IsLinux());
        if (leftOut.Length > 0)
        {
            session.Say(leftOut);
        }

        session.Say($"measuring {NumberFormat.Counted(experiments.Length, "experiment")} in their quick form, one after the other");
        using var stop = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        await AwaitAsync(SubmitAsync(experiments.Take(1), stop.Token));
        // The first is measured while the others are submitted, so that there is something to see soon.
        var others = SubmitAsync(experiments.Skip(1), stop.Token);
        var outcome = new DemoOutcome();
        try
        {
            for (var index = 0; index < experiments.Length; index++)
            {
                if (index == 1)
                {
                    await AwaitAsync(others);
                }

                await FollowAsync(experiments[index], _submitted[index], outcome, cancellationToken);
            }
        }
        finally
        {
            await stop.CancelAsync();
            await AwaitAsync(others).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        }

        return outcome;
    }

    /// <summary>What a system can measure of all experiments, and a sentence about those that it cannot; empty where there are
    /// none.</summary>
    internal static (ExperimentResponse[] Measured, string LeftOut) Choose(IReadOnlyList<ExperimentResponse> experiments, bool isLinux)
    {
        string[] needLinux = [.. experiments.Where(experiment => !isLinux && experiment.NeedsLinux).Select(experiment => experiment.Id)];
        return (
            [.. experiments.Where(experiment => !needLinux.Contains(experiment.Id))],
            needLinux.Length == 0 ? "" : $"left out, because they need Linux: {string.Join(", ", needLinux)}");
    }

    /// <summary>Cancels all runs that are not over and waits, not for ever, until what they made is removed.</summary>
    public async Task CancelAsync()
    {
        using var patience = new CancellationTokenSource(CleanUpPatience, session.Context.Time);
        SayThatItCancels();
        // The last ones first, so that none begins while the others are cancelled.
        List<string> goOn = [.. Enumerable.Reverse(_submitted)];
        ApiFailure? reason = null;
        try
        {
            // Each once before any is asked again: one that stays refused must not take the time of the others.
            await CancelEachAsync(runId => api.CancelAsync(runId, patience.Token));
            await CancelEachAsync(runId => api.AgainAsync(() => api.CancelAsync(runId, patience.Token), patience.Token));
            foreach (var runId in _submitted.Except(goOn))
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
            session.Say("the runs could not be followed to their ends: " + failure.Message);
        }

        if (goOn.Count > 0)
        {
            session.Tell(
                $"not cancelled{(reason is null ? "" : $" ({reason.Message})")}: {string.Join(", ", goOn)}; in a real control account they "
                    + "go on at the next start, where `azureperf cancel` ends them");
        }

        async Task CancelEachAsync(Func<string, Task> cancel)
        {
            foreach (var runId in goOn.ToArray())
            {
                try
                {
                    await cancel(runId);
                    goOn.Remove(runId);
                }
                catch (ApiFailure failure) when (failure.Status == HttpStatusCode.Conflict)
                {
                    // It had already ended.
                    goOn.Remove(runId);
                }
                catch (ApiFailure failure)
                {
                    reason = failure;
                }
            }
        }
    }

    /// <summary>Waits for submissions while no bar is drawn: an interruption is answered at once, not when they have ended.</summary>
    private async Task AwaitAsync(Task submissions)
    {
        await using var telling = interrupted.Register(SayThatItCancels);
        await submissions;
    }

    private void SayThatItCancels()
    {
        if (!_saysThatItCancels)
        {
            _saysThatItCancels = true;
            session.Say(interrupted.IsCancellationRequested
                ? "cancelling; a second Ctrl-C ends at once"
                : "cancelling the runs that are not over; Ctrl-C twice ends at once");
        }
    }

    private async Task SubmitAsync(IEnumerable<ExperimentResponse> experiments, CancellationToken cancellationToken)
    {
        // Of a request that is given up nobody knows whether there is a run, and which one is to be cancelled.
        using var patience = new CancellationTokenSource(Timeout.InfiniteTimeSpan, session.Context.Time);
        await using var ending = cancellationToken.Register(() => patience.CancelAfter(CleanUpPatience));
        foreach (var experiment in experiments)
        {
            cancellationToken.ThrowIfCancellationRequested();
            var request = new JsonObject { ["experiment"] = experiment.Id, ["preset"] = Preset.Quick, ["name"] = "demo" };
            var submitted = await SubmittedRun.SendAsync(session, experiment.Id, () => api.SubmitAsync(request, patience.Token));
            _submitted.Add(submitted.Value.Id);
        }
    }

    private async Task FollowAsync(
        ExperimentResponse experiment, string runId, DemoOutcome outcome, CancellationToken cancellationToken)
    {
        Task<RunResponse> Follow(IRunProgress progress) =>
            new RunFollower(api, session.Context.Time).FollowAsync(runId, progress, cancellationToken);

        var told = session.Format == OutputFormat.Table && !details;
        var run = told ? await session.Progress.WhileLiveAsync(Follow) : await session.Progress.DuringAsync(Follow);
        var points = await api.GetPointsAsync(runId, cancellationToken);
        outcome.Add(run, points.Value);
        var picture = experiment.Id == ImageStages.Experiment ? await DemoPicture.SaveAsync(session, api, runId, cancellationToken) : null;
        outcome.Picture ??= picture;
        if (told)
        {
            var summary = (await api.GetSummaryAsync(runId, cancellationToken)).Value;
            session.WriteText(DemoStory.Render(experiment, run, points.Value, summary, picture?.Made ?? "", session.Sheet));
            return;
        }

        await RunPrinter.PrintResultsAsync(session, api, run, points, eachPoint: false, cancellationToken);
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
