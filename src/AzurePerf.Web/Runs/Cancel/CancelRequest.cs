using AzurePerf.Core.Access;
using AzurePerf.Core.Runs;

namespace AzurePerf.Web.Runs.Cancel;

/// <summary>A run that somebody wants to cancel.</summary>
/// <param name="Id">As it was named.</param>
/// <param name="Run">Null where there is none.</param>
/// <param name="HowFar">What it has done so far, in words; empty for one that is over.</param>
/// <param name="State">What becomes of it.</param>
internal sealed record CancelRequest(string Id, RunState? Run, string HowFar, CancelState State)
{
    /// <summary>What of its rows makes no sense; empty for one that can be read.</summary>
    public string Complaint { get; init; } = "";

    /// <summary>What people call it: its name, or what it measures.</summary>
    public string Name => Run is null ? Id : Run.Spec.Name.Length > 0 ? Run.Spec.Name : Run.Spec.Experiment;

    /// <summary>What becomes of it, in words without a full stop.</summary>
    public string Words => State switch
    {
        CancelState.Possible => "will be cancelled",
        CancelState.Missing => "there is no run with this id",
        CancelState.Unreadable => $"its rows cannot be read: {Complaint}",
        CancelState.Ended => $"has ended: {Run!.Status.Words()}",
        CancelState.CancelsAlready => "is being cancelled already",
        CancelState.NotOwner => $"belongs to {Run!.Owner}: only {Run.Owner} or an administrator may cancel it",
        CancelState.Cancelled => "is being cancelled",
        CancelState.Unreachable => "it is not known whether it was cancelled, because the control account failed: cancel it once more",
        _ => throw new InvalidOperationException($"{State} is no state of a cancellation."),
    };

    /// <summary>Whether a run can be cancelled by whoever asks.</summary>
    public static CancelState StateOf(RunState? run, Caller caller) =>
        run is null ? CancelState.Missing
        : run.Status.IsTerminal() ? CancelState.Ended
        : !caller.MayChange(run.Owner) ? CancelState.NotOwner
        : run.Status == RunStatus.Cancelling ? CancelState.CancelsAlready
        : CancelState.Possible;
}
