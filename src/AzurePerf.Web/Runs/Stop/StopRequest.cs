using AzurePerf.Core.Access;
using AzurePerf.Core.Runs;

namespace AzurePerf.Web.Runs.Stop;

/// <summary>A run that somebody wants to stop.</summary>
/// <param name="Id">As it was named.</param>
/// <param name="Run">Null where there is none.</param>
/// <param name="HowFar">What it has done so far, in words; empty for one that is over.</param>
/// <param name="State">What becomes of it.</param>
internal sealed record StopRequest(string Id, RunState? Run, string HowFar, StopState State)
{
    /// <summary>What people call it: its name, or what it measures.</summary>
    public string Name => Run is null ? Id : Run.Spec.Name.Length > 0 ? Run.Spec.Name : Run.Spec.Experiment;

    /// <summary>What becomes of it, in words without a full stop.</summary>
    public string Words => State switch
    {
        StopState.Possible => "will be stopped",
        StopState.Missing => "there is no run with this id",
        StopState.Ended => $"has ended: {Run!.Status.Words()}",
        StopState.StopsAlready => "is being stopped already",
        StopState.NotOwner => $"belongs to {Run!.Owner}: only {Run.Owner} or an administrator may stop it",
        StopState.Stopped => "is being stopped",
        StopState.Unreachable => "it is not known whether it was stopped, because the control account failed: stop it once more",
        _ => throw new InvalidOperationException($"{State} is no state of a stop."),
    };

    /// <summary>Whether a run can be stopped by whoever asks.</summary>
    public static StopState StateOf(RunState? run, Caller caller) =>
        run is null ? StopState.Missing
        : run.Status.IsTerminal() ? StopState.Ended
        : !caller.MayChange(run.Owner) ? StopState.NotOwner
        : run.Status == RunStatus.Cancelling ? StopState.StopsAlready
        : StopState.Possible;
}
