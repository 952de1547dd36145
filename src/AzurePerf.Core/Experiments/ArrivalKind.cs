namespace AzurePerf.Core.Experiments;

/// <summary>What decides when an operation starts.</summary>
public enum ArrivalKind
{
    /// <summary>A closed loop: a client starts an operation when its last one has ended.</summary>
    Closed = 0,

    /// <summary>An open loop: operations start at equal distances, whether or not earlier ones have ended.</summary>
    Constant,

    /// <summary>An open loop: the distances are exponential, drawn from the run's seed, as those of many users who know nothing of each other.</summary>
    Poisson,
}
