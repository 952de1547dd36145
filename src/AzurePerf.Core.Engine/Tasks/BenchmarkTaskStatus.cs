namespace AzurePerf.Core.Tasks;

/// <summary>Where a task stands. Done, Failed, Dead, Missed and Cancelled are terminal.</summary>
public enum BenchmarkTaskStatus
{
    /// <summary>May be claimed.</summary>
    Ready,

    /// <summary>One worker executes it.</summary>
    Running,

    /// <summary>A measurement ended with a result that the TaskManager has not accepted yet.</summary>
    Measured,

    /// <summary>A measurement ended without a whole result; its partial data are kept until the TaskManager decides.</summary>
    Censored,

    /// <summary>Ended with an accepted result, or because its product was there already.</summary>
    Done,

    /// <summary>A point that ended without one; partial data are published.</summary>
    Failed,

    /// <summary>A task of any other stage whose failure budget is used up.</summary>
    Dead,

    /// <summary>A periodic point whose time passed before any worker took it: a gap in the series.</summary>
    Missed,

    /// <summary>Given up because its run was.</summary>
    Cancelled,
}
