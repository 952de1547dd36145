using AzurePerf.Core.Experiments.Stages;

namespace AzurePerf.Core.Tasks;

/// <summary>An execution that ended without a result.</summary>
/// <param name="Stage">The stage of its task.</param>
/// <param name="Task">The task's number in its stage, from 0.</param>
/// <param name="Attempt">Which execution of the task it was, from 1.</param>
/// <param name="Owner">The worker that executed it.</param>
/// <param name="Cause">Why it ended.</param>
/// <param name="Error">One clause for people.</param>
/// <param name="EndedAt">When that was stored.</param>
public sealed record AbnormalEnd(
    StageId Stage, int Task, int Attempt, string Owner, FailureCause Cause, string Error, DateTimeOffset EndedAt)
{
    /// <summary>The kind of machine of that worker; empty in rows of builds that did not keep it.</summary>
    public string Sku { get; init; } = "";

    /// <summary>When its own work began, or its claim where that is not known; null in a record that stands in for a missing one.</summary>
    public DateTimeOffset? BeganAt { get; init; }

    /// <summary>How long it took, where it was stopped for its time and measured nothing: a measurement is timed otherwise. Null where that
    /// is not known.</summary>
    public TimeSpan? StoppedAfter => Stage.Shape != StageShape.Points && FailureTaxonomy.ClassOf(Cause) == FailureClass.TimedOut
        ? EndedAt - BeganAt
        : null;
}
