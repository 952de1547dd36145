using AzurePerf.Cli.Api;
using AzurePerf.Cli.Invocation;
using AzurePerf.Cli.Output;
using AzurePerf.Core.Api;
using AzurePerf.Core.Experiments;
using AzurePerf.Core.Limits;
using AzurePerf.Core.Reports;
using AzurePerf.Core.Texts;

namespace AzurePerf.Cli.Runs;

/// <summary>A run that is about to be submitted: what it would come to is said before it is sent, so that nobody finds out hours
/// later.</summary>
/// <param name="Session">Where it is said.</param>
/// <param name="Api">Where it is sent.</param>
/// <param name="Arguments">Whether it is sent, and what follows.</param>
/// <param name="HasPreset">False where a preset could have been named and was not.</param>
internal sealed record ProposedRun(Session Session, ApiClient Api, SubmissionArguments Arguments, bool HasPreset = true)
{
    /// <summary>A run that may take longer is submitted by a person only after a question.</summary>
    private static readonly TimeSpan Unasked = TimeSpan.FromHours(1);

    /// <summary>How many runs of this kind are submitted, one after the other.</summary>
    public int Runs { get; init; } = 1;

    /// <summary>True where somebody else would submit it, whom the limits that were asked for need not refuse.</summary>
    public bool IsOfAnother { get; init; }

    /// <summary>"blob.download (quick) on default: 3 points, 240 operations, 252 MB at most; about 45 s at most, set-up and cleaning up
    /// not counted".</summary>
    public static string Sentence(EstimateResponse proposed) =>
        $"{proposed.Spec.Experiment} ({proposed.Spec.Scale}) on {proposed.Spec.Target}: "
            + $"{EstimateText.Work(proposed.Estimate)}{EstimateText.Extent(proposed.Estimate)}";

    /// <summary>What else should be known before it is sent: how quotas stand, and the workers that are missing last.</summary>
    public static IEnumerable<string> Notes(EstimateResponse proposed) =>
    [
        .. proposed.Notes,
        .. proposed.Quotas.Select(QuotaText.Standing),
        .. proposed.WorkersMissing.Length > 0 ? new[] { proposed.WorkersMissing } : [],
    ];

    /// <summary>Asks what it comes to, says so, and submits it unless it is only tried or the person says no.</summary>
    public async Task<int> FinishAsync(
        Func<CancellationToken, Task<ApiDocument<EstimateResponse>>> estimate,
        Func<CancellationToken, Task<ApiDocument<RunResponse>>> submit, CancellationToken cancellationToken)
    {
        var proposed = await estimate(cancellationToken);
        if (Arguments.DryRun)
        {
            return DryRun.Print(Session, proposed,
                proposed.Value.Estimate.Longest > Unasked && !HasPreset ? await AdviceAsync(proposed.Value, cancellationToken) : "");
        }

        await ConfirmAsync(proposed.Value, cancellationToken);
        var submitted = await SubmittedRun.SendAsync(Session, proposed.Value.Spec.Experiment, () => submit(cancellationToken));
        return await SubmittedRun.FinishAsync(Session, Api, submitted, Arguments.Waiting, cancellationToken);
    }

    /// <summary>Says what the run will take. If that may be long, a person is asked first.</summary>
    /// <exception cref="CommandFailure">The person says no.</exception>
    public async Task ConfirmAsync(EstimateResponse proposed, CancellationToken cancellationToken)
    {
        Session.Say(
            (Runs == 1 ? "" : $"{NumberFormat.Counted(Runs, "run")}, each: ")
                + Sentence(proposed)
                + (EstimateText.Cost(proposed) is { Length: > 0 } cost ? "; cost of the requests: " + cost : ""));
        foreach (var note in Notes(proposed))
        {
            Session.Say(note);
        }

        var longest = proposed.Estimate.Longest * Runs;
        if (longest > Unasked && (proposed.Exceeded.Count == 0 || IsOfAnother))
        {
            Session.Say(await AdviceAsync(proposed, cancellationToken));
            if (!Arguments.Yes && await Session.RefusesAsync(
                $"{(Runs == 1 ? "it" : "together they")} may take {NumberFormat.Duration(longest)}: submit {(Runs == 1 ? "it" : "them")}?",
                cancellationToken))
            {
                throw new CommandFailure((Runs == 1 ? "the run was not" : "no run was") + " submitted; with --yes nothing is asked");
            }
        }
    }

    private async Task<string> AdviceAsync(EstimateResponse proposed, CancellationToken cancellationToken) =>
        !HasPreset && (await Api.FindExperimentAsync(proposed.Spec.Experiment, cancellationToken))?.Presets is { Count: > 0 } presets
            ? $"no preset was named, so what was not said is as in the papers; less is measured with --preset "
                + $"{string.Join(" or ", presets.Select(preset => preset.Name).Where(name => name != Preset.Paper))}"
            : "this may take long; `azureperf cancel` ends it at any time";
}
