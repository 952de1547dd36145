namespace AzurePerf.Benchmarks.Versus;

/// <summary>How `versus` ends.</summary>
internal enum VersusExitCode
{
    /// <summary>Measured, whatever the figures say.</summary>
    Measured = 0,

    /// <summary>The arguments make no sense, or measuring failed.</summary>
    Failed = 1,

    /// <summary>A tool that the comparison needs is not installed.</summary>
    ToolMissing = 2,

    /// <summary>With --fail: the goal does not hold. An undecided comparison does not end so.</summary>
    GoalMissed = 3,

    /// <summary>Interrupted, whatever failed then.</summary>
    Interrupted = 130,
}
