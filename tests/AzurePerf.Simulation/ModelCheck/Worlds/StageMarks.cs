namespace AzurePerf.Simulation.ModelCheck.Worlds;

/// <summary>How far the stage is: its counts, which are either none or all.</summary>
[Flags]
internal enum StageMarks : byte
{
    None = 0,
    Planned = 1,
    Created = 2,
    Dispatched = 4,
    Finished = 8,
    Failed = 16,
    Closed = 32,

    /// <summary>Of a stage that is planned late: its row says how many tasks it has, and where their orders are.</summary>
    Ordered = 64,
}
