namespace AzurePerf.Core.Schedules;

/// <summary>What a firing does while the schedule's previous run has not ended.</summary>
public enum OverlapPolicy
{
    /// <summary>It starts no run, and the schedule says why.</summary>
    Skip,

    /// <summary>It starts its run all the same; on one target the two then measure one after the other.</summary>
    Allow,
}
