using AzurePerf.Core.Tasks;

namespace AzurePerf.UnitTests.TaskManager;

/// <summary>What a scripted worker does next with the task it has.</summary>
internal abstract record WorkerDeed
{
    /// <summary>Ends it with a whole result.</summary>
    public sealed record Succeed : WorkerDeed;

    /// <summary>Ends it without one.</summary>
    public sealed record Fail(FailureCause Cause, string Error = "it broke", string Partial = "") : WorkerDeed;

    /// <summary>Goes silent with the task in its hands.</summary>
    public sealed record Die : WorkerDeed;

    /// <summary>Is not finished yet.</summary>
    public sealed record GoOn : WorkerDeed;
}
