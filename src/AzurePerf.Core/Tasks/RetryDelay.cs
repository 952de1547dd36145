namespace AzurePerf.Core.Tasks;

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
