namespace AzurePerf.Core.Tasks;

/// <summary>What follows from the causes of one class.</summary>
/// <param name="Class">The class.</param>
/// <param name="Budget">Repetitions allowed after failures of this class; the failure after them is final. 0: the first is.</param>
/// <param name="Delay">When a repetition may start.</param>
/// <param name="Charged">False when the task is not to blame: the end counts as no failure in reports, and its budget only stops endless
/// circles.</param>
public sealed record FailurePolicy(FailureClass Class, int Budget, RetryDelay Delay, bool Charged);

/// <summary>When a repetition may start.</summary>
public enum RetryDelay
{
    /// <summary>There is no repetition.</summary>
    None,

    /// <summary>At once, on any worker.</summary>
    AtOnce,

    /// <summary>At once, but preferably not on the worker of the failed execution.</summary>
    AtOnceElsewhere,

    /// <summary>After the n-th failure of the class, 2^n seconds plus a random part of as much again, at most 300 s.</summary>
    Growing,
}
